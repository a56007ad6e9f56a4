import { type Kysely, sql } from 'kysely'
import { createAccountTables, createSharing } from './account-tables.ts'
import { createIssueTables } from './issue-tables.ts'
import { createWithTextKey, lookupKey, type Migration, type NoTables, orderKey, type SchemaWords } from './migration.ts'
import { createMonitoringTables } from './monitoring-tables.ts'
import { createPageTables } from './page-tables.ts'
import { createVisitTables } from './visit-tables.ts'

/** The state of URLs that were requested or skipped, as every query on them repeats it (see pages/decided.ts). */
const decided = sql.raw(`state in ('visited', 'probed', 'skipped')`)

/**
 * The schema. Rows of a crawl have no foreign keys: fenced transactions write them, and the sweep deletes them in bounded steps, in
 * any order of tables.
 */
export const schema: Migration = {
  name: '0001-schema',
  async up(db, words) {
    await createOwners(db, words)
    await createAccountTables(db, words)
    await createCrawls(db, words)
    await createUrls(db, words)
    await createPageTables(db, words)
    await createLinks(db, words)
    await createIssueTables(db, words)
    await createSearch(db, words)
    await createCounters(db, words)
    await createPageSpeed(db, words)
    await createHostRates(db, words)
    await createMonitoringTables(db, words)
    await createSharing(db, words)
    await createVisitTables(db, words)
  },
}

async function createOwners(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('owner'))
    .addColumn('cookie_hash', 'text', column => column.notNull().unique())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('last_seen_ms', 'bigint', column => column.notNull())
    .addColumn('ownership_key', 'text')
    .execute()
  await words
    .withId(db.schema.createTable('website'))
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id'))
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('clear_at_ms', 'bigint')
    .addColumn('is_cleared', 'integer', column => column.notNull())
    .addColumn('settings_version', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('segments', 'text', column => column.notNull().defaultTo('[]'))
    .addColumn('credentials', sql.raw(words.blob))
    .execute()
  // A cleared website may stand beside a new one of the same URL until the sweep deletes it.
  await sql`create unique index website_by_owner on website (owner_id, ${lookupKey(words, 'url')})
    where is_cleared = 0`.execute(db)
  await sql`create index website_to_clear on website (clear_at_ms) where clear_at_ms is not null`.execute(db)
  await sql`create index website_cleared on website (id) where is_cleared = 1`.execute(db)
  await sql`create index website_with_settings on website (id) where settings_version > 0`.execute(db)
  // Of all websites, cleared ones too: an owner is deleted only when it has none left, and the foreign key checks the same.
  await sql`create index website_of_owner on website (owner_id)`.execute(db)
  await sql`create index owner_by_seen on owner (last_seen_ms)`.execute(db)
}

async function createCrawls(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('crawl'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id'))
    .addColumn('seed_url', 'text', column => column.notNull())
    .addColumn('crawl_limit', 'integer', column => column.notNull())
    .addColumn('options', 'text', column => column.notNull())
    .addColumn('own_checks', 'text', column => column.notNull().defaultTo('[]'))
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('phase', 'text', column => column.notNull())
    .addColumn('epoch', 'integer', column => column.notNull())
    .addColumn('worker', 'text', column => column.notNull())
    .addColumn('lease_until_ms', 'bigint', column => column.notNull())
    .addColumn('is_stop_requested', 'integer', column => column.notNull())
    .addColumn('is_pause_requested', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('idle_claims', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('listed_urls', 'text')
    .addColumn('is_hidden', 'integer', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('started_ms', 'bigint')
    .addColumn('committed_ms', 'bigint')
    .addColumn('ended_ms', 'bigint')
    .addColumn('end_reason', 'text')
    .addColumn('end_sentence', 'text', column => column.notNull())
    .addColumn('checkpoint', 'text')
    .addColumn('notes', 'text', column => column.notNull())
    .addColumn('counts', 'text', column => column.notNull())
    .addColumn('inlink_part', 'integer', column => column.notNull())
    .addColumn('inlink_number', 'integer', column => column.notNull())
    .addColumn('inlink_url_id', 'integer', column => column.notNull())
    .addColumn('settings_version', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('fields_read_to', 'integer')
    .addColumn('fields_version', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('earlier_crawl_id', 'integer')
    .addColumn('is_whole', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await sql`create index crawl_by_website on crawl (website_id, id)`.execute(db)
  await sql`create index crawl_not_ended on crawl (id) where ended_ms is null`.execute(db)
  await sql`create index crawl_hidden on crawl (id) where is_hidden = 1`.execute(db)
  await sql`create index crawl_failed on crawl (ended_ms, id) where end_reason = 'failed'`.execute(db)
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
    .addColumn('is_in_sitemap', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('sitemap_number', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('listed_day', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('googlebot_line', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('response_kind', 'text')
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
    .addColumn('is_challenge', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('file_headers', 'text')
    .addPrimaryKeyConstraint('url_key', ['crawl_id', 'id'])
    .execute()
  // Most are partial: each holds what its readers choose.
  await sql`create index url_by_number on url (crawl_id, number, ${orderKey(words, 'url')})
    where number > 0`.execute(db)
  await sql`create unique index url_by_lookup_key on url (crawl_id, ${lookupKey(words, 'url')})
    where ${decided}`.execute(db)
  // That index serves both where it holds the URLs as they are.
  if (words.indexedText.lookupKey('url') !== words.indexedText.orderKey('url'))
    await sql`create index url_in_order on url (crawl_id, ${orderKey(words, 'url')}) where ${decided}`.execute(db)
  await sql`create index url_left_out on url (crawl_id, skip_reason, ${orderKey(words, 'url')})
    where skip_reason is not null and ${decided}`.execute(db)
  await sql`create index url_listed on url (crawl_id, ${orderKey(words, 'url')})
    where sitemap_number > 0`.execute(db)
  await sql`create index url_closed on url (crawl_id, ${orderKey(words, 'url')})
    where googlebot_line > 0`.execute(db)
  // The URLs that most site checks read, a small part of all.
  await sql`create index url_in_trouble on url (crawl_id, number, ${orderKey(words, 'url')})
    where (status >= 300 or response_kind = 'failed') and ${decided}`.execute(db)
  await sql`create index url_external on url (crawl_id, number, ${orderKey(words, 'url')})
    where scope = 'external' and ${decided}`.execute(db)
  // Not clustered: an entry is long.
  await db.schema
    .createTable('url_log')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('first_id', 'integer', column => column.notNull())
    .addColumn('url_count', 'integer', column => column.notNull())
    .addColumn('are_rows_left', 'integer', column => column.notNull())
    .addColumn('urls', sql.raw(words.blob))
    .addColumn('changes', sql.raw(words.blob))
    .addPrimaryKeyConstraint('url_log_key', ['crawl_id', 'part'])
    .execute()
}

async function createLinks(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('inlink'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('target_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('page_source_count', 'integer', column => column.notNull())
    .addColumn('sources', sql.raw(words.blob), column => column.notNull())
    .addColumn('link_count', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('followed_source_count', 'integer', column => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('inlink_key', ['crawl_id', 'target_id', 'part'])
    .execute()
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
}

/** Not clustered: a part is long. The texts come first, as most searches read nothing else. */
async function createSearch(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await db.schema
    .createTable('search_part')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('is_last', 'integer', column => column.notNull())
    .addColumn('first_id', 'integer', column => column.notNull())
    .addColumn('texts', sql.raw(words.blob), column => column.notNull())
    .addColumn('numbers', sql.raw(words.blob), column => column.notNull())
    .addPrimaryKeyConstraint('search_part_key', ['crawl_id', 'part'])
    .execute()
  await db.schema
    .createTable('issue_order')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('is_last', 'integer', column => column.notNull())
    .addColumn('first_id', 'integer', column => column.notNull())
    .addColumn('groups', 'text', column => column.notNull())
    .addColumn('numbers', sql.raw(words.blob), column => column.notNull())
    .addPrimaryKeyConstraint('issue_order_key', ['crawl_id', 'part'])
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
    .addColumn('is_new', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('issue_counter_key', ['crawl_id', 'is_site', 'type', 'check_id', 'severity', 'is_new'])
    .execute()
  await words
    .clustered(db.schema.createTable('check_counter'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('is_site', 'integer', column => column.notNull())
    .addColumn('check_id', 'text', column => column.notNull())
    .addColumn('result', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('check_counter_key', ['crawl_id', 'is_site', 'check_id', 'result', 'reason'])
    .execute()
  await words
    .clustered(db.schema.createTable('crawl_counter'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('crawl_counter_key', ['crawl_id', 'name', 'key'])
    .execute()
}

/** Measurements of page speed, which go with their owner, and the samples that a crawl measures. */
async function createPageSpeed(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  const measurements = db.schema
    .createTable('page_speed')
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id').onDelete('cascade'))
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('device', 'text', column => column.notNull())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('measured_ms', 'bigint', column => column.notNull())
    .addColumn('result', 'text', column => column.notNull())
  await createWithTextKey(db, words, measurements, {
    table: 'page_speed',
    columns: ['owner_id', 'url', 'device'],
    text: 'url',
  })
  await sql`create index page_speed_by_host on page_speed (owner_id, ${lookupKey(words, 'host')})`.execute(db)
  await sql`create index page_speed_by_time on page_speed (measured_ms)`.execute(db)
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
}

/**
 * The request rates of hosts: one row per host, kept while a crawl sends requests to it or has to wait. The index holds the few hosts
 * that several crawls share.
 */
async function createHostRates(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  const rates = db.schema
    .createTable('host_rate')
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('rate', 'text', column => column.notNull())
    .addColumn('is_contended', 'integer', column => column.notNull())
    .addColumn('until_ms', 'bigint', column => column.notNull())
  await createWithTextKey(db, words, rates, { table: 'host_rate', columns: ['origin'], text: 'origin' })
  await sql`create index host_rate_contended on host_rate (${lookupKey(words, 'origin')})
    where is_contended = 1`.execute(db)
}
