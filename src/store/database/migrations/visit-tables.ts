import { type Kysely, sql } from 'kysely'
import type { NoTables, SchemaWords } from './migration.ts'

/** Tables of what files of visits say of websites. */
export async function createVisitTables(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('visit_import'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('summary', 'text', column => column.notNull())
    .addColumn('urls', sql.raw(words.blob), column => column.notNull())
    .execute()
  await sql`create index visit_import_by_website on visit_import (website_id, id)`.execute(db)
  await words
    .clustered(db.schema.createTable('visit_join'))
    .addColumn('crawl_id', 'integer', column => column.notNull().primaryKey())
    .addColumn('version', 'text', column => column.notNull())
    .addColumn('totals', 'text', column => column.notNull())
    .addColumn('check_clicks', 'text', column => column.notNull())
    .execute()
  await words
    .clustered(db.schema.createTable('visit_url'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('id', 'integer', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('clicks', 'bigint', column => column.notNull())
    .addColumn('impressions', 'bigint', column => column.notNull())
    .addColumn('visits', 'double precision', column => column.notNull())
    .addColumn('bot_requests', 'bigint', column => column.notNull())
    .addColumn('last_bot_ms', 'bigint', column => column.notNull())
    .addColumn('waste', 'text', column => column.notNull())
    .addColumn('waste_requests', 'bigint', column => column.notNull())
    .addColumn('is_unlinked', 'integer', column => column.notNull())
    .addColumn('is_status_different', 'integer', column => column.notNull())
    .addColumn('row', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('visit_url_key', ['crawl_id', 'id'])
    .execute()
}
