import type { PageCheck, SiteCheck } from '#checks/check.ts'
import type { SharedCauses } from '#checks/shared-causes.ts'
import { compileFields } from '#extract/fields/read-fields.ts'
import type { Fetcher, FetchRequest, FetchResult } from '#fetch/fetch.ts'
import type { PeerCertificate } from '#shared/certificate.ts'
import { type CrawlOptions, defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { Credentials } from '#shared/credentials.ts'
import { fieldsOf } from '#shared/custom-fields.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { Hop } from '#shared/model.ts'
import { compileSearches } from '#shared/text-searches.ts'
import type { Claim, CrawlRow, Store } from '#store/store.ts'
import { testEngineSettings } from '../../test/support/settings.ts'
import { openTestStore } from '../../test/support/storage.ts'
import type { CrawlRunDeps } from './crawl-context.ts'
import { runCrawl } from './crawl-run.ts'
import type { EngineSettings } from './engine-settings.ts'
import type { MeasuredSpeed } from './page-speed/measure-page-speed.ts'
import { HostRates } from './schedule/host-rates.ts'
import { visit } from './visit/visit.ts'
import type { VisitJob } from './visit/worker-messages.ts'

/** Whole crawls of made-up sites for the tests of this part: real store, real visits, and a web that is a table. */

export interface ScriptedResponse {
  status?: number
  /** Sends on, with status 301 unless another is given. */
  location?: string
  /** Of a page. */
  links?: readonly string[]
  /** Anything but a page. */
  text?: string | Uint8Array
  type?: string
  /** Beside the type. */
  headers?: readonly (readonly [string, string])[]
  /** First byte after so long; at once by default. */
  ttfbMs?: number
  failure?: FetchFailure
  certificate?: PeerCertificate
}

/** By URL. What is not in it does not exist. */
export type ScriptedWeb = Readonly<Record<string, ScriptedResponse>>

export interface ScriptedCrawl {
  web: ScriptedWeb
  url: string
  limit?: number
  options?: Partial<CrawlOptions>
  urls?: readonly string[]
  settings?: Partial<EngineSettings>
  /** None by default, of either kind. */
  pageChecks?: readonly PageCheck[]
  siteChecks?: readonly SiteCheck[]
  /** Which causes earlier pages have, as one page worker knows it. None by default: every page has all its findings until the end. */
  sharedCauses?: SharedCauses
  /** Time passes whenever no job is under way and this is true, so that pauses come to their end; it stands still by default. */
  isTimePassing?: () => boolean
  /** Sees every job before it is responded; may hold it up, or act on the crawl. */
  onJob?: (job: VisitJob, act: CrawlActs) => unknown
  /** Sees every step of the crawl at the store, by the name of its method, before it is taken. */
  onStep?: (name: string, act: CrawlActs) => unknown
  /** Measures the pages of the sample; for crawls that have none by default. */
  measure?: (url: string, act: CrawlActs) => MeasuredSpeed
  /** Of a crawl with the option `hasCredentials`; they are gone by default. */
  credentials?: Credentials
}

type CrawlActs = Record<'stop' | 'pause' | 'abandon', () => void>

export interface Crawled {
  crawl: CrawlRow
  /** `visit` or `probe` and the URL, in the order of requesting. */
  jobs: string[]
  /** What is requested beside the pages. */
  fetched: string[]
  /** Why a URL was not requested, by URL. */
  skipped: ReadonlyMap<string, string>
}

export interface ScriptedCrawls extends AsyncDisposable {
  store: Store
  /** Starts a crawl and works on it until it ends, rests or is abandoned. */
  run(crawl: ScriptedCrawl): Promise<Crawled>
  /** Works on the crawl that was left. */
  goOn(crawl: ScriptedCrawl): Promise<Crawled>
}

export async function openScriptedCrawls(): Promise<ScriptedCrawls> {
  const store = await openTestStore()
  const ownerId = await store.visitors.createOwner('test', 1_000)
  const goOn = async (crawl: ScriptedCrawl): Promise<Crawled> => {
    await store.crawls.releaseAllClaims()
    const claim = await store.crawls.claim('test', 1_000, 1e12)
    if (claim === null) throw new Error('there is no crawl to work on')
    return await work(store, claim, crawl)
  }
  return {
    store,
    goOn,
    async run(crawl) {
      const { url, limit = 100, urls } = crawl
      const options = {
        ...defaultCrawlOptions,
        isListOnly: urls !== undefined,
        ...crawl.options,
      }
      await store.websites.startCrawl({ ownerId, url, crawlLimit: limit, options, ...(urls && { urls }), nowMs: 1_000 })
      return await goOn(crawl)
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
    },
  }
}

async function work(store: Store, claim: Claim, crawl: ScriptedCrawl): Promise<Crawled> {
  using scripted = scriptedDeps(store, crawl)
  const { deps, jobs, fetched, signals } = scripted
  await runCrawl(claim, deps, {
    abandon: signals.abandon.signal,
    pause: signals.pause.signal,
    stop: signals.stop.signal,
  })
  const row = await store.reading.crawl(claim.crawlId)
  if (row === null) throw new Error('the crawl is gone')
  const skipped = await store.reading.skippedUrls(claim.crawlId, { limit: 1_000 })
  return { crawl: row, jobs, fetched, skipped: new Map(skipped.map(({ url, reason }) => [url, reason])) }
}

interface ScriptedDeps extends Pick<Crawled, 'jobs' | 'fetched'>, Disposable {
  deps: CrawlRunDeps
  signals: Record<keyof CrawlActs, AbortController>
}

/** What a crawl of made-up sites is run with, for tests that run it themselves. */
export function scriptedDeps(store: Store, crawl: Omit<ScriptedCrawl, 'url'>): ScriptedDeps {
  const signals = { abandon: new AbortController(), pause: new AbortController(), stop: new AbortController() }
  const act: CrawlActs = {
    stop: () => signals.stop.abort(),
    pause: () => signals.pause.abort(),
    abandon: () => signals.abandon.abort(),
  }
  const jobs: string[] = []
  const fetched: string[] = []
  const web = scriptedWeb(crawl.web)
  const beside: Fetcher = {
    ...web,
    fetch: request => {
      fetched.push(request.url)
      return web.fetch(request)
    },
  }
  let underWay = 0
  const { isTimePassing } = crawl
  const clock = isTimePassing ? passingTime(() => underWay === 0 && isTimePassing()) : standingTime()
  const timing: Pick<CrawlRunDeps, 'elapsedMs' | 'after' | 'log'> = {
    elapsedMs: clock.elapsedMs,
    after: clock.after,
    log: (event, details) => {
      throw new Error(`${event}: ${JSON.stringify(details)}`)
    },
  }
  const submitted = scriptedPool(web, crawl, async job => {
    jobs.push(`${job.mode} ${job.url}`)
    await crawl.onJob?.(job, act)
  })
  const deps: CrawlRunDeps = {
    store: { ...store, crawls: watchedSteps(store.crawls, name => crawl.onStep?.(name, act)) },
    pool: {
      ...submitted,
      submit(job) {
        underWay++
        return submitted.submit(job).finally(() => underWay--)
      },
    },
    fetcher: beside,
    hostRates: new HostRates({ store, process: 'test', leaseMs: 30_000, ...timing }),
    onWaiting() {},
    credentialsOf: async () => crawl.credentials ?? null,
    settings: { ...testEngineSettings, ...crawl.settings },
    ownChecks: null,
    pageChecks: async () => crawl.pageChecks ?? [],
    siteChecks: async () => crawl.siteChecks ?? [],
    async measurePageSpeed({ url }) {
      if (!crawl.measure) throw new Error('this crawl measures no page')
      return crawl.measure(url, act)
    },
    now: () => 2_000,
    ...timing,
  }
  return { deps, jobs, fetched, signals, [Symbol.dispose]: () => clock[Symbol.dispose]() }
}

function watchedSteps(crawls: Store['crawls'], onStep: (name: string) => void): Store['crawls'] {
  return new Proxy(crawls, {
    get(target, name, receiver) {
      onStep(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
}

interface Clock extends Pick<CrawlRunDeps, 'elapsedMs' | 'after'>, Disposable {}

/** For crawls that wait for nothing. */
function standingTime(): Clock {
  return {
    elapsedMs: () => 0,
    after(ms, callback) {
      if (ms > 0) return () => {}
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
    [Symbol.dispose]() {},
  }
}

/** Jumps to the next timer whenever it may. */
function passingTime(mayPass: () => boolean): Clock {
  let nowMs = 0
  const timers = new Set<{ atMs: number; callback: () => void }>()
  const advance = setInterval(() => {
    const [next] = mayPass() ? [...timers].sort((a, b) => a.atMs - b.atMs) : []
    if (!next) return
    timers.delete(next)
    nowMs = Math.max(nowMs, next.atMs)
    next.callback()
  })
  return {
    elapsedMs: () => nowMs,
    after(ms, callback) {
      const timer = { atMs: nowMs + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    [Symbol.dispose]: () => clearInterval(advance),
  }
}

/** Real visits, one after the other as they are requested. */
function scriptedPool(
  fetcher: Fetcher,
  { pageChecks = [], sharedCauses, options }: Pick<ScriptedCrawl, 'pageChecks' | 'sharedCauses' | 'options'>,
  onJob: (job: VisitJob) => Promise<void>,
): CrawlRunDeps['pool'] {
  const control = new AbortController()
  return {
    async submit(job) {
      await onJob(job)
      const deps = {
        fetcher,
        now: () => 2_000,
        checks: pageChecks,
        searches: compileSearches({ ...defaultCrawlOptions, ...options }),
        ...(options?.fields && { fields: compileFields(fieldsOf(options.fields)) }),
        ...(sharedCauses && { sharedCauses }),
        refusesHop: () => null,
        onReading: () => {},
        render: () => Promise.reject(new Error('no test here renders')),
        reportCheckError: (id: string, url: string, cause: unknown) => {
          throw new Error(`${id} failed on ${url}`, { cause })
        },
      }
      return await visit(job, deps, control.signal)
    },
    abort: () => control.abort(),
    setRobots: () => {},
    setOptions: () => {},
    setSession: () => {},
    signInWithBrowser: async () => ({ ok: false, why: 'no browser', shown: '', isBrowserMissing: true }),
    forget: () => {},
  }
}

function scriptedWeb(web: ScriptedWeb): Fetcher {
  return {
    async fetch(request) {
      return request.signal.aborted ? failure(request.url, 'aborted', []) : response(web, request)
    },
    async [Symbol.asyncDispose]() {},
  }
}

const PERMANENT = 301

function response(web: ScriptedWeb, request: FetchRequest): FetchResult {
  const hops: Hop[] = []
  let url = request.url
  for (;;) {
    const response = web[url] ?? { status: 404 }
    const { location, links = [], text, type = 'text/html', headers = [], ttfbMs = 1, certificate } = response
    if (response.failure) return failure(url, response.failure, hops)
    if (location === undefined || hops.length >= request.maxHops) {
      const page = `<!doctype html><title>${url}</title>${links.map(href => `<a href="${href}">to ${href}</a>`).join(' ')}`
      return {
        kind: 'response',
        url,
        status: response.status ?? (location === undefined ? 200 : PERMANENT),
        httpVersion: '1.1',
        headers: [['content-type', type], ...headers.map(([name, value]): [string, string] => [name, value])],
        hops,
        timing: { ttfbMs, totalMs: ttfbMs + 1 },
        body: Buffer.from(text ?? page),
        transferBytes: 1_000,
        isTruncated: false,
        ...(certificate && { certificate }),
      }
    }
    if (hops.some(hop => hop.url === url)) return failure(url, 'redirect-loop', hops)
    hops.push({ url, status: response.status ?? PERMANENT, location, elapsedMs: 1 })
    const refused = request.refusesHop?.(location)
    if (refused) return failure(url, refused, hops)
    url = location
  }
}

function failure(url: string, reason: FetchFailure, hops: Hop[]): FetchResult {
  return { kind: 'failure', url, reason, detail: `It failed: ${reason}.`, hops, timing: null }
}
