import type { Migration } from './migration.ts'

/** Numbers that checks judge by, where a website has others. Crawls keep those that they began with among their options. */
export const thresholds: Migration = {
  name: '0013-thresholds',
  async up(db, words) {
    await words
      .clustered(db.schema.createTable('check_threshold'))
      .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
      .addColumn('check_id', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('value', 'double precision', column => column.notNull())
      .addPrimaryKeyConstraint('check_threshold_key', ['website_id', 'check_id', 'name'])
      .execute()
  },
}
