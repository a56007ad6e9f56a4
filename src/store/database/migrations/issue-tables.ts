import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { createWithTextKey, lookupKey, type NoTables, orderKey, type SchemaWords } from './migration.ts'

/** Tables of the initial schema: what crawls found, and what is decided and noted about it. */
export async function createIssueTables(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await createIssues(db, words)
  await createChanges(db, words)
  await createSuppressedIssues(db, words)
  await createRechecks(db, words)
  await createSettings(db, words)
}

/** What is stored of an issue, whether it is in the report or suppressed. */
function withIssueColumns<Table extends string>(table: CreateTableBuilder<Table, 'id'>) {
  return table
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
    .addColumn('is_new', 'integer', column => column.notNull().defaultTo(0))
}

async function createIssues(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await withIssueColumns(words.withId(db.schema.createTable('issue'))).execute()
  // Ordered runs, of the new and of the other issues of each check: every list of issues is a merge of runs, with any filter.
  await sql`create index issue_by_check
    on issue (crawl_id, type, check_id, is_new, severity_rank, affected_order, ${orderKey(words, 'page_url')}, id)`.execute(
    db,
  )
  await sql`create index issue_of_site on issue (crawl_id, id) where is_site = 1`.execute(db)
  await sql`create index issue_relabelled on issue (crawl_id, id) where own_severity is not null`.execute(db)
  const issueUrls = words
    .clustered(db.schema.createTable('issue_url'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('issue_id', 'integer', column => column.notNull())
    .addColumn('is_affected', 'integer', column => column.notNull())
    .addColumn('is_listed', 'integer', column => column.notNull().defaultTo(0))
  await createWithTextKey(db, words, issueUrls, {
    table: 'issue_url',
    columns: ['crawl_id', 'url', 'issue_id'],
    text: 'url',
  })
  await sql`create index issue_url_listed on issue_url (crawl_id, issue_id, ${orderKey(words, 'url')})
    where is_listed = 1`.execute(db)
  await words
    .clustered(db.schema.createTable('issue_page'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('issue_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('pages', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('issue_page_key', ['crawl_id', 'issue_id', 'part'])
    .execute()
  await sql`create index issue_page_by_part on issue_page (crawl_id, part, issue_id, pages)`.execute(db)
  await words
    .clustered(db.schema.createTable('found_cause'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('cause_key', 'bigint', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('pages', 'bigint', column => column.notNull())
    .addColumn('described', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('found_cause_key', ['crawl_id', 'check_id', 'cause_key', 'part'])
    .execute()
}

/** What the earlier crawl has and this one does not, and the pages that differ: written when the crawl ends. */
async function createChanges(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('absent_issue'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('absence', 'text', column => column.notNull())
    .addColumn('severity_rank', 'integer', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('issue_id', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('absent_issue_key', ['crawl_id', 'absence', 'severity_rank', 'check_id', 'issue_id'])
    .execute()
  await words
    .clustered(db.schema.createTable('changed_page'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('change', 'text', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('changed_page_key', ['crawl_id', 'change', 'position'])
    .execute()
}

async function createSuppressedIssues(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  // The id of the issue, which it keeps when it is suppressed and taken back.
  const table = db.schema.createTable('suppressed_issue').addColumn('id', 'integer', column => column.primaryKey())
  await withIssueColumns(table)
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('mute_id', 'integer')
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('checked_ms', 'bigint')
    .addColumn('suppressed_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index suppressed_by_cause
    on suppressed_issue (crawl_id, cause, severity_rank, affected_order, check_id, ${orderKey(words, 'page_url')}, id)`.execute(
    db,
  )
  await sql`create index suppressed_by_check
    on suppressed_issue (crawl_id, check_id, ${lookupKey(words, 'page_url')}, cause)`.execute(db)
  await sql`create index suppressed_by_crawl on suppressed_issue (crawl_id, id)`.execute(db)
  await sql`create index suppressed_of_check on suppressed_issue (crawl_id, check_id, id)`.execute(db)
}

/** Requests to check an issue again: few wait at once, and those of the last minute are counted, so both have an index. */
async function createRechecks(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('recheck'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('issue_id', 'integer', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('requested_ms', 'bigint', column => column.notNull())
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
  await sql`create index recheck_by_time on recheck (requested_ms)`.execute(db)
}

/** The issue settings of websites: mutes, settings of checks, thresholds; and the notes of findings. */
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
  await words
    .clustered(db.schema.createTable('check_threshold'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('value', 'double precision', column => column.notNull())
    .addPrimaryKeyConstraint('check_threshold_key', ['website_id', 'check_id', 'name'])
    .execute()
  await words
    .clustered(db.schema.createTable('finding_note'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('note', 'text', column => column.notNull())
    .addColumn('assignee', 'text', column => column.notNull())
    .addColumn('marked_fixed_ms', 'bigint')
    .addColumn('changed_ms', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('finding_note_key', ['website_id', 'fingerprint'])
    .execute()
}
