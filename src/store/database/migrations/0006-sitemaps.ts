import type { Migration } from './migration.ts'

/** Which URLs of a crawl the sitemaps of the site list; none of those of earlier crawls, which read no sitemap. */
export const sitemaps: Migration = {
  name: '0006-sitemaps',
  async up(db) {
    await db.schema
      .alterTable('url')
      .addColumn('is_in_sitemap', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}
