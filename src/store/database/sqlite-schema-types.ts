import { sql } from 'kysely'
import type { SchemaWords } from './migrations/migration.ts'

export const sqliteSchemaWords: SchemaWords = {
  storage: 'the data folder',
  blob: 'blob',
  withId: table => table.addColumn('id', 'integer', column => column.primaryKey().autoIncrement()),
  clustered: table => table.modifyEnd(sql`without rowid`),
  async reserveIds(db, { table, upTo }) {
    // Where AUTOINCREMENT keeps the highest number ever given (https://www.sqlite.org/autoinc.html).
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${upTo})`.execute(db)
  },
  // A write transaction is alone in the file from its beginning.
  async lock() {},
}
