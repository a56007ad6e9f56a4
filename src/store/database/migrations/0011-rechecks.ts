import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Requests to check an issue again; few wait at once, and those of the last minute are counted, so both have an index. */
export const rechecks: Migration = {
  name: '0011-rechecks',
  async up(db, words) {
    await words
      .withId(db.schema.createTable('recheck'))
      .addColumn('crawl_id', 'integer', column => column.notNull())
      .addColumn('issue_id', 'integer', column => column.notNull())
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('asked_ms', 'bigint', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('result', 'text')
      .addColumn('sentence', 'text', column => column.notNull())
      .addColumn('checked_ms', 'bigint')
      .addColumn('worker', 'text', column => column.notNull())
      .addColumn('lease_until_ms', 'bigint', column => column.notNull())
      .addColumn('attempts', 'integer', column => column.notNull())
      .execute()
    await sql`create index recheck_by_issue on recheck (crawl_id, issue_id, id)`.execute(db)
    await sql`create index recheck_by_finding on recheck (crawl_id, fingerprint, id)`.execute(db)
    await sql`create index recheck_open on recheck (id) where state in ('waiting', 'running')`.execute(db)
    await sql`create index recheck_by_time on recheck (asked_ms)`.execute(db)
  },
}
