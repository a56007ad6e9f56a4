import { setImmediate } from 'node:timers/promises'
import { isIgnoredCanonical, isOwnForm, resolvedCanonical } from '#shared/canonical.ts'
import type { Indexability } from '#shared/indexability.ts'
import { addCheckResults, type ConditionalResults } from '#shared/page-record.ts'
import { addCheckCounters, addCrawlCounters, addTo } from '../database/counters.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { isAnyText } from '../database/indexed-text.ts'
import { decideIssues } from '../issues/apply-settings.ts'
import { insertFoundCauses } from '../issues/found-causes.ts'
import { insertIssues } from '../issues/issue-writes.ts'
import { recomputePassed } from '../issues/recompute-passed.ts'
import { conditions, targetColumns, toTarget } from '../links/targets.ts'
import { isDecided } from '../pages/decided.ts'
import { groupKeyValues, INSERT_GROUP_KEY } from '../pages/group-keys.ts'
import { updateListedIndexability } from '../pages/listed-pages.ts'
import { unpackColumns } from '../pages/page-row.ts'
import { selectHtmlPages } from '../pages/page-summaries.ts'

/** Pages of one transaction: each may have some dozen issues. */
const PAGES_AT_ONCE = 100

const UPDATE_PAGE = 'update page set columns = ?, is_eligible = ?, indexability = ? where crawl_id = ? and url_id = ?'
const DELETE_RESULT = 'delete from conditional_result where crawl_id = ? and url_id = ?'
const CLOSE_PAGE = 'update page set indexability = ? where crawl_id = ? and url_id = ?'

/**
 * Once nothing of the site is left to request: keeps of the conditional results of each page those that the response to its canonical
 * confirms, then marks pages that robots.txt closes. In short transactions, each of which takes what it has decided from the list of
 * what is left: may be interrupted and called again.
 */
export async function resolveCanonicals(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  await claimed.specifics.refreshStatistics()
  while (!abandon?.aborted && (await fencedWrite(claimed, { write: resolveSome }))) await setImmediate()
  let after: number | null = 0
  while (!abandon?.aborted && after !== null) {
    const from: number = after
    after = await fencedWrite(claimed, { write: fenced => closeSome(fenced, from) })
    await setImmediate()
  }
}

/** False when no page is left. */
async function resolveSome(fenced: FencedWrite): Promise<boolean> {
  const { transaction, specifics, crawlId } = fenced
  const pages = await readUnresolved(fenced)
  const own = await ownCanonicals(fenced, pages)
  const resolved = pages.map(page => ({ page, isOwn: own.has(page.urlId) }))
  await makeIndexable(
    fenced,
    resolved.flatMap(({ page, isOwn }) => (isOwn ? [page] : [])),
  )
  await writeResults(fenced, resolved)
  await specifics.runEach(transaction, { statement: DELETE_RESULT, rows: pages.map(({ urlId }) => [crawlId, urlId]) })
  return pages.length === PAGES_AT_ONCE
}

interface UnresolvedPage {
  urlId: number
  number: number
  url: string
  columns: string | null
  results: ConditionalResults
  /** Where the canonical leads; null where search engines ignore it. */
  resolved: string | null
}

async function readUnresolved(fenced: FencedWrite): Promise<UnresolvedPage[]> {
  const { transaction, crawlId } = fenced
  const rows = await transaction
    .selectFrom('conditional_result as unresolved')
    .innerJoin('url', join =>
      join.onRef('url.crawl_id', '=', 'unresolved.crawl_id').onRef('url.id', '=', 'unresolved.url_id'),
    )
    .innerJoin('page', join =>
      join.onRef('page.crawl_id', '=', 'unresolved.crawl_id').onRef('page.url_id', '=', 'unresolved.url_id'),
    )
    .select(['unresolved.url_id as urlId', 'unresolved.results', 'url.url', 'page.number', 'page.columns'])
    .where('unresolved.crawl_id', '=', crawlId)
    .orderBy('unresolved.url_id')
    .limit(PAGES_AT_ONCE)
    .execute()
  const pages = rows.map(row => {
    // Written as one value when the page was committed, by the same types.
    const results: ConditionalResults = JSON.parse(row.results)
    return { ...row, results }
  })
  const targets = await readTargets(
    fenced,
    pages.map(({ results }) => results.canonicalUrl),
  )
  return pages.map(page => {
    const { canonicalUrl } = page.results
    const target = targets.get(canonicalUrl) ?? null
    const isIgnored = target !== null && isIgnoredCanonical(target)
    return { ...page, resolved: isIgnored ? null : resolvedCanonical(canonicalUrl, target) }
  })
}

type CanonicalTarget = Parameters<typeof isIgnoredCanonical>[0]

async function readTargets(
  fenced: FencedWrite,
  urls: readonly string[],
): Promise<ReadonlyMap<string, CanonicalTarget>> {
  const { transaction, crawlId } = fenced
  if (urls.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('url')
    .select([...targetColumns, 'googlebot_line'])
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isAnyText(fenced, 'url.url', urls))
    .execute()
  return new Map(rows.map(row => [row.url, { ...toTarget(row), googlebotLine: row.googlebot_line }] as const))
}

/** URL ids of the pages that are indexed themselves: their canonical is their own, or ignored. */
async function ownCanonicals(fenced: FencedWrite, pages: readonly UnresolvedPage[]): Promise<ReadonlySet<number>> {
  const alike = pages.filter(
    ({ url, results, resolved }) => resolved === null || isOwnForm({ ...results, url }, resolved),
  )
  const others = await htmlPagesAmong(
    fenced,
    alike.flatMap(({ url, resolved }) => (resolved === null || resolved === url ? [] : [resolved])),
  )
  return new Set(alike.filter(({ resolved }) => resolved === null || !others.has(resolved)).map(({ urlId }) => urlId))
}

async function htmlPagesAmong(
  { transaction: db, specifics, crawlId }: FencedWrite,
  urls: readonly string[],
): Promise<ReadonlySet<string>> {
  if (urls.length === 0) return new Set()
  const rows = await selectHtmlPages({ db, specifics, crawlId })
    .select('url.url')
    .where(isDecided)
    .where(isAnyText({ specifics }, 'url.url', urls))
    .execute()
  return new Set(rows.map(({ url }) => url))
}

async function makeIndexable(fenced: FencedWrite, pages: readonly UnresolvedPage[]): Promise<void> {
  const { transaction, specifics, crawlId } = fenced
  const changes = new Map<Indexability, number>()
  const rows = []
  const listed: [Indexability, number, number][] = []
  const keys = []
  for (const { urlId, number, columns: json, results } of pages) {
    if (json === null) continue
    const { ifOwn, ifForeign } = results
    const columns = { ...unpackColumns(json), isEligible: ifOwn.isEligible }
    rows.push([JSON.stringify(columns), ifOwn.isEligible ? 1 : 0, ifOwn.indexability, crawlId, urlId])
    listed.push([ifOwn.indexability, crawlId, urlId])
    keys.push(...groupKeyValues({ urlId, number, columns }, crawlId))
    if (ifOwn.isEligible) fenced.counts.pagesChecked++
    addTo(changes, ifForeign.indexability, -1)
    addTo(changes, ifOwn.indexability)
  }
  await specifics.runEach(transaction, { statement: UPDATE_PAGE, rows })
  await updateListedIndexability(fenced, listed)
  await specifics.runEach(transaction, { statement: INSERT_GROUP_KEY, rows: keys })
  await addCrawlCounters(fenced, { name: 'indexability', sums: changes })
}

interface ResolvedPage {
  page: UnresolvedPage
  isOwn: boolean
}

async function writeResults(fenced: FencedWrite, resolved: readonly ResolvedPage[]): Promise<void> {
  const { committedMs } = fenced
  const results = resolved.map(({ page, isOwn }) => ({
    number: page.number,
    ...page.results[isOwn ? 'ifOwn' : 'ifForeign'],
  }))
  const issues = results.flatMap(result => result.issues)
  const counters = {}
  for (const { checkResults } of results) addCheckResults(counters, checkResults)
  const ids = await insertIssues(fenced, { issues, isSite: false, discoveredMs: committedMs })
  await insertFoundCauses(fenced, results)
  await addCheckCounters(fenced, { counters, isSite: false })
  // Until now none of them passed, because its content was not checked.
  const own = resolved.flatMap(({ page, isOwn }) => (isOwn ? [page.url] : []))
  await recomputePassed(fenced, { byPageIssues: new Set(own), bySiteIssues: new Set() })
  await decideIssues(fenced, { issues, ids, isSite: false, nowMs: committedMs })
}

/** Search engines do not request these, whatever the response. Returns the URL id where it stopped, null at the end. */
async function closeSome(fenced: FencedWrite, afterId: number): Promise<number | null> {
  const { transaction, specifics, crawlId } = fenced
  const closed: Indexability = 'blocked'
  const rows = await transaction
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .select(['page.url_id as urlId', 'page.indexability'])
    .where('url.crawl_id', '=', crawlId)
    .where(conditions.closed)
    .where('url.id', '>', afterId)
    .where('page.indexability', '!=', closed)
    .orderBy('url.id')
    .limit(PAGES_AT_ONCE)
    .execute()
  const changes = new Map<Indexability, number>([[closed, rows.length]])
  for (const { indexability } of rows) addTo(changes, indexability, -1)
  const values = rows.map(({ urlId }): [Indexability, number, number] => [closed, crawlId, urlId])
  await specifics.runEach(transaction, { statement: CLOSE_PAGE, rows: values })
  await updateListedIndexability(fenced, values)
  await addCrawlCounters(fenced, { name: 'indexability', sums: changes })
  return rows.length < PAGES_AT_ONCE ? null : (rows.at(-1)?.urlId ?? null)
}
