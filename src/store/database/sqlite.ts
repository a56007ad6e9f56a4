import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, type SqlBool, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { ExtractFacts, ReadFields } from '#shared/stored-page.ts'
import { createStore } from '../create-store.ts'
import type { Store } from '../store.ts'
import type { Database, DatabaseSpecifics } from './database.ts'
import { indexedAsItIs } from './indexed-text.ts'
import { migrate } from './migrate.ts'
import type { SchemaWords } from './migrations/migration.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export interface SqliteOptions {
  /** Made when absent, unless `isReadOnly`. */
  file: string
  /** For reports: the file has to be there with its schema. */
  isReadOnly?: boolean
  /** Deleted when this process ends, and open in it once: what is committed need not outlast the process. */
  isTemporary?: boolean
  /** How long a statement waits for another connection's write. */
  busyTimeoutMs: number
  /** Ended crawls kept of a website. */
  keptCrawls?: number
  credentialsKey?: Uint8Array | null
  extract?: ExtractFacts | undefined
  readFields?: ReadFields | undefined
}

/** Page cache of one connection. Memory mapping stays off: a truncated or failing disk would end the process with SIGBUS. */
const CACHE_KIB = 8_192
/** Of a new file. A page of a site takes some ten of these: with twice the 4,096 of SQLite a crawl calls the system half as often. */
const PAGE_BYTES = 8_192
/** Pages of the log before it is copied into the file (16 MB): each copying waits for the disk twice. */
const CHECKPOINT_PAGES = 2_000

/** Readers see the last commit while another is written, and what was committed outlasts the process. */
const LASTING = `pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`
/** Pages are written once instead of twice. A transaction that fails is still taken back, from memory. */
const TEMPORARY = 'pragma journal_mode = memory; pragma synchronous = off'

/** Rows per insert: 20 at once take a third less time than one by one. */
const ROWS_AT_ONCE = 20

const USED_BYTES = `select (page_count - freelist_count) * page_size as bytes
  from pragma_page_count, pragma_freelist_count, pragma_page_size`

function openFile({ file, isReadOnly = false, busyTimeoutMs }: SqliteOptions): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: isReadOnly, timeout: busyTimeoutMs })
  } catch (error) {
    throw openingError(error, file)
  }
}

/**
 * The store in one SQLite file. Several may be open on the same file at once, in threads and processes: readers see the last
 * commit and never wait, writers wait for each other up to the busy timeout.
 *
 * @throws AppError 'unavailable' with a sentence for the operator when the file is damaged, in use, or cannot be opened.
 */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const database = await openSqliteDatabase(options)
  return { ...createStore(database, options), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

/** The bare database, its schema up to date unless it is only read. @throws as openSqliteStore. */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database & AsyncDisposable> {
  const isReadOnly = options.isReadOnly ?? false
  const raw = openFile(options)
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  try {
    raw.exec(`pragma temp_store = memory; pragma mmap_size = 0; pragma cache_size = -${CACHE_KIB}`)
    if (!isReadOnly) {
      raw.exec(`pragma page_size = ${PAGE_BYTES}; ${options.isTemporary ? TEMPORARY : LASTING}`)
      await migrate(db, sqliteSchemaWords)
    }
  } catch (error) {
    raw.close()
    throw openingError(error, options.file)
  }
  return {
    db,
    specifics: sqliteSpecifics(raw),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      // Kysely closes only what it has used.
      if (raw.isOpen) raw.close()
    },
  }
}

/** Ignores the transaction: there is one connection, and Kysely lends it to one transaction at a time. */
export function sqliteSpecifics(raw: DatabaseSync): DatabaseSpecifics {
  const prepared = new Map<string, StatementSync>()
  const prepare = (statement: string): StatementSync => {
    const known = prepared.get(statement)
    if (known) return known
    const made = raw.prepare(statement)
    prepared.set(statement, made)
    return made
  }
  // SQLite's own lower() folds the letters of ASCII alone, but many times faster.
  raw.function('contains_folded', { deterministic: true }, (text, folded) =>
    String(text).toLowerCase().includes(String(folded)) ? 1 : 0,
  )
  return {
    async runEach(_transaction, { statement, rows }) {
      if (rows.length === 0) return
      let done = 0
      const many = rows.length < ROWS_AT_ONCE ? null : manyRows(statement, ROWS_AT_ONCE)
      if (many !== null) {
        const compiled = prepare(many)
        for (; done + ROWS_AT_ONCE <= rows.length; done += ROWS_AT_ONCE)
          compiled.run(...rows.slice(done, done + ROWS_AT_ONCE).flat())
      }
      const compiled = prepare(statement)
      for (const row of rows.slice(done)) compiled.run(...row)
    },
    async queryEach(_transaction, { statement, rows }) {
      if (rows.length === 0) return []
      const compiled = prepare(statement)
      return rows.map(row => compiled.get(...row))
    },
    indexedText: indexedAsItIs,
    contains(column, text) {
      const folded = text.toLowerCase()
      return isAscii(folded)
        ? sql<SqlBool>`instr(lower(${column}), ${folded}) > 0`
        : sql<SqlBool>`contains_folded(${column}, ${folded}) = 1`
    },
    // Its plans do not depend on how many rows there are: queries say in which order tables are joined.
    refreshStatistics: async () => undefined,
    leaseNowMs: async nowMs => nowMs,
    isFull,
    isEmbedded: true,
    async usedBytes() {
      return Number(prepare(USED_BYTES).get()?.bytes)
    },
  }
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}

/** An insert of one row: its start, its values, and its conflict clause. */
const INSERT = /^(insert into [^?]* values )(\([?, 0-9]+\))((?:\s+on conflict [\s\S]*)?)$/

/** The same insert for `count` rows at once; null for any other statement and for one that returns rows. */
export function manyRows(statement: string, count: number): string | null {
  const [, beginning, values, ending] = INSERT.exec(statement) ?? []
  if (beginning === undefined || values === undefined || ending === undefined || ending.includes('returning'))
    return null
  return beginning + Array.from({ length: count }, () => values).join(', ') + ending
}

const PRIMARY = 0xff
const BUSY = 5
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26
/** The file that connections share could not grow. */
const IOERR_SHMSIZE = 4_874

/** Whether nothing more fits on the disk. */
function isFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === IOERR_SHMSIZE || (code & PRIMARY) === FULL
}

/** The reason why a database cannot be used, in a sentence for the operator; any other error is returned unchanged. */
function openingError(error: unknown, file: string): unknown {
  const sentence = sentenceOf(error, file)
  return sentence === null ? error : new AppError('unavailable', sentence, { cause: error })
}

function sentenceOf(error: unknown, file: string): string | null {
  if (isFull(error)) return `The disk is full, so the database ${file} cannot be opened: make room and start again.`
  const words = error instanceof Error ? error.message : ''
  switch (codeOf(error) & PRIMARY) {
    case CORRUPT:
    case NOT_A_DATABASE:
      return `The database ${file} is damaged (${words}). Nothing was changed: put a backup in its place, or copy what can be read into a new folder: sitesounder doctor --salvage FOLDER.`
    case BUSY:
      return `Another program is using the database ${file} (${words}): wait until it is done, and start again.`
    case CANNOT_OPEN:
      return `The database ${file} cannot be opened (${words}): check the permissions of its folder, and how many files a process may open.`
    default:
      return null
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

export const sqliteSchemaWords: SchemaWords = {
  storage: 'the data folder',
  blob: 'blob',
  indexedText: indexedAsItIs,
  withId: table => table.addColumn('id', 'integer', column => column.primaryKey().autoIncrement()),
  clustered: table => table.modifyEnd(sql`without rowid`),
  async reserveIds(db, { table, upTo }) {
    // Where AUTOINCREMENT keeps the highest number ever given (https://www.sqlite.org/autoinc.html).
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${upTo})`.execute(db)
  },
  // A write transaction is alone in the file from its beginning.
  async lock() {},
}
