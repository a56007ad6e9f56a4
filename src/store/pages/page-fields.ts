import type { FieldValue } from '#shared/custom-fields.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'

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

/** The fields of some pages, by URL id. */
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
    .execute()
  for (const { url_id, field, value, number, problem } of rows) {
    const ofPage = fields.get(url_id) ?? []
    ofPage.push({ name: field, text: value, number, ...(problem !== '' && { error: problem }) })
    fields.set(url_id, ofPage)
  }
  return fields
}
