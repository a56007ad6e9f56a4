import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Which sitemap lists a URL of a crawl, the day of change that it names (in days since 1970), and which line of robots.txt closes
 * the URL to Googlebot; 0 where nothing is known. The indexes are partial: no sitemap lists, and nothing closes, most URLs.
 */
export const hostFiles: Migration = {
  name: '0009-host-files',
  async up(db) {
    for (const column of ['sitemap_number', 'listed_day', 'googlebot_line']) {
      await db.schema
        .alterTable('url')
        .addColumn(column, 'integer', each => each.notNull().defaultTo(0))
        .execute()
    }
    await sql`create index url_listed on url (crawl_id, url) where sitemap_number > 0`.execute(db)
    await sql`create index url_closed on url (crawl_id, url) where googlebot_line > 0`.execute(db)
  },
}
