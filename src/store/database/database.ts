import type { Expression, Kysely, SqlBool, Transaction } from 'kysely'
import type { ExtractFacts } from '#shared/stored-page.ts'
import type { IndexedText } from './indexed-text.ts'
import type { Schema } from './schema.ts'

export interface Claim {
  crawlId: number
  epoch: number
  expiresAtMs: number
}

/** A connection pool (or the one connection) and what differs between the databases. */
export interface Database {
  db: Kysely<Schema>
  specifics: DatabaseSpecifics
}

/** The rows of one crawl. */
export interface CrawlDatabase extends Database {
  crawlId: number
}

/** How the facts of pages are had from what is stored of them. Passed in: this part neither extracts nor has a key of its own. */
export interface Extraction {
  extract: ExtractFacts
  /** Encrypts the pages of crawls with credentials; null: there are none. */
  key: Uint8Array | null
}

/** The rows of one crawl, and the facts of its pages. */
export interface ExtractionDatabase extends CrawlDatabase {
  extraction: Extraction
}

/** The rows of one crawl, for the worker that has claimed it. */
export interface ClaimedDatabase extends ExtractionDatabase {
  claim: Claim
}

export type SqlValue = string | number | null | Uint8Array

/** What SQLite and PostgreSQL do differently. Statements are written in what both understand, with `?` for each value, or `?1`, `?2`. */
export interface DatabaseSpecifics {
  /** Runs one prepared statement for each row of values, in order, within the transaction. */
  runEach(transaction: Transaction<Schema>, bulk: Bulk): Promise<void>
  /** Runs one prepared statement for each row of values and returns the first row of each run, in order. */
  queryEach(transaction: Transaction<Schema>, bulk: Bulk): Promise<(Record<string, unknown> | undefined)[]>
  indexedText: IndexedText
  /** Case-insensitive substring, for any script. */
  contains(column: Expression<string>, text: string): Expression<SqlBool>
  /** Bytes of the database in use, without free space where the database reports it. */
  usedBytes(): Promise<number>
  /**
   * Has the rows of tables that have grown counted. PostgreSQL does so by itself minutes after a crawl, and until then reads all URLs of the
   * crawl to find one.
   */
  refreshStatistics(): Promise<void>
  /** The time by which leases are counted: the caller's, or that of the database where machines share one. Epoch ms. */
  leaseNowMs(nowMs: number): Promise<number>
  /** Whether an error says that nothing more fits on the disk. */
  isFull(error: unknown): boolean
  /**
   * Whether queries run without leaving the event loop, so that long reads are split. An embedded database also merges the ordered
   * parts of a union while reading, where a server sorts them all.
   */
  isEmbedded: boolean
}

export interface Bulk {
  statement: string
  /** Values of each run. */
  rows: readonly (readonly SqlValue[])[]
}
