import type { Transaction } from 'kysely'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { FieldValue } from '#shared/custom-fields.ts'
import type { ReadFields, StoredPage } from '#shared/stored-page.ts'
import type { CrawlDatabase, Database, Extraction } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'
import type { Schema } from '../database/schema.ts'
import { storedPageColumns, toStoredPage } from './stored-pages.ts'

/** Values of the custom fields of pages: a row for each field that a page has, or that could not be read of it. */
export interface FieldsOfPage {
  urlId: number
  fields: readonly FieldValue[]
}

const INSERT_FIELD =
  'insert into page_field (crawl_id, url_id, field, value, number, problem) values (?, ?, ?, ?, ?, ?)'

export async function insertPageFields(
  { transaction, specifics, crawlId }: Pick<CountedWrite, 'transaction' | 'specifics' | 'crawlId'>,
  pages: readonly FieldsOfPage[],
): Promise<void> {
  const rows = pages.flatMap(({ urlId, fields }) =>
    fields
      .filter(({ text, error }) => text !== '' || error !== undefined)
      .map(({ name, text, number, error = '' }) => [crawlId, urlId, name, text, number, error]),
  )
  if (rows.length > 0) await specifics.runEach(transaction, { statement: INSERT_FIELD, rows })
}

/** The fields of some pages, by URL id, each page’s by name. */
export async function readPageFields(
  { db, crawlId }: CrawlDatabase,
  urlIds: readonly number[],
): Promise<ReadonlyMap<number, FieldValue[]>> {
  const fields = new Map<number, FieldValue[]>()
  if (urlIds.length === 0) return fields
  const rows = await db
    .selectFrom('page_field')
    .select(['url_id', 'field', 'value', 'number', 'problem'])
    .where('crawl_id', '=', crawlId)
    .where('url_id', 'in', urlIds)
    .orderBy('field')
    .execute()
  for (const { url_id, field, value, number, problem } of rows) {
    const ofPage = fields.get(url_id) ?? []
    ofPage.push({ name: field, text: value, number, ...(problem !== '' && { error: problem }) })
    fields.set(url_id, ofPage)
  }
  return fields
}

/** Custom fields of ended crawls, read again of the pages as they are stored. The caller has checked the owner. */
export interface FieldStore {
  /** Gives the crawl these fields. Where it has others, the reading begins anew; where it has these, it goes on. */
  begin(crawlId: number, fields: readonly string[]): Promise<void>
  /** The next pages whose fields are not read; the page is null where another key has encrypted it. */
  unread(crawlId: number, limit: number): Promise<{ urlId: number; page: StoredPage | null }[]>
  /** Values of fields of a stored page; none where it is no HTML, null where reading it takes too long. */
  read(page: StoredPage, fields: readonly string[]): Promise<FieldValue[] | null>
  /**
   * Replaces the fields of the next pages; without pages, the reading is complete. Returns whether there is more to read: not where the
   * crawl has other fields by now, of which nothing is written.
   */
  write(crawlId: number, read: { fields: readonly string[]; pages: readonly FieldsOfPage[] }): Promise<boolean>
  /** Walks all stored pages. */
  progress(crawlId: number): Promise<{ pagesRead: number; pageCount: number; isComplete: boolean }>
}

export function createFieldStore(
  database: Database,
  { key, readFields }: Pick<Extraction, 'key'> & { readFields: ReadFields },
): FieldStore {
  const { db, specifics } = database
  return {
    begin: (crawlId, fields) =>
      db.transaction().execute(async transaction => {
        const crawl = await lockedCrawl(transaction, crawlId)
        if (crawl === null || isSame(crawl.options.fields, fields)) return
        const options = JSON.stringify({ ...crawl.options, fields })
        await transaction.updateTable('crawl').set({ options, fields_read_to: 0 }).where('id', '=', crawlId).execute()
      }),

    async unread(crawlId, limit) {
      const after = await readToOf(db, crawlId)
      if (after === null) return []
      const rows = await db
        .selectFrom('page_body')
        .select(storedPageColumns)
        .where('crawl_id', '=', crawlId)
        .where('extractor', 'is not', null)
        .where('url_id', '>', after)
        .orderBy('url_id')
        .limit(limit)
        .execute()
      return rows.map(row => ({ urlId: row.urlId, page: toStoredPage(row, { key, crawlId }) }))
    },

    read: readFields,

    write: (crawlId, { fields, pages }) =>
      db.transaction().execute(async transaction => {
        const crawl = await lockedCrawl(transaction, crawlId)
        if (crawl === null || crawl.fieldsReadTo === null || !isSame(crawl.options.fields, fields)) return false
        const ids = pages.map(({ urlId }) => urlId)
        if (ids.length > 0)
          await transaction
            .deleteFrom('page_field')
            .where('crawl_id', '=', crawlId)
            .where('url_id', 'in', ids)
            .execute()
        await insertPageFields({ transaction, specifics, crawlId }, pages)
        const readTo = ids.at(-1) ?? null
        await transaction
          .updateTable('crawl')
          .set(({ eb }) => ({ fields_read_to: readTo, fields_version: eb('fields_version', '+', 1) }))
          .where('id', '=', crawlId)
          .execute()
        return readTo !== null
      }),

    async progress(crawlId) {
      const stored = db
        .selectFrom('page_body')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('crawl_id', '=', crawlId)
        .where('extractor', 'is not', null)
      const pageCount = Number((await stored.executeTakeFirstOrThrow()).count)
      const readTo = await readToOf(db, crawlId)
      if (readTo === null) return { pagesRead: pageCount, pageCount, isComplete: true }
      const { count } = await stored.where('url_id', '<=', readTo).executeTakeFirstOrThrow()
      return { pagesRead: Number(count), pageCount, isComplete: false }
    },
  }
}

/** URL id of the last page whose fields are read; null when all are. */
async function readToOf(db: Database['db'], crawlId: number): Promise<number | null> {
  const crawl = await db.selectFrom('crawl').select('fields_read_to').where('id', '=', crawlId).executeTakeFirst()
  return crawl?.fields_read_to ?? null
}

function isSame(known: readonly string[], fields: readonly string[]): boolean {
  return JSON.stringify(known) === JSON.stringify(fields)
}

/** Its row is locked until the transaction ends. */
async function lockedCrawl(transaction: Transaction<Schema>, crawlId: number) {
  const row = await transaction
    .updateTable('crawl')
    .set(({ ref }) => ({ fields_read_to: ref('fields_read_to') }))
    .where('id', '=', crawlId)
    .where('ended_ms', 'is not', null)
    .returning(['options', 'fields_read_to'])
    .executeTakeFirst()
  if (!row) return null
  const options: CrawlOptions = JSON.parse(row.options)
  return { options, fieldsReadTo: row.fields_read_to }
}
