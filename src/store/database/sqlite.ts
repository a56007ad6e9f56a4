import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, type SqlBool, sql } from 'kysely'
import { createStore } from '../create-store.ts'
import type { Store } from '../store.ts'
import { manyRows } from './many-rows.ts'
import { migrate } from './migrate.ts'
import type { Database, DatabaseSpecifics, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isFull, openingError } from './sqlite-errors.ts'
import { sqliteSchemaWords } from './sqlite-schema-types.ts'

export interface SqliteOptions {
  /** Made when absent, unless `isReadOnly`. */
  file: string
  /** For reports: the file has to be there with its schema. */
  isReadOnly?: boolean
  /** How long a statement waits for another connection's write. */
  busyTimeoutMs: number
  /** Ended crawls kept of a website. */
  keptCrawls?: number
}

/** Page cache of one connection. Memory mapping stays off: a truncated or failing disk would end the process with SIGBUS. */
const CACHE_KIB = 32_768
/** Of a new file. A page of a site takes some ten of these: with twice the 4,096 of SQLite a crawl calls the system half as often. */
const PAGE_BYTES = 8_192
/** Pages of the log before it is copied into the file (16 MB): each copying waits for the disk twice. */
const CHECKPOINT_PAGES = 2_000

/** Rows of one insert: so many take a third less time than one by one. */
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
      raw.exec(
        `pragma page_size = ${PAGE_BYTES}; pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
      )
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

/** The transaction is not looked at: there is one connection, and Kysely lends it to one transaction at a time. */
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
    async answerEach(_transaction, { statement, rows }) {
      if (rows.length === 0) return []
      const compiled = prepare(statement)
      return rows.map(row => compiled.get(...row))
    },
    contains(column, text) {
      const folded = text.toLowerCase()
      return isAscii(folded)
        ? sql<SqlBool>`instr(lower(${column}), ${folded}) > 0`
        : sql<SqlBool>`contains_folded(${column}, ${folded}) = 1`
    },
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
