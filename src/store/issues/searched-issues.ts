import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { CrawlDatabase } from '../database/database.ts'
import { ROWS_PER_PART } from '../search/search-parts.ts'
import type { SearchedRow } from '../search/text-part.ts'
import { type Run, readRuns } from './issue-keys.ts'

const tables = ['issue', 'suppressed_issue'] as const

/** The texts in which the issues of a crawl are searched, by id; of suppressed ones too, which may be restored. */
export async function* searchedIssues(crawl: CrawlDatabase): AsyncGenerator<SearchedRow[]> {
  const range = await readWholeRange(crawl)
  for (let after = range.first - 1; after < range.last; after += ROWS_PER_PART) {
    const rows: SearchedRow[] = []
    for (const table of tables) {
      const found = await crawl.db
        .selectFrom(table)
        .select(['id', 'page_url', 'type', 'message'])
        .where('id', '>', after)
        .where('id', '<=', Math.min(range.last, after + ROWS_PER_PART))
        // An expression, so that the planner uses no index by crawl: rows are read in the order in which they are stored.
        .where(sql<SqlBool>`crawl_id + 0 = ${crawl.crawlId}`)
        .execute()
      for (const { id, page_url, type, message } of found) rows.push({ id, texts: [page_url, type, message] })
    }
    yield rows.sort((a, b) => a.id - b.id)
    await setImmediate()
  }
}

/** Lowest and highest id of all issues, suppressed ones too. */
async function readWholeRange(crawl: CrawlDatabase): Promise<IdRange> {
  const reported = await readIdRange(crawl, await readRuns(crawl, {}))
  const suppressed = await crawl.db
    .selectFrom('suppressed_issue')
    .select(({ fn }) => [fn.min<number | null>('id').as('first'), fn.max<number | null>('id').as('last')])
    .where('crawl_id', '=', crawl.crawlId)
    .executeTakeFirstOrThrow()
  return extended(reported, suppressed)
}

interface IdRange {
  first: number
  last: number
}

/** Lowest and highest id of the runs. */
export async function readIdRange({ db, crawlId }: CrawlDatabase, runs: readonly Run[]): Promise<IdRange> {
  let range: IdRange = { first: Number.POSITIVE_INFINITY, last: 0 }
  for (const { type, checkId, isNew } of runs) {
    const ids = await db
      .selectFrom('issue')
      .select(({ fn }) => [fn.min<number | null>('id').as('first'), fn.max<number | null>('id').as('last')])
      .where('crawl_id', '=', crawlId)
      .where('type', '=', type)
      .where('check_id', '=', checkId)
      .where('is_new', '=', isNew)
      .executeTakeFirstOrThrow()
    range = extended(range, ids)
    await setImmediate()
  }
  return range
}

function extended(range: IdRange, ids: { first: number | null; last: number | null }): IdRange {
  return { first: Math.min(range.first, ids.first ?? range.first), last: Math.max(range.last, ids.last ?? range.last) }
}
