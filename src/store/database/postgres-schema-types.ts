import { sql } from 'kysely'
import type { SchemaWords } from './migrations/migration.ts'

/** Any number, as long as nothing else in the database locks the same one. */
const MIGRATION_LOCK = 5_173_001

export const postgresSchemaWords: SchemaWords = {
  storage: 'the PostgreSQL database',
  blob: 'bytea',
  withId: table => table.addColumn('id', 'bigint', column => column.primaryKey().generatedByDefaultAsIdentity()),
  // PostgreSQL has no tables in the order of a key: rows lie where they were put.
  clustered: table => table,
  async reserveIds(db, { table, upTo }) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${upTo})`.execute(db)
  },
  async lock(db) {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  },
}
