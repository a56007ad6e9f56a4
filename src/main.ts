import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import type { AccountDeps } from './accounts/account-deps.ts'
import { ensureBuiltInAccounts } from './accounts/built-in-accounts.ts'
import { createApp } from './api/app.ts'
import { readAssets } from './api/assets.ts'
import type { DocumentAssets } from './api/document.ts'
import { vitalSigns } from './api/vital-signs.ts'
import { readWebManifest } from './api/web-manifest.ts'
import { apiSettings } from './api-settings.ts'
import type { Settings } from './config.ts'
import type { CrawlControl } from './crawl/control.ts'
import type { EngineSettings } from './crawl/engine-settings.ts'
import type { MeasurePageSpeed } from './crawl/measure-page-speed.ts'
import { crawlPageSpeed } from './crawl-page-speed.ts'
import { type DatabaseLocation, openStore } from './database.ts'
import { databasePath } from './database-file.ts'
import { type EngineHost, spawnEngine, startEngineThread } from './engine-host.ts'
import { judgeHost } from './fetch/address-guard.ts'
import type { TargetPolicy } from './fetch/fetch.ts'
import { fetchLimits, pageWorkerCount } from './fetch-limits.ts'
import { breakOff, openHttpServer, peerAddress } from './http-server.ts'
import { createImageFetcher } from './image-fetcher.ts'
import type { CrawlQueue } from './jobs/pg-boss.ts'
import { maxStorageBytes } from './max-storage.ts'
import type { Log } from './operator-log.ts'
import { pageSpeedOptions } from './page-speed-options.ts'
import { openPageSpeed } from './pagespeed/open-page-speed.ts'
import type { PageSpeedService } from './pagespeed/page-speed.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { createRecentEvents } from './recent-events.ts'
import type { RenderSettings } from './render-messages.ts'
import { SettingError } from './setting.ts'
import { MEGABYTE } from './shared/byte-units.ts'
import { AppError, describeError } from './shared/errors.ts'
import { lockDataFolder } from './store/data-folder-lock.ts'
import type { Store } from './store/store.ts'
import { targetPolicy } from './target-policy.ts'
import type { EngineThreadData } from './threads.ts'

/**
 * The only file that knows every part: settings in, parts built and started. It decides nothing about crawling,
 * judging or answering.
 */

const MINUTE_MS = 60_000
/** Groups of robots.txt are matched against it. */
const ROBOTS_TOKEN = 'sitesounder'

/** The store and the engine that works on it. */
export interface Product extends AsyncDisposable {
  store: Store
  control: CrawlControl
  pageSpeed: PageSpeedService
}

export interface ProductOptions {
  settings: Settings
  /** Data folder; it is locked for this process, unless everything is remembered elsewhere. */
  folder: string
  /** Where everything is remembered; a file in the data folder when left out. */
  database?: DatabaseLocation
  /** Whether crawls are worked on in other processes alone. */
  isEngineElsewhere?: boolean
  /** Targets that are open whatever the settings say: the demo site. */
  alsoAllow: readonly string[]
  log: Log
  /** Measures the pages of crawls in place of the page speed part, for tests. */
  measurePageSpeed?: MeasurePageSpeed
}

/**
 * Opens the data folder and starts the engine in its own thread.
 *
 * @throws SettingError when the folder cannot be used; AppError when another process uses it.
 */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { settings, folder, log } = options
  const database = options.database ?? { kind: 'sqlite', file: databasePath(folder) }
  await using parts = new AsyncDisposableStack()
  if (database.kind === 'sqlite') {
    prepareFolder(folder)
    parts.use(lockDataFolder(folder))
  }
  const store = parts.use(await openAnnouncingStore(database, options))
  const policy = policyOf(options)
  const pageSpeed = parts.use(openPageSpeed(pageSpeedOptions(settings, { policy, results: store.pageSpeed, log })))
  const measurePageSpeed = options.measurePageSpeed ?? crawlPageSpeed({ store, pageSpeed })
  const engine = options.isEngineElsewhere
    ? engineElsewhere
    : await startEngineThread(
        { ...engineData(settings, policy), database },
        { log, spawn: spawnEngine, after, measurePageSpeed },
      )
  parts.defer(() => engine.close())
  const control: CrawlControl = {
    wake: () => engine.tell({ kind: 'wake' }),
    stop: crawlId => engine.tell({ kind: 'stop', crawlId }),
    pause: crawlId => engine.tell({ kind: 'pause', crawlId }),
    sweep: () => engine.tell({ kind: 'sweep' }),
    countActive: () => store.crawls.countActive(),
    judgeTarget: async url => {
      const verdict = await judgeHost({ url, policy })
      return verdict.ok ? verdict : { ok: false, message: verdict.detail }
    },
  }
  const standing = parts.move()
  return { store, control, pageSpeed, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

/** Other processes find what they have to do in the database. */
const engineElsewhere: EngineHost = {
  tell() {},
  async close() {},
}

/** The store; on PostgreSQL, crawls that wait are announced to the queue. */
async function openAnnouncingStore(
  database: DatabaseLocation,
  { settings: { keptCrawls }, log }: Pick<ProductOptions, 'settings' | 'log'>,
): Promise<Store> {
  if (database.kind === 'sqlite') return await openStore(database, { keptCrawls, log })
  await using parts = new AsyncDisposableStack()
  // First the store: its sentence tells an operator what is wrong with the database.
  const announcing: { queue: CrawlQueue | null } = { queue: null }
  const store = parts.use(
    await openStore(database, {
      keptCrawls,
      log,
      announce: async (transaction, crawl) => announcing.queue?.announce(transaction, crawl),
    }),
  )
  const { openCrawlQueue } = await import('./jobs/pg-boss.ts')
  announcing.queue = parts.use(await openCrawlQueue({ url: database.url, isSupervisor: false, log }))
  const standing = parts.move()
  return { ...store, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

function policyOf({ settings, alsoAllow }: Pick<ProductOptions, 'settings' | 'alsoAllow'>): TargetPolicy {
  const { targets, allow } = targetPolicy(settings)
  return { targets, allow: [...allow, ...alsoAllow] }
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new SettingError(`The data folder ${folder} cannot be written${why}: choose another with SITESOUNDER_DATA.`)
  }
}

function engineData(settings: Settings, policy: TargetPolicy): Omit<EngineThreadData, 'database'> {
  const engine: EngineSettings = {
    robotsToken: ROBOTS_TOKEN,
    requestsPerHost: settings.requestsPerHost,
    requestsPerLoopbackHost: settings.requestsPerLoopbackHost,
    externalPauseMs: settings.externalPauseMs,
    maxCrawlDelayMs: settings.maxCrawlDelaySeconds * 1_000,
    maxRetryAfterMs: settings.maxRetryAfterSeconds * 1_000,
    confirmPauseMs: settings.confirmPauseMs,
    serverErrorPauseMs: settings.serverErrorPauseMs,
    resourceProbeFactor: settings.resourceProbeFactor,
    externalProbeFactor: settings.externalProbeFactor,
    externalProbesPerHost: settings.externalProbesPerHost,
    queueFactor: settings.queueFactor,
    maxStorageBytes: maxStorageBytes(settings),
    crawlBaseMs: settings.crawlMinutes * MINUTE_MS,
    crawlMsPerPage: settings.crawlSecondsPerPage * 1_000,
    crawlBaseBytes: settings.crawlMegabytes * MEGABYTE,
    crawlBytesPerPage: settings.crawlMegabytesPerPage * MEGABYTE,
  }
  return {
    sharedLeaseMs: settings.claimSeconds * 1_000,
    pageWorkers: pageWorkerCount(settings),
    crawlsAtOnce: settings.crawlsAtOnce,
    keptCrawls: settings.keptCrawls,
    readTimeoutMs: settings.readTimeoutMs,
    limits: fetchLimits(settings),
    policy,
    engine,
    rendering: renderSettings(settings),
  }
}

function renderSettings(settings: Settings): RenderSettings | null {
  if (!settings.allowRendering) return null
  const { renderTabs: tabs, renderTimeoutMs: timeoutMs, maxBodyBytes: maxBytes, userAgent } = settings
  return { tabs, timeoutMs, maxBytes, userAgent }
}

export interface ServeOptions extends ProductOptions {
  /** Folder of the built front end. */
  webFolder: string
  /** Text of the front end's manifest. */
  manifest: string
  demoUrl: string | null
}

export interface RunningServer extends AsyncDisposable {
  url: string
  /** Passwords that were generated for the built-in accounts at this start: to be shown once, and kept nowhere. */
  generatedAccounts: readonly { username: string; password: string }[]
}

/** Serves the API and the screens. @throws SettingError when the address is taken, and for a setting that cannot be used. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { settings } = options
  const chosen = apiSettings(settings, options)
  const recent = createRecentEvents({ now: Date.now })
  const log: Log = (event, details) => {
    recent.note(event, details)
    options.log(event, details)
  }
  const random = (size: number) => randomBytes(size)
  await using parts = new AsyncDisposableStack()
  const { store, control, pageSpeed } = parts.use(await openProduct({ ...options, log }))
  const generatedAccounts = await makeAccounts({ store, now: Date.now, randomBytes: random }, settings)
  const images = parts.use(
    createImageFetcher({
      limits: fetchLimits(settings),
      policy: policyOf(options),
      robotsToken: ROBOTS_TOKEN,
      now: () => performance.now(),
      pause: ms => new Promise(resolve => after(ms, resolve)),
    }),
  )
  const startedMs = Date.now()
  const documents: DocumentAssets = readWebManifest(options.manifest)
  const app = createApp({
    store,
    control,
    settings: chosen,
    now: Date.now,
    randomBytes: random,
    startedMs,
    vitalSigns: vitalSignsOf({ store, settings, startedMs, log }),
    recentErrors: recent.newestFirst,
    securityLog: event => options.log('security', { ...event }),
    peerAddress,
    breakOff,
    printPdf: pdfBytes,
    fetchImage: images.fetchImage,
    pageSpeed,
    log: { error: (message, fields) => log(message, { ...fields, cause: describeError(fields.cause) }) },
    documents,
    assets: await readAssets(options.webFolder),
  })
  const { url, close } = await openHttpServer(app, settings)
  parts.defer(close)
  // Everything stands: from here on the caller closes it.
  const standing = parts.move()
  return { url, generatedAccounts, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

/** What is asked of a process that works on crawls and shows nothing. @throws SettingError when its port is taken. */
export async function work(options: ProductOptions): Promise<AsyncDisposable & { url: string | null }> {
  const { settings, log } = options
  await using parts = new AsyncDisposableStack()
  const { store } = parts.use(await openProduct(options))
  let url: string | null = null
  if (settings.workerPort > 0) {
    const app = vitalSignsOf({ store, settings, startedMs: Date.now(), log })
    const server = await openHttpServer(app, { host: settings.host, port: settings.workerPort })
    parts.defer(server.close)
    url = server.url
  }
  const standing = parts.move()
  return { url, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

interface Vital {
  store: Store
  settings: Settings
  startedMs: number
  log: Log
}

function vitalSignsOf({ store, settings, startedMs, log }: Vital) {
  return vitalSigns({
    store,
    tellsMetrics: settings.metrics,
    startedMs,
    processFigures: () => {
      const { user, system } = process.cpuUsage()
      return { cpuSeconds: (user + system) / 1_000_000, residentBytes: process.memoryUsage.rss() }
    },
    log: { error: (event, fields) => log(event, { cause: describeError(fields.cause) }) },
  })
}

/** @throws SettingError for a poor password of the settings. */
async function makeAccounts(deps: AccountDeps, { adminPassword, userPassword }: Settings) {
  try {
    return await ensureBuiltInAccounts(deps, { admin: adminPassword, user: userPassword })
  } catch (error) {
    if (error instanceof AppError) throw new SettingError(error.message, { cause: error })
    throw error
  }
}
