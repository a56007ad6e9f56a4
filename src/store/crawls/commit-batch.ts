import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CheckCounters, PageRecord } from '#shared/page-record.ts'
import { addCheckCounters, addCrawlCounters, addTo } from '../database/counters.ts'
import type { ClaimedDatabase, Extraction, SqlValue } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { packNumbers } from '../database/packed-numbers.ts'
import { decideIssues } from '../issues/apply-settings.ts'
import { insertFoundCauses } from '../issues/found-causes.ts'
import { failsPages, insertIssues } from '../issues/issue-writes.ts'
import { copyKeyValues } from '../pages/copy-key.ts'
import { groupKeyValues, INSERT_GROUP_KEY } from '../pages/group-keys.ts'
import { insertListed } from '../pages/listed-pages.ts'
import { insertPageFields } from '../pages/page-fields.ts'
import { isGoodResponse, isUncheckedPage, ownStatus, statusClass } from '../pages/responses.ts'
import { storedPageValues } from '../pages/stored-pages.ts'
import { appendToLog, markRowsWritten } from '../urls/url-log.ts'
import type { CrawlCheckpoint } from './crawl-row.ts'
import { type ChangedUrls, writeResponses, writeRows } from './frontier.ts'

/** The results of some page workers, committed together. */
export interface CrawlBatch extends ChangedUrls {
  records: PageRecord[]
  counters: CheckCounters
  checkpoint: CrawlCheckpoint
  nowMs: number
}

const INSERT_PAGE = `insert into page
  (crawl_id, number, url_id, depth, status, status_class, traits, title, columns, is_eligible, indexability,
   fails_page_check, fails_site_check, is_passed, inlink_count)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)`
const INSERT_BODY = `insert into page_body
  (crawl_id, url_id, links, found, ids, minhash, link_texts, extractor, is_secret, context, body, rendered, result)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_CONDITIONAL = 'insert into conditional_result (crawl_id, url_id, results) values (?, ?, ?)'

/** URL rows of one transaction, some ten milliseconds: an ending may skip a million, and other writers wait. */
const MAX_URL_ROWS = 2_000

/**
 * Commits one batch in one transaction: the log of the frontier, pages, links, issues, counters, checkpoint. The hot path of a crawl: rows
 * go through prepared statements, counters are summed in memory and written once. Rows of skipped URLs beyond MAX_URL_ROWS follow after it,
 * and are written anew when that is interrupted.
 */
export async function commit(claimed: ClaimedDatabase, batch: CrawlBatch): Promise<void> {
  const { checkpoint, records, counters, nowMs, changes, rowOf } = batch
  const pages = records.filter(record => record.isPage)
  const issues = records.flatMap(record => record.issues)
  const requested = new Set(records.map(record => record.urlId))
  const others = batch.decided.filter(id => !requested.has(id))
  const areRowsLeft = others.length > MAX_URL_ROWS
  await fencedWrite(claimed, {
    changes: {
      phase: checkpoint.phase,
      checkpoint: JSON.stringify(checkpoint),
      notes: JSON.stringify(checkpoint.notes),
      committed_ms: nowMs,
      idle_claims: idleClaimsAfter(batch),
    },
    async write(fenced) {
      if (checkpoint.urlsToRetry) fenced.counts.urlsToRetry = checkpoint.urlsToRetry
      else delete fenced.counts.urlsToRetry
      await addUrlCounts(fenced, batch)
      if (changes !== null) await appendToLog(fenced, { found: batch.found, changes, areRowsLeft })
      if (!areRowsLeft) await writeRows(fenced, Array.from(others, rowOf))
      await writeResponses(fenced, records, rowOf)
      await writePages(fenced, pages, claimed.extraction)
      const ids = await insertIssues(fenced, { issues, isSite: false, discoveredMs: nowMs })
      await insertFoundCauses(fenced, records)
      await addCheckCounters(fenced, { counters, isSite: false })
      await decideIssues(fenced, { issues, ids, isSite: false, nowMs })
    },
  })
  if (areRowsLeft) await writeRowsInParts(claimed, others, rowOf)
}

/** In ascending order of the ids, which is that of the table. */
async function writeRowsInParts(claimed: ClaimedDatabase, ids: Uint32Array, rowOf: CrawlBatch['rowOf']): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_URL_ROWS) {
    const rows = Array.from(ids.subarray(from, from + MAX_URL_ROWS), rowOf)
    await fencedWrite(claimed, { write: fenced => writeRows(fenced, rows) })
    await setImmediate()
  }
  await markRowsWritten(claimed)
}

async function addUrlCounts(fenced: FencedWrite, { urlCounts }: ChangedUrls): Promise<void> {
  const { counts } = fenced
  counts.urlsFound += urlCounts.found
  counts.urlsProbed += urlCounts.probed
  counts.urlsToProbe += urlCounts.toProbe
  await addCrawlCounters(fenced, { name: 'skipped', sums: urlCounts.skipped })
}

/** Zero when the crawl progressed: something was committed, or a phase ended. */
function idleClaimsAfter({ records, changes, checkpoint }: CrawlBatch) {
  return records.length > 0 || changes !== null
    ? 0
    : sql<number>`case when phase = ${checkpoint.phase} then idle_claims else 0 end`
}

async function writePages(fenced: FencedWrite, pages: readonly PageRecord[], extraction: Extraction): Promise<void> {
  const { transaction, specifics, crawlId, counts } = fenced
  const byStatus = new Map<string, number>()
  const byDepth = new Map<string, number>()
  const byIndexability = new Map<string, number>()
  const rows: SqlValue[][] = []
  for (const page of pages) {
    const status = ownStatus(page)
    // Neither a page that does not exist nor one whose content was not checked ever passes.
    const hasFault = page.issues.some(failsPages) || page.causes.some(({ failsPage }) => failsPage)
    const isFailed = !isGoodResponse(page) || isUncheckedPage(page) || hasFault
    if (page.facts?.columns.isEligible) counts.pagesChecked++
    counts.pagesListed++
    if (!isFailed) counts.passed++
    addTo(byStatus, statusClass(status))
    addTo(byDepth, String(page.depth))
    addTo(byIndexability, page.indexability)
    rows.push(pageValues(page, { crawlId, status, isFailed }))
  }
  await specifics.runEach(transaction, { statement: INSERT_PAGE, rows })
  await insertListed(fenced, pages)
  await insertPageFields(
    fenced,
    pages.map(({ urlId, facts }) => ({ urlId, fields: facts?.fields ?? [] })),
  )
  await specifics.runEach(transaction, {
    statement: INSERT_BODY,
    rows: pages.map(page => bodyValues(page, { crawlId, key: extraction.key })),
  })
  await specifics.runEach(transaction, {
    statement: INSERT_GROUP_KEY,
    rows: pages.flatMap(page => [
      ...groupKeyValues({ ...page, columns: page.facts?.columns }, crawlId),
      ...copyKeyValues(page, crawlId),
    ]),
  })
  await specifics.runEach(transaction, {
    statement: INSERT_CONDITIONAL,
    rows: pages.flatMap(({ urlId, conditional }) =>
      conditional === null ? [] : [[crawlId, urlId, JSON.stringify(conditional)]],
    ),
  })
  await addCrawlCounters(fenced, { name: 'status', sums: byStatus })
  await addCrawlCounters(fenced, { name: 'depth', sums: byDepth })
  await addCrawlCounters(fenced, { name: 'indexability', sums: byIndexability })
}

function pageValues(
  { urlId, number, depth, facts, indexability }: PageRecord,
  row: { crawlId: number; status: number | null; isFailed: boolean },
): SqlValue[] {
  const columns = facts?.columns
  return [
    row.crawlId,
    number,
    urlId,
    depth,
    row.status,
    statusClass(row.status),
    facts?.traits ?? 0,
    columns?.title ?? '',
    columns ? JSON.stringify(columns) : null,
    columns?.isEligible ? 1 : 0,
    indexability,
    row.isFailed ? 1 : 0,
    row.isFailed ? 0 : 1,
  ]
}

function bodyValues(
  { urlId, facts, found, foundIds }: PageRecord,
  { crawlId, key }: { crawlId: number } & Pick<Extraction, 'key'>,
): SqlValue[] {
  const pairs = new Uint32Array(found.length * 2)
  found.forEach(({ kinds }, index) => {
    pairs[index * 2] = foundIds[index] ?? 0
    pairs[index * 2 + 1] = kinds
  })
  const named = packNumbers(pairs)
  const { links = null, ids = null, minhash = null, linkTexts = null, page = null } = facts ?? {}
  return [crawlId, urlId, links, named, ids, minhash, linkTexts, ...storedPageValues(page, { key, crawlId, urlId })]
}
