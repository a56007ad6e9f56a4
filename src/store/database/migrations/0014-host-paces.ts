import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Who asks a host at this moment: one row per host, held only while somebody asks it or has to wait before asking again. The
 * index holds the few hosts that several crawls ask, so that looking for them costs nothing when there are none.
 */
export const hostRates: Migration = {
  name: '0014-host-paces',
  async up(db) {
    await db.schema
      .createTable('host_rate')
      .addColumn('origin', 'text', column => column.primaryKey())
      .addColumn('pace', 'text', column => column.notNull())
      .addColumn('is_contended', 'integer', column => column.notNull())
      .addColumn('until_ms', 'bigint', column => column.notNull())
      .execute()
    await sql`create index host_rate_contended on host_rate (origin) where is_contended = 1`.execute(db)
  },
}
