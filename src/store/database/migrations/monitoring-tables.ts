import { type Kysely, sql } from 'kysely'
import type { NoTables, SchemaWords } from './migration.ts'

/** Tables of websites that are watched over time: schedules, alerts, where alerts go, and checks between crawls. */
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
  await words
    .withId(db.schema.createTable('alert_channel'))
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id').onDelete('cascade'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('format', 'text', column => column.notNull())
    .addColumn('secrets', sql.raw(words.blob), column => column.notNull())
    .addColumn('is_confirmed', 'integer', column => column.notNull())
    .addColumn('tries', 'integer', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index alert_channel_by_owner on alert_channel (owner_id, id)`.execute(db)
  await words
    .clustered(db.schema.createTable('alert_setting'))
    .addColumn('website_id', 'integer', column =>
      column.notNull().primaryKey().references('website.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text', column => column.notNull())
    .addColumn('known', 'text', column => column.notNull())
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .execute()
  await words
    .withId(db.schema.createTable('alert_delivery'))
    .addColumn('delivery_id', 'text', column => column.notNull().unique())
    .addColumn('channel_id', 'integer', column => column.notNull().references('alert_channel.id').onDelete('cascade'))
    .addColumn('alerts', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('due_ms', 'bigint', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('is_digest', 'integer', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('response', 'text', column => column.notNull())
    .addColumn('tried_ms', 'bigint')
    .execute()
  await words
    .clustered(db.schema.createTable('light_check'))
    .addColumn('website_id', 'integer', column =>
      column.notNull().primaryKey().references('website.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text', column => column.notNull())
    .addColumn('results', 'text', column => column.notNull())
    .addColumn('next_ms', 'bigint')
    .execute()
  await sql`create index light_check_due on light_check (next_ms) where next_ms is not null`.execute(db)
  await sql`create index alert_delivery_by_channel on alert_delivery (channel_id, id)`.execute(db)
  await sql`create index alert_delivery_due on alert_delivery (due_ms) where state = 'waiting'`.execute(db)
  // What is to be forgotten is looked for every few seconds.
  await sql`create index alert_delivery_ended on alert_delivery (created_ms) where state != 'waiting'`.execute(db)
}
