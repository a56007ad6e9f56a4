import { type Kysely, sql } from 'kysely'
import { createWithTextKey, type NoTables, type SchemaWords } from './migration.ts'

/** Tables of the pages of a crawl. */
export async function createPageTables(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await createPages(db, words)
  await createPageList(db, words)
  await createPageFields(db, words)
  await createTranslationSets(db)
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
    .addColumn('traits', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('is_eligible', 'integer', column => column.notNull())
    .addColumn('indexability', 'text', column => column.notNull())
    .addColumn('fails_page_check', 'integer', column => column.notNull())
    .addColumn('fails_site_check', 'integer', column => column.notNull())
    .addColumn('is_passed', 'integer', column => column.notNull())
    .addColumn('inlink_count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('page_key', ['crawl_id', 'url_id'])
    .execute()
  await sql`create unique index page_by_number on page (crawl_id, number, url_id)`.execute(db)
  await sql`create index page_by_status on page (crawl_id, status_class, number, url_id)`.execute(db)
  await sql`create index page_by_passed on page (crawl_id, is_passed, number, url_id)`.execute(db)
  await sql`create index page_by_indexability on page (crawl_id, indexability, number, url_id)`.execute(db)
  // The short ones first: SQLite reads through all that stands before a column, and the links of all pages are read when a crawl ends.
  await db.schema
    .createTable('page_body')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('links', sql.raw(words.blob))
    .addColumn('found', sql.raw(words.blob), column => column.notNull())
    .addColumn('ids', sql.raw(words.blob))
    .addColumn('minhash', sql.raw(words.blob))
    .addColumn('link_texts', sql.raw(words.blob))
    .addColumn('extractor', 'integer')
    .addColumn('is_secret', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('context', sql.raw(words.blob))
    .addColumn('body', sql.raw(words.blob))
    .addColumn('rendered', sql.raw(words.blob))
    .addPrimaryKeyConstraint('page_body_key', ['crawl_id', 'url_id'])
    .execute()
  // Not clustered: the results may be long.
  await db.schema
    .createTable('conditional_result')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('results', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('conditional_result_key', ['crawl_id', 'url_id'])
    .execute()
  await words
    .clustered(db.schema.createTable('page_copy'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('original_id', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('page_copy_key', ['crawl_id', 'url_id'])
    .execute()
  const groupKeys = words
    .clustered(db.schema.createTable('group_key'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
  await createWithTextKey(db, words, groupKeys, {
    table: 'group_key',
    columns: ['crawl_id', 'name', 'value', 'number', 'url_id'],
    text: 'value',
  })
}

/** No index but the key: any list is one scan. Not clustered: the versions may be long. */
async function createTranslationSets(db: Kysely<NoTables>): Promise<void> {
  await db.schema
    .createTable('translation_set')
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('is_translated', 'integer', column => column.notNull())
    .addColumn('problems', 'integer', column => column.notNull())
    .addColumn('marks', 'text', column => column.notNull())
    .addColumn('urls', 'text', column => column.notNull())
    .addColumn('versions', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('translation_set_key', ['crawl_id', 'number'])
    .execute()
}

/** No index but the key: a crawl writes many rows, and any list is one scan. */
async function createPageList(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('page_list'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('depth', 'integer', column => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('status_class', 'text', column => column.notNull())
    .addColumn('final_status', 'integer')
    .addColumn('indexability', 'text', column => column.notNull())
    .addColumn('title_length', 'integer')
    .addColumn('description_length', 'integer')
    .addColumn('h1_count', 'integer')
    .addColumn('words', 'integer')
    .addColumn('structure_score', 'integer', column => column.notNull())
    .addColumn('images', 'integer')
    .addColumn('images_without_alt', 'integer')
    .addColumn('redirects', 'integer', column => column.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('ttfb_ms', 'double precision')
    .addColumn('total_ms', 'double precision')
    .addColumn('inlinks', 'integer')
    .addColumn('outlinks', 'integer')
    .addColumn('link_score', 'integer')
    .addColumn('issues', 'integer')
    .addColumn('errors', 'integer')
    .addColumn('warnings', 'integer')
    .addColumn('clicks', 'bigint')
    .addColumn('impressions', 'bigint')
    .addColumn('visits', 'double precision')
    .addColumn('bot_requests', 'bigint')
    .addColumn('last_bot_visit', 'text', column => column.notNull().defaultTo(''))
    .addColumn('found_by', 'text')
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('description', 'text', column => column.notNull())
    .addColumn('h1', 'text', column => column.notNull())
    .addColumn('language', 'text', column => column.notNull())
    .addColumn('canonical_url', 'text', column => column.notNull())
    .addColumn('content_type', 'text', column => column.notNull())
    .addColumn('redirect_url', 'text', column => column.notNull())
    .addColumn('copy_of', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('page_list_key', ['crawl_id', 'url_id'])
    .execute()
}

/** By page, so that a commit writes the fields of a page in one place; a filter on a field reads them by this key, too. */
async function createPageFields(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('page_field'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('url_id', 'integer', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('number', 'double precision')
    .addColumn('problem', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('page_field_key', ['crawl_id', 'url_id', 'field'])
    .execute()
}

/** The by-target index of links, in parts of some thousand pages, and the link figures of each page. */
