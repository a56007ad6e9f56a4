import { sql } from 'kysely'
import { indexedByHash } from './indexed-text.ts'
import type { SchemaWords } from './migrations/migration.ts'

/** What is particular to the SQL and the texts of PostgreSQL, apart from its driver, which is not installed everywhere. */

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 5_173_001

export const postgresSchemaWords: SchemaWords = {
  storage: 'the PostgreSQL database',
  blob: 'bytea',
  indexedText: indexedByHash,
  withId: table => table.addColumn('id', 'bigint', column => column.primaryKey().generatedByDefaultAsIdentity()),
  // PostgreSQL has no clustered tables.
  clustered: table => table,
  async reserveIds(db, { table, upTo }) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${upTo})`.execute(db)
  },
  async lock(db) {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  },
}

/** PostgreSQL holds neither U+0000 nor halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
