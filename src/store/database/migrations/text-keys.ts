import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { NoTables, SchemaWords } from './migration.ts'

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
