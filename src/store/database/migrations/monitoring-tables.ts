import { type Kysely, sql } from 'kysely'
import type { NoTables, SchemaWords } from './migration.ts'

/** Tables of websites that are watched over time: their schedules. */
export async function createMonitoringTables(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('schedule'))
    .addColumn('website_id', 'integer', column =>
      column.notNull().primaryKey().references('website.id').onDelete('cascade'),
    )
    .addColumn('schedule', 'text', column => column.notNull())
    .addColumn('next_ms', 'bigint')
    .addColumn('last_ms', 'bigint')
    .addColumn('result', 'text')
    .addColumn('sentence', 'text', column => column.notNull())
    .execute()
  await sql`create index schedule_due on schedule (next_ms) where next_ms is not null`.execute(db)
}
