import type { MeasuredSpeed, MeasurePageSpeed, SpeedQuestion } from './measure-page-speed.ts'

const BUSY_PAUSE_MS = 15_000
/** Ten minutes. */
const MAX_BUSY_ANSWERS = 40

const NO_TURN: MeasuredSpeed = {
  ok: false,
  message: 'Other measurements took too long for this page to be measured.',
  cause: 'page',
}

export interface AskingForSpeed {
  measure: MeasurePageSpeed
  after(ms: number, callback: () => void): () => void
}

/** Asks for a measurement, and again after a pause while others are measured before. Ends with the question's signal. */
export async function askForSpeed(question: SpeedQuestion, { measure, after }: AskingForSpeed): Promise<MeasuredSpeed> {
  const { signal } = question
  for (let answers = 0; answers < MAX_BUSY_ANSWERS && !signal.aborted; answers++) {
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
