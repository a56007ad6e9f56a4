import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What reading a page resulted in, for crawls that read only what changed. */
export const pageResults: Migration = {
  name: '0002-page-results',
  async up(db, words) {
    await db.schema.alterTable('page_body').addColumn('result', sql.raw(words.blob)).execute()
  },
}
