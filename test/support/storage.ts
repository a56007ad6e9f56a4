import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { extractStoredPage, readStoredFields } from '#crawl/visit/stored-page.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { databasePath } from '#runtime/database.ts'
import type { FieldValue } from '#shared/custom-fields.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { testFacts } from '#shared/test-stored-page.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { Store } from '#store/store.ts'

/**
 * Where every test remembers: a SQLite file in a data folder, or, with SITESOUNDER_TEST_STORAGE=postgres, a database of its own for
 * each data folder, on the server whose empty database SITESOUNDER_TEST_POSTGRES names (`npm run test:postgres`).
 */

const BUSY_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000
const TEST_KEY = new Uint8Array(32)
/** Few: a test file has many stores open at once. */
const CONNECTIONS = 4
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DUPLICATE_DATABASE = '42P04'

export const storageNames = ['sqlite', 'postgres'] as const
export type StorageName = (typeof storageNames)[number]

/** The database with all tables and no row that others are copied from; null when tests remember in files. */
const emptyDatabase = process.env.SITESOUNDER_TEST_STORAGE === 'postgres' ? namedDatabase() : null

export const storageName: StorageName = emptyDatabase === null ? 'sqlite' : 'postgres'

/** What is used before anything is remembered: empty tables and, of PostgreSQL, its own; rounded up. */
export const EMPTY_MEGABYTES = storageName === 'sqlite' ? 1 : 10

function namedDatabase(): string {
  const url = process.env.SITESOUNDER_TEST_POSTGRES
  if (url === undefined) throw new Error('SITESOUNDER_TEST_POSTGRES names no database.')
  return url
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'sitesounder-test-'))
}

/** What a data folder's product remembers with. The database is made at the first call; it goes with its server. */
export async function storageOf(folder: string): Promise<DatabaseLocation> {
  if (emptyDatabase === null) return { kind: 'sqlite', file: databasePath(folder) }
  const url = databaseOf(folder, emptyDatabase)
  try {
    await administer(
      emptyDatabase,
      `create database ${nameOf(url)} template ${nameOf(emptyDatabase)} strategy file_copy`,
    )
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_DATABASE)) throw error
  }
  return { kind: 'postgres', url, maxConnections: CONNECTIONS }
}

/** The same for a process of the product on that folder: variables of its environment. */
export async function storageEnvironment(folder: string): Promise<Record<string, string>> {
  const storage = await storageOf(folder)
  return storage.kind === 'postgres' ? { SITESOUNDER_DATABASE_URL: storage.url } : {}
}

interface TestStoreOptions {
  /** Data folder that stays; one of the store's own, that goes with it, by default. */
  folder?: string
  keptCrawls?: number
}

/** A store as tests of parts use it: leases are counted by the clock that the caller gives. */
export async function openTestStore({ folder, keptCrawls }: TestStoreOptions = {}): Promise<Store> {
  const own = folder === undefined ? temporaryFolder() : null
  const storage = await storageOf(folder ?? own ?? '')
  let isClosing = false
  const onLost = (error: Error) => {
    if (!isClosing) throw error
  }
  const store = await openAt(storage, { onLost, ...(keptCrawls !== undefined && { keptCrawls }) })
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      isClosing = true
      await store[Symbol.asyncDispose]()
      if (own === null) return
      if (storage.kind === 'postgres')
        await administer(storage.url, `drop database ${nameOf(storage.url)} with (force)`)
      await rm(own, { recursive: true, force: true })
    },
  }
}

let emptyFile: Promise<Buffer> | undefined

/** A file with all tables and no row, unless there is a file: making the tables takes ten times as long as a copy. */
export async function placeEmptyFile(file: string): Promise<void> {
  emptyFile ??= makeEmptyFile()
  try {
    await writeFile(file, await emptyFile, { flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

async function makeEmptyFile(): Promise<Buffer> {
  const folder = temporaryFolder()
  const file = databasePath(folder)
  const store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
  await store[Symbol.asyncDispose]()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true, force: true })
  return bytes
}

async function openAt(
  storage: DatabaseLocation,
  { onLost, ...options }: { onLost(error: Error): void; keptCrawls?: number },
): Promise<Store> {
  if (storage.kind === 'sqlite') {
    await placeEmptyFile(storage.file)
    return await openSqliteStore({
      file: storage.file,
      busyTimeoutMs: BUSY_TIMEOUT_MS,
      credentialsKey: TEST_KEY,
      extract: extractTestPage,
      readFields: readTestFields,
      ...options,
    })
  }
  const { url, maxConnections } = storage
  const { openPostgresStore } = await import('#store/database/postgres.ts')
  return await openPostgresStore({
    url,
    maxConnections,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    credentialsKey: TEST_KEY,
    extract: extractTestPage,
    readFields: readTestFields,
    onLost,
    ...options,
  })
}

/** Of pages that a test wrote itself, their facts as written; of pages that were crawled, those that are extracted. */
export async function extractTestPage(page: StoredPage): Promise<PageFacts> {
  return testFacts(page) ?? extractStoredPage(page)
}

async function readTestFields(page: StoredPage, fields: readonly string[]): Promise<FieldValue[]> {
  return testFacts(page)?.fields ?? readStoredFields(page, fields)
}

/** A text as it comes back: PostgreSQL holds no U+0000, another character stands for it. */
export function asStored(text: string): string {
  return storageName === 'sqlite' ? text : text.replaceAll('\0', '\uFFFD')
}

/** The rows themselves, for what the store does not return. `statement` is in what both databases understand. */
export async function rowsIn(folder: string, statement: string): Promise<Record<string, unknown>[]> {
  const storage = await storageOf(folder)
  if (storage.kind === 'postgres') return (await runStatement(storage.url, statement)).map(withNumbers)
  using database = new DatabaseSync(storage.file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  return database.prepare(statement).all()
}

/** Names of the columns of every table. */
export async function columnsIn(folder: string): Promise<{ table: string; column: string }[]> {
  const rows = await rowsIn(
    folder,
    storageName === 'sqlite'
      ? `select m.name as table_name, c.name as column_name
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
      : `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
  )
  return rows.map(row => ({ table: String(row.table_name), column: String(row.column_name) }))
}

/** PostgreSQL sends its large integers as text. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : value,
    ]),
  )
}

function databaseOf(folder: string, beside: string): string {
  const url = new URL(beside)
  url.pathname = `/of_${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 32)}`
  return url.href
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Run beside the databases, none of which may be in use by its own copying or removal. */
async function administer(server: string, statement: string): Promise<void> {
  const url = new URL(server)
  url.pathname = '/postgres'
  await runStatement(url.href, statement)
}

async function runStatement(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
