import type { Migration } from './migration.ts'

/** Which pages of a crawl stand for which others, and what was measured of their speed. */
export const pageSpeedSamples: Migration = {
  name: '0005-page-speed-samples',
  async up(db, words) {
    await words
      .clustered(db.schema.createTable('page_speed_group'))
      .addColumn('crawl_id', 'integer', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('example_url', 'text', column => column.notNull())
      .addColumn('page_count', 'integer', column => column.notNull())
      .addColumn('template_count', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('page_speed_group_key', ['crawl_id', 'position'])
      .execute()
    // Not clustered: a result is long.
    await db.schema
      .createTable('page_speed_sample')
      .addColumn('crawl_id', 'integer', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('group_position', 'integer', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('message', 'text', column => column.notNull())
      .addColumn('figures', 'text')
      .addColumn('result', 'text')
      .addPrimaryKeyConstraint('page_speed_sample_key', ['crawl_id', 'position'])
      .execute()
  },
}
