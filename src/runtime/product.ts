import { accessSync, constants, mkdirSync } from 'node:fs'
import type { CrawlControl } from '#crawl/control.ts'
import type { MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import { checkHost } from '#fetch/address-guard.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import type { CrawlQueue } from '#jobs/pg-boss.ts'
import type { PageSpeedService } from '#pagespeed/page-speed.ts'
import type { Settings } from '#settings/config.ts'
import { targetPolicy } from '#settings/fetch-limits.ts'
import { SettingError } from '#settings/setting.ts'
import { urlsOfTargets } from '#shared/host-map.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import { lockDataFolder } from '#store/database/data-folder-lock.ts'
import type { Store } from '#store/store.ts'
import { credentialsKey } from './credentials-key.ts'
import { type DatabaseLocation, databasePath, loadCrawlQueue, openStore } from './database.ts'
import { startEngineInMainThread } from './engine-channel.ts'
import { engineData, ownCheckFiles } from './engine-data.ts'
import { type EngineSupervisor, spawnEngine, superviseEngine } from './engine-supervisor.ts'
import type { Log } from './operator-log.ts'
import { crawlPageSpeed, lazyPageSpeed, pageSpeedOptions } from './page-speed.ts'

/**
 * The store and the engine that works on it. Imports nothing heavy: the engine thread is started first, and this thread loads its
 * code at the same time.
 */
export interface Product extends AsyncDisposable {
  store: Store
  control: CrawlControl
  /** Checks of the operator's own files. */
  ownChecks: readonly OwnCheck[]
  /** Loads the part at the first call. */
  pageSpeed(): Promise<PageSpeedService>
}

export interface ProductOptions {
  settings: Settings
  /** Data folder; locked for this process, unless the database is elsewhere. */
  folder: string
  /** The database; a file in the data folder when absent. */
  database?: DatabaseLocation
  /** Where crawls run: in a thread of its own (the default), in the main thread, or in other processes only. */
  engine?: 'own-thread' | 'this-thread' | 'elsewhere'
  /** Targets that are open whatever the settings say: the demo site. */
  alsoAllow: readonly string[]
  /** Encrypts stored credentials, in place of the key of the settings or the data folder. */
  credentialsKey?: Uint8Array
  log: Log
  /** Measures the pages of crawls in place of the page speed part, for tests. */
  measurePageSpeed?: MeasurePageSpeed
}

/**
 * Opens the data folder and starts the engine.
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
  const key = options.credentialsKey ?? credentialsKey(settings, { folder, database })
  const policy = policyOf(options)
  const ownChecks = await readOwnChecks(settings)
  const opening = Promise.withResolvers<Store>()
  const pageSpeed = lazyPageSpeed(async () => {
    const { pageSpeed: results } = await opening.promise
    return pageSpeedOptions(settings, { policy, results, yieldsToCrawls: true, log })
  })
  const measurePageSpeed: MeasurePageSpeed = async question =>
    await crawlPageSpeed({ store: await opening.promise, pageSpeed })(question)
  const starting =
    options.engine === 'elsewhere'
      ? Promise.resolve(engineElsewhere)
      : superviseEngine(
          { ...engineData(settings, policy, ownChecks), database, credentialsKey: key },
          {
            log,
            spawn:
              options.engine === 'this-thread' ? data => startEngineInMainThread(data, opening.promise) : spawnEngine,
            after,
            databaseReady: opening.promise,
            measurePageSpeed: options.measurePageSpeed ?? measurePageSpeed,
          },
        )
  // Handled below; first the error of the store: its sentence says what is wrong with the database.
  starting.catch(() => {})
  opening.resolve(openAnnouncingStore(database, { ...options, key }))
  const store = parts.use(await opening.promise)
  parts.use(pageSpeed)
  const { close, ...hints } = await starting
  parts.defer(close)
  const control: CrawlControl = {
    ...hints,
    countActive: () => store.crawls.countActive(),
    checkTarget: async (url, hostMap = []) => {
      for (const each of urlsOfTargets(url, hostMap)) {
        const checked = await checkHost({ url: each, policy })
        if (!checked.ok) return { ok: false, message: checked.detail }
      }
      return { ok: true }
    },
  }
  const standing = parts.move()
  return {
    store,
    control,
    ownChecks,
    pageSpeed: pageSpeed.open,
    [Symbol.asyncDispose]: () => standing.disposeAsync(),
  }
}

/** What the operator's own files of checks declare. @throws SettingError for files that cannot be used. */
export async function readOwnChecks(settings: Settings): Promise<readonly OwnCheck[]> {
  if (settings.checkFiles.length === 0) return []
  const { describeOwnChecks } = await import('./own-checks.ts')
  return await describeOwnChecks(ownCheckFiles(settings))
}

/** Other processes find their work in the database. */
const engineElsewhere: EngineSupervisor = {
  wake() {},
  stop() {},
  pause() {},
  sweep() {},
  async close() {},
}

/** The store; on PostgreSQL, crawls that wait are announced to the queue. */
async function openAnnouncingStore(
  database: DatabaseLocation,
  {
    settings: { keptCrawls, readTimeoutMs },
    key,
    log,
  }: Pick<ProductOptions, 'settings' | 'log'> & { key: Uint8Array | null },
): Promise<Store> {
  const options = { keptCrawls, readTimeoutMs, credentialsKey: key, log }
  if (database.kind === 'sqlite') return await openStore(database, options)
  await using parts = new AsyncDisposableStack()
  // The store first: its error says what is wrong with the database.
  const announcing: { queue: CrawlQueue | null } = { queue: null }
  const store = parts.use(
    await openStore(database, {
      ...options,
      announce: async (transaction, crawlId) => announcing.queue?.announce(transaction, crawlId),
    }),
  )
  const { openCrawlQueue } = await loadCrawlQueue()
  announcing.queue = parts.use(await openCrawlQueue({ url: database.url, isSupervisor: false, log }))
  const standing = parts.move()
  return { ...store, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The IP addresses that crawls may reach. */
export function policyOf({ settings, alsoAllow }: Pick<ProductOptions, 'settings' | 'alsoAllow'>): TargetPolicy {
  const policy = targetPolicy(settings)
  return { ...policy, allow: [...policy.allow, ...alsoAllow] }
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
