import { SharedCauses } from '#checks/shared-causes.ts'
import { tuneChecks } from '#checks/thresholds.ts'
import { compileFields } from '#extract/fields/read-fields.ts'
import { openAccess } from '#fetch/access/request-access.ts'
import { hasSignIn } from '#fetch/access/sign-in-result.ts'
import type { KnownResponse } from '#fetch/fetch.ts'
import { byRoute } from '#fetch/outbound/route.ts'
import { ruleMatcher } from '#shared/crawl-scope.ts'
import type { Credentials } from '#shared/credentials.ts'
import { fieldsOf } from '#shared/custom-fields.ts'
import { assertNever, describeError } from '#shared/errors.ts'
import { crawlRoute } from '#shared/outbound.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { compileSearches } from '#shared/text-searches.ts'
import { isLogoutUrl } from '../access/logout-urls.ts'
import { KnownRobots } from '../robots/known-robots.ts'
import { readPage } from './read-page.ts'
import { fetchPage, responseRecord, type VisitDeps } from './visit.ts'
import {
  buffersOf,
  type FetchedPage,
  type FromPageWorker,
  packRecord,
  responseKey,
  type ToPageWorker,
  timesWanted,
  type VisitJob,
  type VisitOptions,
  wholeBuffers,
} from './worker-messages.ts'

export interface PageWorkerDeps
  extends Omit<VisitDeps, 'reportCheckError' | 'refusesHop' | 'render' | 'shared' | 'sharedCauses' | 'onLargeBody'> {
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  /** Names the program, whose results are not those of another one. */
  program: string
  post(message: FromPageWorker, transfer: readonly ArrayBuffer[]): void
}

/**
 * Visits URLs, many at once. Keeps the visits under way and, of each running crawl, its options, the robots.txt files against which
 * redirects are checked, and the causes that several of its pages have. Returns the receiver of messages.
 */
export function createPageWorker(deps: PageWorkerDeps): (message: ToPageWorker) => void {
  const underWay = new Map<number, AbortController>()
  const sharedCauses = new Map<number, SharedCauses>()
  const robots = new Map<number, KnownRobots>()
  const robotsOf = (crawlId: number): KnownRobots => {
    const known = robots.get(crawlId) ?? new KnownRobots(deps.robotsToken)
    robots.set(crawlId, known)
    return known
  }
  /** Pages that are being rendered, by crawl and URL. */
  const inBrowser = new Map<string, (page: RenderedPage) => void>()
  /** Visits that wait for what is known of a URL, by crawl and URL. */
  const recalling = new Map<string, (known: KnownResponse | null) => void>()
  /** Large pages that another thread is to read, by crawl and URL. */
  const readElsewhere = new Map<string, () => void>()
  const sharedFor = (job: VisitJob, { known, signal }: { known: KnownResponse | null; signal: AbortSignal }) => {
    const { crawlId, urlId } = job
    const visited = `${crawlId}:${urlId}`
    return {
      async recall(url: string) {
        if (url === job.url) return known
        const { promise, resolve } = Promise.withResolvers<KnownResponse | null>()
        const abort = () => resolve(null)
        recalling.set(visited, resolve)
        signal.addEventListener('abort', abort)
        deps.post({ kind: 'recall', crawlId, urlId, key: responseKey(job, url), times: timesWanted(job) }, [])
        return await promise.finally(() => signal.removeEventListener('abort', abort))
      },
      learn(url: string, response: KnownResponse | null) {
        // A redirect to the login page holds until the crawl has signed in again.
        const known = isSignedIn(url, depsOf.get(crawlId)?.signIn?.credentials ?? null) ? null : response
        deps.post({ kind: 'learn', crawlId, urlId, key: responseKey(job, url), response: known }, [])
      },
    }
  }
  const visitDeps: VisitDeps = {
    ...deps,
    render: ({ urlId }, question) =>
      new Promise(resolve => {
        inBrowser.set(`${question.crawlId}:${urlId}`, resolve)
        deps.post({ kind: 'render', urlId, question }, [])
      }),
    refusesHop: (job, url) => ((robots.get(job.crawlId)?.check(url).isAllowed ?? true) ? null : 'robots'),
    reportCheckError: (checkId, url, error) =>
      deps.post({ kind: 'check-error', checkId, url, message: describeError(error) }, []),
  }
  /** By the options of each crawl. */
  const depsOf = new Map<number, VisitDeps>()
  const depsFor = ({ crawlId }: VisitJob): VisitDeps => {
    const causes = sharedCauses.get(crawlId) ?? new SharedCauses()
    sharedCauses.set(crawlId, causes)
    return { ...(depsOf.get(crawlId) ?? visitDeps), sharedCauses: causes }
  }
  const post = (record: PageRecord) => deps.post({ kind: 'record', packed: packRecord(record) }, buffersOf(record))
  // An internal error, which must not end the other visits.
  const crash = ({ crawlId, urlId }: VisitJob, error: unknown) =>
    deps.post({ kind: 'crash', crawlId, urlId, message: describeError(error) }, [])
  /** Resolves when the page has been read, or its crawl is aborted. */
  const passOn = (page: FetchedPage) =>
    new Promise<void>(resolve => {
      readElsewhere.set(`${page.job.crawlId}:${page.job.urlId}`, resolve)
      deps.post({ kind: 'large-page', page }, wholeBuffers([page.response.body]))
    })
  const run = async (job: VisitJob, known: KnownResponse | null) => {
    let controller = underWay.get(job.crawlId)
    if (!controller || controller.signal.aborted) {
      controller = new AbortController()
      underWay.set(job.crawlId, controller)
    }
    const large: { release: (() => void) | null } = { release: null }
    try {
      const { signal } = controller
      const own = {
        ...depsFor(job),
        shared: sharedFor(job, { known, signal }),
        onLargeBody: (release: () => void) => {
          large.release = release
        },
      }
      const { record, page } = await fetchPage(job, own, signal)
      if (page === null) post(record)
      else if (large.release === null) post(readPage(page, record, own))
      else await passOn(page)
    } catch (error) {
      crash(job, error)
    } finally {
      large.release?.()
    }
  }
  const abort = (crawlId: number) => {
    underWay.get(crawlId)?.abort()
    underWay.delete(crawlId)
  }
  return message => {
    switch (message.kind) {
      case 'visit':
        void run(message.job, message.known ?? null)
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
      case 'recalled': {
        const key = `${message.crawlId}:${message.urlId}`
        recalling.get(key)?.(message.known)
        recalling.delete(key)
        break
      }
      case 'read': {
        const { page } = message
        try {
          post(readPage(page, responseRecord(page, deps.now()), depsFor(page.job)))
        } catch (error) {
          crash(page.job, error)
        }
        break
      }
      case 'large-page-read': {
        const key = `${message.crawlId}:${message.urlId}`
        readElsewhere.get(key)?.()
        readElsewhere.delete(key)
        break
      }
      case 'forget':
        abort(message.crawlId)
        robots.delete(message.crawlId)
        sharedCauses.delete(message.crawlId)
        depsOf.delete(message.crawlId)
        break
      case 'session':
        depsOf.get(message.crawlId)?.signIn?.access.setSession(message.session)
        break
      case 'options': {
        const { thresholds, exclude, userAgent, fields, hasOwnChecks = false, reusesUnchanged } = message.options
        const route = crawlRoute(message.options)
        const { credentials } = message
        const excludedBy = ruleMatcher(exclude)
        const isRefused = (url: string) => excludedBy(url) !== null || isLogout(url, credentials)
        depsOf.set(message.crawlId, {
          ...visitDeps,
          fetcher: byRoute(visitDeps.fetcher, route),
          ...(route && { route }),
          checks: tuneChecks(deps.checks, thresholds),
          ...(userAgent !== '' && { userAgent }),
          searches: compileSearches(message.options),
          ...(fields.length > 0 && { fields: compileFields(fieldsOf(fields)) }),
          hasOwnChecks,
          // Own checks read the facts of each page, and what was read with credentials is stored encrypted.
          ...(reusesUnchanged &&
            !hasOwnChecks &&
            credentials === null && { resultBasis: basisOf(deps.program, message.options) }),
          refusesHop: (job, url) => (isRefused(url) ? 'excluded' : visitDeps.refusesHop(job, url)),
          ...(credentials && { signIn: { credentials, access: openAccess(credentials) } }),
        })
        break
      }
      default:
        assertNever(message)
    }
  }
}

/** What the results of a crawl depend on beside its pages. */
function basisOf(program: string, options: VisitOptions): string {
  const { thresholds, requiredTexts, unwantedTexts, fields } = options
  return JSON.stringify([program, thresholds, requiredTexts, unwantedTexts, fields])
}

/** Requests to this URL have the cookies of a sign-in. */
function isSignedIn(url: string, credentials: Credentials | null): boolean {
  return hasSignIn(credentials) && credentials.origins.includes(new URL(url).origin)
}

/** A link that would end the sign-in is not followed where credentials are sent, and no redirect leads there. */
function isLogout(url: string, credentials: Credentials | null): boolean {
  return credentials?.origins.includes(new URL(url).origin) === true && isLogoutUrl(url)
}
