import type { Migration } from './migration.ts'

/** Changes of URL rows too many for one short transaction: written down first, then applied piece by piece. */
export const stagedChanges: Migration = {
  name: '0008-staged-changes',
  async up(db) {
    // Not clustered: a part is long.
    await db.schema
      .createTable('staged_url_change')
      .addColumn('crawl_id', 'integer', column => column.notNull())
      .addColumn('part', 'integer', column => column.notNull())
      .addColumn('changes', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('staged_url_change_key', ['crawl_id', 'part'])
      .execute()
  },
}
