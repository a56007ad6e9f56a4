import path from 'node:path'
import type { Settings } from '#settings/config.ts'
import { loadOptional, postgresPart } from '#shared/optional-packages.ts'
import type { AnnounceCrawl, Store } from '#store/store.ts'
import { createExtraction, type Extraction } from './extraction.ts'

/** The database that holds everything. Plain data, passed between threads. */
export type DatabaseLocation =
  /** A temporary file is deleted when the process ends, and no other thread or process opens it. */
  { kind: 'sqlite'; file: string; isTemporary?: true } | { kind: 'postgres'; url: string; maxConnections: number }

export interface OpenStoreOptions {
  keptCrawls: number
  /** Without it no credentials can be stored or read. */
  credentialsKey?: Uint8Array | null
  /** Announces waiting crawls to the queue of a PostgreSQL database. */
  announce?: AnnounceCrawl | undefined
  /** Of a page that is read again. */
  readTimeoutMs: number
  log(event: string, details: Record<string, unknown>): void
}

/** How long a write waits for another connection to the same file. */
export const BUSY_TIMEOUT_MS = 5_000
/** How long a PostgreSQL server may take to accept a connection. */
export const CONNECT_TIMEOUT_MS = 10_000

/** PostgreSQL where the settings name one, else a file in the data folder. */
export function databaseLocation({ databaseUrl, databaseConnections }: Settings, folder: string): DatabaseLocation {
  if (databaseUrl === null) return { kind: 'sqlite', file: databasePath(folder) }
  return { kind: 'postgres', url: databaseUrl, maxConnections: databaseConnections }
}

/** @throws AppError 'unavailable' with a sentence for the operator. */
export async function openStore(location: DatabaseLocation, options: OpenStoreOptions): Promise<Store> {
  await using parts = new AsyncDisposableStack()
  const { extract, readFields } = parts.use(createExtraction(options))
  const store = parts.use(await openAt(location, { ...options, extract, readFields }))
  const standing = parts.move()
  return { ...store, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

async function openAt(
  location: DatabaseLocation,
  {
    keptCrawls,
    credentialsKey = null,
    announce,
    log,
    extract,
    readFields,
  }: OpenStoreOptions & Pick<Extraction, 'extract' | 'readFields'>,
): Promise<Store> {
  // Loaded on demand: 350 files, which a thread may read while others read theirs.
  if (location.kind === 'sqlite') {
    const { openSqliteStore } = await import('#store/database/sqlite.ts')
    const { file, isTemporary = false } = location
    return await openSqliteStore({
      file,
      isTemporary,
      busyTimeoutMs: BUSY_TIMEOUT_MS,
      keptCrawls,
      credentialsKey,
      extract,
      readFields,
    })
  }
  const { openPostgresStore } = await loadPostgresStore()
  return await openPostgresStore({
    url: location.url,
    maxConnections: location.maxConnections,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    keptCrawls,
    credentialsKey,
    extract,
    readFields,
    announce,
    hasSharedClock: true,
    onLost: error => log('a connection to the database was lost', { cause: error.message }),
  })
}

/** Loads the code of the store before there is a database to open. */
export async function preloadStore({ kind }: DatabaseLocation): Promise<void> {
  await (kind === 'sqlite' ? import('#store/database/sqlite.ts') : loadPostgresStore())
}

/** The database file in a data folder. */
export function databasePath(folder: string): string {
  return path.join(folder, 'sitesounder.sqlite')
}

/** The code for a PostgreSQL database: loaded on demand, since most installations never need it, and some have not its packages. */

/** @throws AppError 'unavailable' with the command that adds the packages. */
export function loadPostgresStore(): Promise<typeof import('#store/database/postgres.ts')> {
  return loadOptional(postgresPart, () => import('#store/database/postgres.ts'))
}

/** @throws AppError 'unavailable' with the command that adds the packages. */
export function loadCrawlQueue(): Promise<typeof import('#jobs/pg-boss.ts')> {
  return loadOptional(postgresPart, () => import('#jobs/pg-boss.ts'))
}
