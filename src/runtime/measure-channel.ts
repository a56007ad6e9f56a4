import type { MeasuredSpeed, MeasurePageSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'
import { describeError } from '#shared/errors.ts'

/** Measuring page speed across threads: the engine asks, the main thread has the browser, the key and the queue. */

/** What can be sent of a question. */
type SentQuestion = Omit<SpeedQuestion, 'signal'>

export type ToMeasurer =
  | { kind: 'measure'; id: number; question: SentQuestion }
  | { kind: 'cancel-measure'; id: number }
export type FromMeasurer = { kind: 'measured'; id: number; measured: MeasuredSpeed }

const CANCELLED: MeasuredSpeed = { ok: false, cause: 'page', message: 'The measurement was cancelled.' }
const FAILED: MeasuredSpeed = {
  ok: false,
  cause: 'page',
  message: 'The measurement failed because of a fault of ours; the operator finds the cause in the log.',
}

export interface MeasureAsker {
  measure: MeasurePageSpeed
  /** Takes an answer; one to a question that was cancelled is dropped. */
  take(answer: FromMeasurer): void
}

/** The side that asks. A question that is cancelled is answered at once. */
export function createMeasureAsker(tell: (message: ToMeasurer) => void): MeasureAsker {
  const waiting = new Map<number, (measured: MeasuredSpeed) => void>()
  let lastId = 0
  return {
    measure: ({ signal, ...question }) => {
      if (signal.aborted) return Promise.resolve(CANCELLED)
      const id = ++lastId
      return new Promise(resolve => {
        const end = (measured: MeasuredSpeed) => {
          signal.removeEventListener('abort', cancel)
          waiting.delete(id)
          resolve(measured)
        }
        const cancel = () => {
          tell({ kind: 'cancel-measure', id })
          end(CANCELLED)
        }
        waiting.set(id, end)
        signal.addEventListener('abort', cancel, { once: true })
        tell({ kind: 'measure', id, question })
      })
    },
    take: ({ id, measured }) => waiting.get(id)?.(measured),
  }
}

export interface MeasureAnswerer {
  take(message: ToMeasurer): void
  /** Cancels all that is under way: whoever asked is gone. */
  cancelAll(): void
}

/** The side that answers, for one thread that asks. */
export function createMeasureAnswerer(deps: {
  measure: MeasurePageSpeed
  answer(message: FromMeasurer): void
  log(event: string, details: Record<string, unknown>): void
}): MeasureAnswerer {
  const underWay = new Map<number, AbortController>()
  const measured = async (question: SpeedQuestion): Promise<MeasuredSpeed> => {
    try {
      return await deps.measure(question)
    } catch (error) {
      deps.log('measuring page speed failed', { cause: describeError(error) })
      return FAILED
    }
  }
  return {
    take(message) {
      const { id } = message
      if (message.kind === 'cancel-measure') {
        underWay.get(id)?.abort()
        return
      }
      const control = new AbortController()
      underWay.set(id, control)
      void measured({ ...message.question, signal: control.signal }).then(result => {
        underWay.delete(id)
        if (!control.signal.aborted) deps.answer({ kind: 'measured', id, measured: result })
      })
    },
    cancelAll() {
      for (const control of underWay.values()) control.abort()
    },
  }
}
