import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * How each page stands among the links of its site. Crawls under way build their index of links anew: the one of earlier versions
 * does not tell which links may be followed. And the URLs that most site checks ask for: a small part of all, so that a check need not
 * look through all of them.
 */
export const linkAnalysis: Migration = {
  name: '0012-link-analysis',
  async up(db, words) {
    for (const column of ['link_count', 'followed_source_count']) {
      await db.schema
        .alterTable('inlink')
        .addColumn(column, 'integer', each => each.notNull().defaultTo(0))
        .execute()
    }
    await words
      .clustered(db.schema.createTable('link_figures'))
      .addColumn('crawl_id', 'integer', column => column.notNull())
      .addColumn('url_id', 'integer', column => column.notNull())
      .addColumn('outlinks', 'integer', column => column.notNull())
      .addColumn('outlink_targets', 'integer', column => column.notNull())
      .addColumn('followed_outlinks', 'integer', column => column.notNull())
      .addColumn('external_outlinks', 'integer', column => column.notNull())
      .addColumn('inlinks', 'integer')
      .addColumn('followed_inlink_pages', 'integer')
      .addColumn('score', 'integer')
      .addPrimaryKeyConstraint('link_figures_key', ['crawl_id', 'url_id'])
      .execute()
    const decided = `state in ('visited', 'probed', 'skipped')`
    await sql`create index url_in_trouble on url (crawl_id, number, url)
      where (status >= 300 or answer = 'failed') and ${sql.raw(decided)}`.execute(db)
    await sql`create index url_external on url (crawl_id, number, url)
      where scope = 'external' and ${sql.raw(decided)}`.execute(db)
    await sql`delete from inlink where crawl_id in (select id from crawl where ended_ms is null)`.execute(db)
    await sql`update crawl set inlink_part = 0 where ended_ms is null`.execute(db)
  },
}
