import { type VisitDeps, visit } from './visit.ts'
import type { VisitJob, VisitResult } from './visit-job.ts'

/** What the engine tells a page worker. */
export type ToPageWorker = { kind: 'visit'; job: VisitJob } | { kind: 'abort'; crawlId: number }

/** What a page worker answers. */
export type FromPageWorker =
  | { kind: 'result'; result: VisitResult }
  | { kind: 'check-error'; checkId: string; url: string; message: string }
  | { kind: 'crash'; crawlId: number; urlId: number; message: string }

export interface PageWorkerDeps extends Omit<VisitDeps, 'reportCheckError'> {
  post(message: FromPageWorker, transfer: readonly ArrayBuffer[]): void
}

/** Visits what it is told, many at once; keeps nothing but what is under way. Returns the receiver of messages. */
export function createPageWorker(deps: PageWorkerDeps): (message: ToPageWorker) => void {
  const underWay = new Map<number, AbortController>()
  const visitDeps: VisitDeps = {
    ...deps,
    reportCheckError: (checkId, url, error) =>
      deps.post({ kind: 'check-error', checkId, url, message: error instanceof Error ? (error.stack ?? '') : '' }, []),
  }
  const run = async (job: VisitJob) => {
    let controller = underWay.get(job.crawlId)
    if (!controller || controller.signal.aborted) {
      controller = new AbortController()
      underWay.set(job.crawlId, controller)
    }
    try {
      const result = await visit(job, visitDeps, controller.signal)
      deps.post({ kind: 'result', result }, buffersOf(result))
    } catch (error) {
      // Not the web's fault: a defect of ours, which must not take the other visits with it.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      deps.post({ kind: 'crash', crawlId: job.crawlId, urlId: job.urlId, message }, [])
    }
  }
  return message => {
    if (message.kind === 'abort') {
      underWay.get(message.crawlId)?.abort()
      underWay.delete(message.crawlId)
      return
    }
    void run(message.job)
  }
}

/** Buffers that are moved to the engine's thread instead of copied. */
function buffersOf(result: VisitResult): ArrayBuffer[] {
  const page = result.outcome.page
  if (!page) return []
  return [page.facts, page.links, page.mainText, page.ids, page.minhash].flatMap(bytes =>
    bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [],
  )
}
