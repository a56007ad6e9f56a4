import { tuneChecks } from '#checks/thresholds.ts'
import { assertNever, describeError } from '#shared/errors.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { KnownRobots } from '../robots/known-robots.ts'
import { type VisitDeps, visit } from './visit.ts'
import type { VisitJob } from './visit-job.ts'
import { buffersOf, type FromPageWorker, packRecord, type ToPageWorker } from './worker-messages.ts'

export interface PageWorkerDeps extends Omit<VisitDeps, 'reportCheckError' | 'mayFollow' | 'render'> {
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  post(message: FromPageWorker, transfer: readonly ArrayBuffer[]): void
}

/**
 * Visits what it is told, many at once; keeps nothing but what is under way and the robots.txt files of the running crawls, by
 * which redirects are judged. Returns the receiver of messages.
 */
export function createPageWorker(deps: PageWorkerDeps): (message: ToPageWorker) => void {
  const underWay = new Map<number, AbortController>()
  const robots = new Map<number, KnownRobots>()
  const robotsOf = (crawlId: number): KnownRobots => {
    const known = robots.get(crawlId) ?? new KnownRobots(deps.robotsToken)
    robots.set(crawlId, known)
    return known
  }
  /** Pages that a browser has, by crawl and URL. */
  const inBrowser = new Map<string, (page: RenderedPage) => void>()
  const visitDeps: VisitDeps = {
    ...deps,
    render: ({ urlId }, question) =>
      new Promise(resolve => {
        inBrowser.set(`${question.crawlId}:${urlId}`, resolve)
        deps.post({ kind: 'render', urlId, question }, [])
      }),
    mayFollow: (job, url) => robots.get(job.crawlId)?.judge(url).isAllowed ?? true,
    reportCheckError: (checkId, url, error) =>
      deps.post({ kind: 'check-error', checkId, url, message: describeError(error) }, []),
  }
  /** Of crawls that judge by other numbers than the checks come with. */
  const tuned = new Map<number, VisitDeps>()
  const run = async (job: VisitJob) => {
    let controller = underWay.get(job.crawlId)
    if (!controller || controller.signal.aborted) {
      controller = new AbortController()
      underWay.set(job.crawlId, controller)
    }
    try {
      const record = await visit(job, tuned.get(job.crawlId) ?? visitDeps, controller.signal)
      deps.post({ kind: 'record', packed: packRecord(record) }, buffersOf(record))
    } catch (error) {
      // Not the web's fault: a defect of ours, which must not take the other visits with it.
      const message = describeError(error)
      deps.post({ kind: 'crash', crawlId: job.crawlId, urlId: job.urlId, message }, [])
    }
  }
  const abort = (crawlId: number) => {
    underWay.get(crawlId)?.abort()
    underWay.delete(crawlId)
  }
  return message => {
    switch (message.kind) {
      case 'visit':
        void run(message.job)
        break
      case 'abort':
        abort(message.crawlId)
        break
      case 'robots':
        robotsOf(message.crawlId).set(message.origin, message.known)
        break
      case 'rendered': {
        const key = `${message.crawlId}:${message.urlId}`
        inBrowser.get(key)?.(message.page)
        inBrowser.delete(key)
        break
      }
      case 'forget':
        abort(message.crawlId)
        robots.delete(message.crawlId)
        tuned.delete(message.crawlId)
        break
      case 'thresholds':
        tuned.set(message.crawlId, { ...visitDeps, checks: tuneChecks(deps.checks, message.thresholds) })
        break
      default:
        assertNever(message)
    }
  }
}
