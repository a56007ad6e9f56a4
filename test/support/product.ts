import { readFile, rm } from 'node:fs/promises'
import type { MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { openProduct, type Product } from '#runtime/product.ts'
import { type RunningServer, serve } from '#runtime/server.ts'
import { buildWebIfNeeded, WEB_FOLDER, WEB_MANIFEST } from '#runtime/web-build.ts'
import { type ChosenOptions, defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { Segment } from '#shared/segments.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { CrawlRow } from '#store/store.ts'
import { testSettings } from './settings.ts'
import { placeEmptyFile, storageOf, temporaryFolder } from './storage.ts'

/** The real product on a data folder of its own, for integration and end-to-end tests. */

/** Events of ours, such as a failing check, end up here; a test that expects none says so. */
export interface LoggedEvent {
  event: string
  details: Record<string, unknown>
}

export interface TestProduct extends AsyncDisposable {
  product: Product
  folder: string
  logged: LoggedEvent[]
}

export async function openTestProduct(
  options: {
    flags?: Record<string, string>
    folder?: string
    measurePageSpeed?: MeasurePageSpeed
    /** Where everything is remembered instead, and worked on by other processes. */
    shared?: DatabaseLocation
    /** In the test's thread by default: a thread of its own compiles the engine anew for each product. Servers have one. */
    engine?: 'own-thread'
  } = {},
): Promise<TestProduct> {
  const folder = options.folder ?? temporaryFolder()
  const logged: LoggedEvent[] = []
  const log = (event: string, details: Record<string, unknown>) => void logged.push({ event, details })
  const { measurePageSpeed, shared } = options
  const settings = testSettings(options.flags)
  const database = shared ?? (await storageOf(folder))
  if (database.kind === 'sqlite') await placeEmptyFile(database.file)
  const product = await openProduct({
    settings,
    folder,
    alsoAllow: [],
    log,
    ...(measurePageSpeed && { measurePageSpeed }),
    database,
    engine: shared === undefined ? (options.engine ?? 'this-thread') : 'elsewhere',
  })
  return {
    product,
    folder,
    logged,
    [Symbol.asyncDispose]: async () => {
      await product[Symbol.asyncDispose]()
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface CrawlRequest extends ChosenOptions {
  url: string
  limit?: number
  probesExternal?: boolean
  probesResources?: boolean
  reusesUnchanged?: boolean
  thresholds?: readonly ThresholdSetting[]
  /** The URLs that alone are visited. */
  urls?: readonly string[]
  owner?: string
  credentials?: Credentials
  /** Of the website. */
  segments?: readonly Segment[]
  /** Ids of checks whose issues are muted, and of those that are switched off, for the website. */
  muted?: readonly string[]
  switchedOff?: readonly string[]
}

/** Starts a crawl; give its id to `waitForEnd`. */
export async function startTestCrawl({ store, control }: Product, request: CrawlRequest): Promise<number> {
  const {
    url,
    limit = 500,
    thresholds,
    urls,
    owner = 'test',
    muted = [],
    switchedOff = [],
    credentials,
    segments,
    ...options
  } = request
  const ownerId =
    (await store.visitors.findOwner(owner, Date.now())) ?? (await store.visitors.createOwner(owner, Date.now()))
  const { websiteId, crawlId } = await store.websites.startCrawl({
    ownerId,
    url,
    crawlLimit: limit,
    options: {
      ...defaultCrawlOptions,
      ...options,
      isListOnly: urls !== undefined,
      ...(thresholds && { thresholds: [...thresholds] }),
    },
    ...(urls && { urls }),
    ...(credentials && { credentials }),
    nowMs: Date.now(),
  })
  if (segments) await store.settings.setSegments(websiteId, segments)
  await decide(store, { websiteId, muted, switchedOff })
  control.wake()
  return crawlId
}

/** Nothing that is decided already. */
async function decide(
  { settings }: Product['store'],
  { websiteId, muted, switchedOff }: Required<Pick<CrawlRequest, 'muted' | 'switchedOff'>> & { websiteId: number },
): Promise<void> {
  if (muted.length + switchedOff.length === 0) return
  const { mutes, checks } = await settings.read(websiteId)
  for (const checkId of muted.filter(id => !mutes.some(mute => mute.checkId === id)))
    await settings.addMute({ websiteId, checkId, pattern: null, reason: 'x', nowMs: Date.now() })
  for (const checkId of switchedOff.filter(id => !checks.some(check => check.checkId === id)))
    await settings.setCheck({ websiteId, checkId, isOff: true, severity: null })
}

const POLL_MS = 20

/** Polls the store until the crawl has ended. The test runner's own deadline ends a wait in vain. */
export async function waitForEnd({ store }: Product, crawlId: number): Promise<CrawlRow> {
  for (;;) {
    const crawl = await store.reading.crawl(crawlId)
    if (crawl?.status === 'complete') return crawl
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** By the first server of a process: a test file that runs alone finds a front end as new as its sources, too. */
let built: Promise<unknown> | undefined

export interface TestServerOptions {
  flags?: Record<string, string>
  demoUrl?: string
  /** Data folder that outlives the server; one of its own by default. */
  folder?: string
  /** Takes the server's log. */
  logged?: LoggedEvent[]
}

/** The whole server on a free port, with the built front end. */
export async function startTestServer(options: TestServerOptions = {}): Promise<RunningServer> {
  built ??= buildWebIfNeeded()
  await built
  const folder = options.folder ?? temporaryFolder()
  const server = await serve({
    settings: testSettings(options.flags),
    folder,
    database: await storageOf(folder),
    alsoAllow: [],
    log: (event, details) => void options.logged?.push({ event, details }),
    webFolder: WEB_FOLDER,
    manifest: await readFile(WEB_MANIFEST, 'utf8'),
    demoUrl: options.demoUrl ?? null,
  })
  return {
    url: server.url,
    generatedAccounts: server.generatedAccounts,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
