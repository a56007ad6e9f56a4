import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { serve as listen } from '@hono/node-server'
import { createApp } from './api/app.ts'
import { readAssets } from './api/assets.ts'
import type { DocumentAssets } from './api/document.ts'
import { readWebManifest } from './api/web-manifest.ts'
import { SettingError, type Settings, targetPolicy } from './config.ts'
import type { CrawlControl } from './crawl/control.ts'
import type { EngineSettings } from './crawl/engine-settings.ts'
import { spawnEngine, startEngineThread } from './engine-host.ts'
import { judgeHost } from './fetch/address-guard.ts'
import type { FetchLimits, TargetPolicy } from './fetch/fetch.ts'
import type { Log } from './operator-log.ts'
import { lockDataFolder } from './store/data-folder-lock.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { Store } from './store/store.ts'
import type { EngineThreadData } from './threads.ts'

/**
 * The only file that knows every part: settings in, parts built and started. It decides nothing about crawling,
 * judging or answering.
 */

const DATABASE_FILE = 'sitesounder.sqlite'
const BUSY_TIMEOUT_MS = 5_000
const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000

/** The store and the engine that works on it. */
export interface Product extends AsyncDisposable {
  store: Store
  control: CrawlControl
}

export interface ProductOptions {
  settings: Settings
  /** Data folder; it is locked for this process. */
  folder: string
  /** Targets that are open whatever the settings say: the demo site. */
  alsoAllow: readonly string[]
  log: Log
}

/**
 * Opens the data folder and starts the engine in its own thread.
 *
 * @throws SettingError when the folder cannot be used; AppError when another process uses it.
 */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { settings, folder, log } = options
  prepareFolder(folder)
  await using parts = new AsyncDisposableStack()
  parts.use(lockDataFolder(folder))
  const databaseFile = path.join(folder, DATABASE_FILE)
  const store = parts.use(await openSqliteStore({ file: databaseFile, busyTimeoutMs: BUSY_TIMEOUT_MS }))
  const chosen = targetPolicy(settings)
  const policy: TargetPolicy = { targets: chosen.targets, allow: [...chosen.allow, ...options.alsoAllow] }
  const engine = await startEngineThread(
    { ...engineData(settings, policy), databaseFile },
    { log, spawn: spawnEngine, after },
  )
  parts.defer(() => engine.close())
  const control: CrawlControl = {
    wake: () => engine.tell({ kind: 'wake' }),
    stop: crawlId => engine.tell({ kind: 'stop', crawlId }),
    sweep: () => engine.tell({ kind: 'sweep' }),
    countActive: () => store.crawls.countActive(),
    judgeTarget: async url => {
      const verdict = await judgeHost({ url, policy })
      return verdict.ok ? verdict : { ok: false, message: verdict.detail }
    },
  }
  const standing = parts.move()
  return { store, control, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
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

function engineData(settings: Settings, policy: TargetPolicy): Omit<EngineThreadData, 'databaseFile'> {
  const limits: FetchLimits = {
    userAgent: settings.userAgent,
    connectTimeoutMs: settings.connectTimeoutMs,
    firstByteTimeoutMs: settings.firstByteTimeoutMs,
    totalTimeoutMs: settings.totalTimeoutMs,
    maxBodyBytes: settings.maxBodyBytes,
    probeBodyBytes: settings.probeBodyBytes,
    maxHeaderBytes: settings.maxHeaderBytes,
    connectionsPerHost: Math.max(settings.requestsPerHost, settings.requestsPerLoopbackHost),
  }
  const engine: EngineSettings = {
    robotsToken: 'sitesounder',
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
  }
  return {
    pageWorkers: settings.pageWorkers || availableParallelism(),
    crawlsAtOnce: settings.crawlsAtOnce,
    readTimeoutMs: settings.readTimeoutMs,
    limits,
    policy,
    engine,
  }
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
}

/** Serves the API and the screens. @throws SettingError when the address is taken. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { settings, log } = options
  await using parts = new AsyncDisposableStack()
  const product = parts.use(await openProduct(options))
  const documents: DocumentAssets = readWebManifest(options.manifest)
  const app = createApp({
    store: product.store,
    control: product.control,
    settings: {
      maxCrawlLimit: settings.maxCrawlLimit,
      ephemeralSeconds: settings.ephemeralSeconds,
      publicUrl: settings.publicUrl,
      maxActiveCrawls: settings.maxActiveCrawls,
      maxActiveCrawlsPerVisitor: settings.maxActiveCrawlsPerVisitor,
      obeysRobots: settings.obeyRobots,
      probesResources: settings.probeResources,
      probesExternal: settings.probeExternal,
      demoUrl: options.demoUrl,
      bodyLimitBytes: BODY_LIMIT_BYTES,
    },
    now: Date.now,
    randomBytes: size => randomBytes(size),
    log: { error: (message, fields) => log(message, { ...fields, cause: describe(fields.cause) }) },
    documents,
    assets: await readAssets(options.webFolder),
  })
  const { url, close } = await openPort(app, settings)
  parts.defer(close)
  // Everything stands: from here on the caller closes it.
  const standing = parts.move()
  return { url, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

function openPort(app: { fetch: Parameters<typeof listen>[0]['fetch'] }, settings: Settings) {
  const { host, port } = settings
  return new Promise<{ url: string; close(): Promise<void> }>((resolve, reject) => {
    const server = listen(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
      },
      info => {
        const name = info.family === 'IPv6' ? `[${info.address}]` : info.address
        resolve({ url: `http://${name}:${info.port}`, close: () => closeServer(server) })
      },
    )
    server.on('error', (error: NodeJS.ErrnoException) => reject(portError(error, settings)))
  })
}

function closeServer(server: ReturnType<typeof listen>): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

function portError(error: NodeJS.ErrnoException, { host, port }: Settings): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingError(
      `Port ${port} on ${host} is already in use: stop what uses it, or choose another with PORT.`,
    )
  }
  if (error.code === 'EACCES')
    return new SettingError(`Port ${port} may not be opened by this user: choose one from 1024 up.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new SettingError(`${host} is no address of this machine: choose another with HOST.`)
  }
  return error
}

export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
