import type { CreateTableBuilder, Kysely } from 'kysely'
import type { IndexedText } from '../indexed-text.ts'

/** A step names tables as text: the types describe the newest schema only. */
export type NoTables = Record<never, never>

/** A step of the schema: applied once, in one transaction, and never edited after a release. */
export interface Migration {
  /** Equals the file name. */
  name: string
  up(db: Kysely<NoTables>, words: SchemaWords): Promise<void>
}

/** What the databases write differently when tables are created. */
export interface SchemaWords {
  /** Where the rows are, for messages. */
  storage: 'the data folder' | 'the PostgreSQL database'
  blob: 'blob' | 'bytea'
  indexedText: IndexedText
  /** Adds the column `id`, numbered by the database; no number is used twice. */
  withId<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column | 'id'>
  /** Stores rows in the order of the primary key, where the database can. */
  clustered<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column>
  /** Makes the database number rows from `upTo` + 1; for an empty table made by `withId`. */
  reserveIds(db: Kysely<NoTables>, reserved: { table: string; upTo: number }): Promise<void>
  /** Keeps others from migrating until the transaction ends. */
  lock(db: Kysely<NoTables>): Promise<void>
}
