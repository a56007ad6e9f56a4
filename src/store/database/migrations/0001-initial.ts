import { type Kysely, sql } from 'kysely'
import type { Migration, NoTables, SchemaWords } from './migration.ts'

/**
 * The first schema. Rows of a crawl have no foreign keys: they are written by fenced transactions and deleted by the sweep in
 * bounded steps, in any order of tables.
 */
export const initial: Migration = {
  name: '0001-initial',
  async up(db, words) {
    await createOwners(db, words)
    await createCrawls(db, words)
    await createUrls(db, words)
    await createPages(db, words)
    await createIssues(db, words)
    await createCounters(db, words)
  },
}

async function createOwners(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('owner'))
    .addColumn('cookie_hash', 'text', column => column.notNull().unique())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('last_seen_ms', 'bigint', column => column.notNull())
    .execute()
  await words
    .withId(db.schema.createTable('website'))
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id'))
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('clear_at_ms', 'bigint')
    .addColumn('is_cleared', 'integer', column => column.notNull())
    .execute()
  // A cleared website may lie beside a new one of the same address until it is swept.
  await sql`create unique index website_by_owner on website (owner_id, url) where is_cleared = 0`.execute(db)
  await sql`create index website_to_clear on website (clear_at_ms) where clear_at_ms is not null`.execute(db)
  await sql`create index website_cleared on website (id) where is_cleared = 1`.execute(db)
}

async function createCrawls(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('crawl'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id'))
    .addColumn('seed_url', 'text', column => column.notNull())
    .addColumn('crawl_limit', 'integer', column => column.notNull())
    .addColumn('options', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('phase', 'text', column => column.notNull())
    .addColumn('epoch', 'integer', column => column.notNull())
    .addColumn('worker', 'text', column => column.notNull())
    .addColumn('lease_until_ms', 'bigint', column => column.notNull())
    .addColumn('is_stop_requested', 'integer', column => column.notNull())
    .addColumn('is_hidden', 'integer', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('started_ms', 'bigint')
    .addColumn('settled_ms', 'bigint')
    .addColumn('ended_ms', 'bigint')
    .addColumn('end_reason', 'text')
    .addColumn('end_sentence', 'text', column => column.notNull())
    .addColumn('checkpoint', 'text')
    .addColumn('notes', 'text', column => column.notNull())
    .addColumn('counts', 'text', column => column.notNull())
    .addColumn('inlink_part', 'integer', column => column.notNull())
    .addColumn('inlink_number', 'integer', column => column.notNull())
    .addColumn('inlink_url_id', 'integer', column => column.notNull())
    .execute()
  await sql`create index crawl_by_website on crawl (website_id, id)`.execute(db)
  await sql`create index crawl_not_ended on crawl (id) where ended_ms is null`.execute(db)
  await sql`create index crawl_hidden on crawl (id) where is_hidden = 1`.execute(db)
}

async function createUrls(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('url'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('id', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('skip_reason', 'text')
    .addColumn('depth', 'integer', column => column.notNull())
    .addColumn('redirect_depth', 'integer', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('first_number', 'integer', column => column.notNull())
    .addColumn('first_position', 'integer', column => column.notNull())
    .addColumn('kinds', 'integer', column => column.notNull())
    .addColumn('is_followed', 'integer', column => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('status', 'integer')
    .addColumn('final_status', 'integer')
    .addColumn('failure', 'text')
    .addColumn('failure_detail', 'text')
    .addColumn('hops', 'text')
    .addColumn('final_url', 'text')
    .addColumn('media_type', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('ttfb_ms', 'double precision')
    .addColumn('total_ms', 'double precision')
    .addColumn('attempts', 'text')
    .addColumn('is_challenge', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('url_key', ['crawl_id', 'id'])
    .execute()
  // Partial, all of them: a page may name forty new URLs, and addresses come in no order that an index likes. So a URL gets into
  // an index when it is numbered, asked or left out.
  await sql`create index url_by_number on url (crawl_id, number, url) where number > 0`.execute(db)
  await sql`create unique index url_by_address on url (crawl_id, url)
    where state in ('visited', 'probed', 'skipped')`.execute(db)
  await sql`create index url_left_out on url (crawl_id, skip_reason, url)
    where skip_reason is not null and state in ('visited', 'probed', 'skipped')`.execute(db)
}

async function createPages(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await db.schema
    .createTable('page')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('depth', 'integer', column => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('status_class', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('is_eligible', 'integer', column => column.notNull())
    .addColumn('is_spoiled_by_page', 'integer', column => column.notNull())
    .addColumn('is_spoiled_by_site', 'integer', column => column.notNull())
    .addColumn('is_passed', 'integer', column => column.notNull())
    .addColumn('inlink_count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('page_key', ['crawl_id', 'url_id'])
    .execute()
  await sql`create unique index page_by_number on page (crawl_id, number, url_id)`.execute(db)
  await sql`create index page_by_status on page (crawl_id, status_class, number, url_id)`.execute(db)
  await sql`create index page_by_passed on page (crawl_id, is_passed, number, url_id)`.execute(db)
  await db.schema
    .createTable('page_body')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('facts', sql.raw(words.blob))
    .addColumn('links', sql.raw(words.blob))
    .addColumn('main_text', sql.raw(words.blob))
    .addColumn('ids', sql.raw(words.blob))
    .addColumn('minhash', sql.raw(words.blob))
    .addColumn('found', sql.raw(words.blob), column => column.notNull())
    .addPrimaryKeyConstraint('page_body_key', ['crawl_id', 'url_id'])
    .execute()
  await words
    .clustered(db.schema.createTable('group_key'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('group_key_key', ['crawl_id', 'name', 'value', 'number', 'url_id'])
    .execute()
  await words
    .clustered(db.schema.createTable('inlink'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('target_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('page_source_count', 'integer', column => column.notNull())
    .addColumn('sources', sql.raw(words.blob), column => column.notNull())
    .addPrimaryKeyConstraint('inlink_key', ['crawl_id', 'target_id', 'part'])
    .execute()
}

async function createIssues(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('issue'))
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
    .execute()
  // One ordered run per check: every list of issues is a merge of runs, whatever its filter.
  await sql`create index issue_by_check
    on issue (crawl_id, type, check_id, severity_rank, affected_order, page_url, id)`.execute(db)
  await sql`create index issue_of_site on issue (crawl_id, id) where is_site = 1`.execute(db)
  await words
    .clustered(db.schema.createTable('issue_url'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('issue_id', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('issue_url_key', ['crawl_id', 'url', 'issue_id'])
    .execute()
}

async function createCounters(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('issue_counter'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('is_site', 'integer', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('severity', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('issue_tally_key', ['crawl_id', 'is_site', 'type', 'check_id', 'severity'])
    .execute()
  await words
    .clustered(db.schema.createTable('check_counter'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('is_site', 'integer', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('verdict', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('check_tally_key', ['crawl_id', 'is_site', 'check_id', 'verdict', 'reason'])
    .execute()
  await words
    .clustered(db.schema.createTable('crawl_counter'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('crawl_tally_key', ['crawl_id', 'name', 'key'])
    .execute()
}
