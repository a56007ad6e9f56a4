import { setImmediate } from 'node:timers/promises'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { fencedWrite } from '../database/fenced.ts'
import { findRows, findText, needleOf, packTexts, type SearchedRow } from './text-part.ts'

/**
 * The texts of a crawl's issues, apart from all else that its rows hold and in parts of some thousand rows: a search reads a hundredth of
 * the bytes that the rows have. Written when the crawl ends, in the same way for every database.
 */

/** Rows of one part, and how many are to be read at once for it. */
export const ROWS_PER_PART = 5_000

/** Parts read by one query: some milliseconds, in which an embedded database runs no other query. */
const PARTS_AT_ONCE = 5

/** Writes the texts, in place of any that an interrupted writing has left. */
export async function writeSearchParts(
  claimed: ClaimedDatabase,
  rows: AsyncIterable<readonly SearchedRow[]>,
): Promise<void> {
  let part = 0
  let gathered: SearchedRow[] = []
  for await (const some of rows) {
    // Only once more rows have come, so that the last part is known as such.
    if (gathered.length >= ROWS_PER_PART && some.length > 0) {
      await writePart(claimed, { part, rows: gathered, isLast: false })
      gathered = []
      part++
    }
    gathered = gathered.concat(some)
  }
  if (gathered.length > 0) await writePart(claimed, { part, rows: gathered, isLast: true })
}

async function writePart(
  claimed: ClaimedDatabase,
  { part, rows, isLast }: { part: number; rows: readonly SearchedRow[]; isLast: boolean },
): Promise<void> {
  const { firstId, numbers, texts } = packTexts(rows)
  const { crawlId } = claimed
  await fencedWrite(claimed, {
    write: async ({ transaction }) => {
      if (part === 0) await transaction.deleteFrom('search_part').where('crawl_id', '=', crawlId).execute()
      const is_last = isLast ? 1 : 0
      await transaction
        .insertInto('search_part')
        .values({ crawl_id: crawlId, part, is_last, first_id: firstId, numbers, texts })
        .execute()
    },
  })
  await setImmediate()
}

/** Ids of the rows with a text, in the order in which they were written; null where the texts are not stored. */
export async function findRowsWith(crawl: CrawlDatabase, text: string): Promise<number[] | null> {
  const needle = needleOf(text)
  const last = await selectParts(crawl).select('part').where('is_last', '=', 1).executeTakeFirst()
  if (last === undefined || needle === null) return null
  const ids: number[] = []
  for (let from = 0; from <= last.part; from += PARTS_AT_ONCE) {
    const parts = await selectParts(crawl)
      .select(['part', 'texts'])
      .where('part', '>=', from)
      .where('part', '<', from + PARTS_AT_ONCE)
      .orderBy('part')
      .execute()
    for (const { part, texts } of parts) {
      const found = findText(texts, needle)
      if (!found) continue
      // Read only where there is something to find.
      const rows = await selectParts(crawl)
        .select(['first_id as firstId', 'numbers'])
        .where('part', '=', part)
        .executeTakeFirst()
      if (rows) for (const id of findRows(found, rows, needle)) ids.push(id)
    }
    await setImmediate()
  }
  return ids
}

function selectParts({ db, crawlId }: CrawlDatabase) {
  return db.selectFrom('search_part').where('crawl_id', '=', crawlId)
}
