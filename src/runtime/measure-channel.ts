import type { MeasuredSpeed, MeasurePageSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'
import { describeError } from '#shared/errors.ts'

/** Page speed across threads: the engine requests it, the main thread has the browser, the key and the queue. */

/** A question without its signal, which cannot be sent. */
type SentQuestion = Omit<SpeedQuestion, 'signal'>

export type ToMeasurer =
  | { kind: 'measure'; id: number; question: SentQuestion }
  | { kind: 'cancel-measure'; id: number }
export type FromMeasurer = { kind: 'measured'; id: number; measured: MeasuredSpeed }

const CANCELLED: MeasuredSpeed = { ok: false, cause: 'page', message: 'The measurement was cancelled.' }
const FAILED: MeasuredSpeed = {
  ok: false,
  cause: 'page',
  message: 'The measurement failed because of an internal error; the operator finds the cause in the log.',
}

export interface MeasureClient {
  measure: MeasurePageSpeed
  /** Takes a response; drops it when the question was cancelled. */
  take(response: FromMeasurer): void
}

/** The engine's side. A cancelled question resolves at once. */
export function createMeasureClient(post: (message: ToMeasurer) => void): MeasureClient {
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
          post({ kind: 'cancel-measure', id })
          end(CANCELLED)
        }
        waiting.set(id, end)
        signal.addEventListener('abort', cancel, { once: true })
        post({ kind: 'measure', id, question })
      })
    },
    take: ({ id, measured }) => waiting.get(id)?.(measured),
  }
}

export interface MeasureServer {
  take(message: ToMeasurer): void
  /** Cancels all measurements under way: the engine is gone. */
  cancelAll(): void
}

/** The main thread's side, for one engine thread. */
export function createMeasureServer(deps: {
  measure: MeasurePageSpeed
  post(message: FromMeasurer): void
  log(event: string, details: Record<string, unknown>): void
}): MeasureServer {
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
        if (!control.signal.aborted) deps.post({ kind: 'measured', id, measured: result })
      })
    },
    cancelAll() {
      for (const control of underWay.values()) control.abort()
    },
  }
}
