import { setImmediate } from 'node:timers/promises'
import { pageOriginOf } from '#shared/page-columns.ts'
import type { ClaimedDatabase, SqlValue } from '../database/database.ts'
import { type CountedWrite, fencedWrite } from '../database/fenced.ts'
import { isTextStatement } from '../database/indexed-text.ts'
import { issuesOfPage } from './issues-of-page.ts'

/** Pages of one transaction. */
const PAGES_AT_ONCE = 500

const UPDATE_LISTED = `update page_list set inlinks = ?, outlinks = ?, link_score = ?, issues = ?, errors = ?, warnings = ?, found_by = ?,
  copy_of = ? where crawl_id = ? and url_id = ?`
/** Nothing before the list is complete. */
const UPDATE_ISSUES = `update page_list set issues = ?, errors = ?, warnings = ?
  where crawl_id = ? and url_id = ? and issues is not null`

const countOnPage = (write: Pick<CountedWrite, 'specifics'>) =>
  `select count(*) as issues, sum(case when issue.severity = 'error' then 1 else 0 end) as errors,
    sum(case when issue.severity = 'warning' then 1 else 0 end) as warnings
    from ${issuesOfPage(write)} join issue on issue.id = of_page.issue_id where issue.is_host_wide = 0`
const findListed = (write: Pick<CountedWrite, 'specifics'>) =>
  `select id from url where crawl_id = ?1 and state in ('visited', 'probed', 'skipped')
    and ${isTextStatement(write, { column: 'url', value: '?2', key: 'lookupKey' })}`

/**
 * Once all issues are written: what is known of the pages together, in the rows of the pages list. In short transactions; may be
 * interrupted and called again.
 */
export async function completePageList(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  await claimed.specifics.refreshStatistics()
  let after: number | undefined = 0
  while (after !== undefined && !abandon?.aborted) {
    const rows = await readListed(claimed, after)
    await fencedWrite(claimed, { write: fenced => writeListed(fenced, rows) })
    after = rows.at(-1)?.urlId
    await setImmediate()
  }
}

/** Counts the issues of pages anew, after some moved in or out of the report. Without effect while the crawl runs. */
export async function recountIssues(write: CountedWrite, urls: Iterable<string>): Promise<void> {
  const { transaction, specifics, crawlId } = write
  const keys = [...new Set(urls)].map(url => [crawlId, url])
  const found = await specifics.queryEach(transaction, { statement: findListed(write), rows: keys })
  const counts = await specifics.queryEach(transaction, { statement: countOnPage(write), rows: keys })
  const rows = found.flatMap((row, index) =>
    row === undefined ? [] : [[...countsOf(counts[index]), crawlId, Number(row.id)]],
  )
  await specifics.runEach(transaction, { statement: UPDATE_ISSUES, rows })
}

type ListedRow = Awaited<ReturnType<typeof readListed>>[number]

async function readListed({ db, crawlId }: ClaimedDatabase, after: number) {
  return await db
    .selectFrom('page_list as listed')
    .innerJoin('page', join =>
      join.onRef('page.crawl_id', '=', 'listed.crawl_id').onRef('page.url_id', '=', 'listed.url_id'),
    )
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .leftJoin('page_copy', join =>
      join.onRef('page_copy.crawl_id', '=', 'page.crawl_id').onRef('page_copy.url_id', '=', 'page.url_id'),
    )
    .leftJoin('url as original', join =>
      join.onRef('original.crawl_id', '=', 'page_copy.crawl_id').onRef('original.id', '=', 'page_copy.original_id'),
    )
    .select(['listed.url_id as urlId', 'listed.url', 'page.inlink_count', 'original.url as copyOf'])
    .select(['url.depth', 'url.first_number as firstNumber', 'url.redirect_depth as redirectDepth'])
    .select(['link_figures.inlinks', 'link_figures.outlinks', 'link_figures.score'])
    .where('listed.crawl_id', '=', crawlId)
    .where('listed.url_id', '>', after)
    .orderBy('listed.url_id')
    .limit(PAGES_AT_ONCE)
    .execute()
}

async function writeListed(write: CountedWrite, pages: readonly ListedRow[]): Promise<void> {
  const { transaction, specifics, crawlId } = write
  const counts = await specifics.queryEach(transaction, {
    statement: countOnPage(write),
    rows: pages.map(({ url }) => [crawlId, url]),
  })
  await specifics.runEach(transaction, {
    statement: UPDATE_LISTED,
    rows: pages.map(({ urlId, inlink_count, inlinks, outlinks, score, copyOf, ...url }, index) => [
      inlink_count,
      // Counted together with the links to the page.
      inlinks === null ? null : outlinks,
      score,
      ...countsOf(counts[index]),
      pageOriginOf(url),
      copyOf ?? '',
      crawlId,
      urlId,
    ]),
  })
}

function countsOf(row: Record<string, unknown> | undefined): SqlValue[] {
  return [Number(row?.issues ?? 0), Number(row?.errors ?? 0), Number(row?.warnings ?? 0)]
}
