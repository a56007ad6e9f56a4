import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'

/** How the speed of one page is measured: a port, because who measures lives where the browser is. Failures are values. */
export type MeasurePageSpeed = (question: SpeedQuestion) => Promise<MeasuredSpeed>

export interface SpeedQuestion {
  url: string
  device: PageSpeedDevice
  /** The measurement is made for the crawl's owner. */
  crawlId: number
  /** Ends the measurement; what is answered then is of no use. */
  signal: AbortSignal
}

export type MeasuredSpeed =
  | { ok: true; pageSpeed: PageSpeed }
  | {
      ok: false
      /** For a person. */
      message: string
      /** Whether the page failed, nothing can be measured at all, or others are measured first and it may be asked again. */
      cause: 'page' | 'everything' | 'busy'
    }

const BUSY_PAUSE_MS = 15_000
/** Ten minutes. */
const MAX_BUSY_RETRIES = 40

const NO_TURN: MeasuredSpeed = {
  ok: false,
  message: 'Other measurements took too long for this page to be measured.',
  cause: 'page',
}

interface AskingForSpeed {
  measure: MeasurePageSpeed
  after(ms: number, callback: () => void): () => void
}

/** Asks for a measurement, and again after a pause while others are measured before. Ends with the question's signal. */
export async function measureInTurn(question: SpeedQuestion, { measure, after }: AskingForSpeed): Promise<MeasuredSpeed> {
  const { signal } = question
  for (let answers = 0; answers < MAX_BUSY_RETRIES && !signal.aborted; answers++) {
    const measured = await measure(question)
    if (measured.ok || measured.cause !== 'busy') return measured
    await new Promise<void>(resolve => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = after(BUSY_PAUSE_MS, end)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    })
  }
  return NO_TURN
}
