import { type Kysely, sql } from 'kysely'
import type { Migration, NoTables, SchemaWords } from './migration.ts'

/**
 * What is decided about the issues of a website (mutes, settings of checks), and the issues of its crawls that are kept out of the
 * report. `settings_version` of a website is raised by every change, that of a crawl says which state was applied to it.
 */
export const websiteSettings: Migration = {
  name: '0010-website-settings',
  async up(db, words) {
    await createSettings(db, words)
    await createSuppressedIssues(db)
    await db.schema.alterTable('issue').addColumn('own_severity', 'text').execute()
    await sql`create index issue_relabelled on issue (crawl_id, id) where own_severity is not null`.execute(db)
    for (const table of ['website', 'crawl'])
      await db.schema
        .alterTable(table)
        .addColumn('settings_version', 'integer', column => column.notNull().defaultTo(0))
        .execute()
    await sql`create index website_with_settings on website (id) where settings_version > 0`.execute(db)
  },
}

async function createSettings(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('mute'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('check_id', 'text')
    .addColumn('pattern', 'text')
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index mute_by_website on mute (website_id, id)`.execute(db)
  await words
    .clustered(db.schema.createTable('check_setting'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('is_off', 'integer', column => column.notNull())
    .addColumn('severity', 'text')
    .addPrimaryKeyConstraint('check_setting_key', ['website_id', 'check_id'])
    .execute()
}

async function createSuppressedIssues(db: Kysely<NoTables>): Promise<void> {
  await db.schema
    .createTable('suppressed_issue')
    // The issue's own: it keeps its number wherever it lies.
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('is_site', 'integer', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('severity', 'text', column => column.notNull())
    .addColumn('severity_rank', 'integer', column => column.notNull())
    .addColumn('affected_order', 'integer', column => column.notNull())
    .addColumn('page_url', 'text', column => column.notNull())
    .addColumn('message', 'text', column => column.notNull())
    .addColumn('details', 'text', column => column.notNull())
    .addColumn('is_host_wide', 'integer', column => column.notNull())
    .addColumn('discovered_ms', 'bigint', column => column.notNull())
    .addColumn('own_severity', 'text')
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('mute_id', 'integer')
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('checked_ms', 'bigint')
    .addColumn('suppressed_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index suppressed_by_cause
    on suppressed_issue (crawl_id, cause, severity_rank, affected_order, check_id, page_url, id)`.execute(db)
  await sql`create index suppressed_by_check on suppressed_issue (crawl_id, check_id, page_url, cause)`.execute(db)
  await sql`create index suppressed_by_crawl on suppressed_issue (crawl_id, id)`.execute(db)
}
