import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'

/** Measures the speed of one page. Injected, since the browser belongs to another part. Failures are values. */
export type MeasurePageSpeed = (question: SpeedQuestion) => Promise<MeasuredSpeed>

export interface SpeedQuestion {
  url: string
  device: PageSpeedDevice
  /** The measurement counts for the owner of this crawl. */
  crawlId: number
  /** Ends the measurement; its result is ignored then. */
  signal: AbortSignal
}

export type MeasuredSpeed =
  | { ok: true; pageSpeed: PageSpeed }
  | {
      ok: false
      /** For a person. */
      message: string
      /** 'page': this page failed. 'everything': nothing can be measured. 'busy': others come first; try again. */
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

interface Turns {
  measure: MeasurePageSpeed
  after(ms: number, callback: () => void): () => void
}

/** Measures, and tries again after a pause while others are measured first. Ends when the signal aborts. */
export async function measureInTurn(question: SpeedQuestion, { measure, after }: Turns): Promise<MeasuredSpeed> {
  const { signal } = question
  for (let responses = 0; responses < MAX_BUSY_RETRIES && !signal.aborted; responses++) {
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
