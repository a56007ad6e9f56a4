import type { Migration } from './migration.ts'

/** Crawls that rest until they are resumed, that die again and again, and that visit the addresses of a list. */
export const crawlControl: Migration = {
  name: '0007-crawl-control',
  async up(db) {
    await db.schema
      .alterTable('crawl')
      .addColumn('is_pause_requested', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('crawl')
      .addColumn('idle_claims', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('crawl').addColumn('listed_urls', 'text').execute()
  },
}
