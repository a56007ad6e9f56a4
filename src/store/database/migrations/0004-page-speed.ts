import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Measurements of page speed, for the hour in which they are shown again. They go with their owner. */
export const pageSpeed: Migration = {
  name: '0004-page-speed',
  async up(db) {
    await db.schema
      .createTable('page_speed')
      .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id').onDelete('cascade'))
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('device', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('measured_ms', 'bigint', column => column.notNull())
      .addColumn('result', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('page_speed_key', ['owner_id', 'url', 'device'])
      .execute()
    await sql`create index page_speed_by_host on page_speed (owner_id, host)`.execute(db)
    await sql`create index page_speed_by_time on page_speed (measured_ms)`.execute(db)
  },
}
