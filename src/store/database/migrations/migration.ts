import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
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

/** What indexes hold of a column with a text of any length, as SQL: see indexed-text.ts. */
export const lookupKey = ({ indexedText }: SchemaWords, column: string) => sql.raw(indexedText.lookupKey(column))
export const orderKey = ({ indexedText }: SchemaWords, column: string) => sql.raw(indexedText.orderKey(column))

/** Creates a table with a text of any length in its key: where no primary key holds such texts, a unique index is the key. */
export async function createWithTextKey<Table extends string, Column extends string>(
  db: Kysely<NoTables>,
  words: SchemaWords,
  table: CreateTableBuilder<Table, Column>,
  key: { table: Table; columns: Column[]; text: Column },
): Promise<void> {
  const name = `${key.table}_key`
  if (words.indexedText.lookupKey(key.text) === key.text) {
    await table.addPrimaryKeyConstraint(name, key.columns).execute()
    return
  }
  await table.execute()
  const parts = key.columns.map(column => (column === key.text ? lookupKey(words, column) : sql.ref(column)))
  await sql`create unique index ${sql.ref(name)} on ${sql.table(key.table)} (${sql.join(parts)})`.execute(db)
}
