import { sql } from 'kysely'
import type { GroupKey } from '#shared/site-facts.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { packNumbers } from '../database/packed-numbers.ts'
import type { ClaimedDatabase, SqlValue } from '../database/schema.ts'
import { insertIssues, isSpoiling } from '../issues/issue-writes.ts'
import { answerValues, isGoodResponse, ownStatus, statusClass, UPDATE_ANSWER } from '../pages/responses.ts'
import type { SettledOutcome, Settlement } from '../store.ts'
import { decideIssues } from './apply-settings.ts'
import { addCheckCounters, addCrawlCounters } from './check-counters.ts'
import { addTo } from './counts.ts'
import { partsOf, urlChangesOf, writeUrlChanges } from './frontier.ts'
import { finishParts, markSettled, stageParts } from './staged-changes.ts'

const INSERT_PAGE = `insert into page
  (crawl_id, number, url_id, depth, status, status_class, title, columns, is_eligible, is_spoiled_by_page,
   is_spoiled_by_site, is_passed, inlink_count)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)`
const INSERT_BODY = `insert into page_body (crawl_id, url_id, facts, links, main_text, ids, minhash, found)
  values (?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_GROUP_KEY = 'insert into group_key (crawl_id, name, value, number, url_id) values (?, ?, ?, ?, ?)'

/**
 * URL rows of one transaction: a wave may number a hundred thousand of them, and whoever else wants to write waits. Some ten
 * milliseconds.
 */
const MAX_URL_ROWS = 2_000

/**
 * One batch of outcomes in one transaction: URL rows, pages, links, issues, counters, counters, checkpoint. The hot path of a
 * crawl: rows go through prepared statements, sums are gathered in memory and written once. URL rows beyond MAX_URL_ROWS are
 * settled by that transaction, too, but written by others after it.
 */
export async function settle(claimed: ClaimedDatabase, settlement: Settlement): Promise<void> {
  const { checkpoint, outcomes, counters, nowMs } = settlement
  const pages = outcomes.filter(outcome => outcome.isPage)
  const issues = outcomes.flatMap(({ outcome }) => outcome.issues)
  const ownIds = new Set(outcomes.map(({ outcome }) => outcome.urlId))
  const { atOnce, parts } = partsOf(settlement, { ownIds, maxRows: MAX_URL_ROWS })
  if (parts.length > 0) await stageParts(claimed, parts)
  await fencedWrite(claimed, {
    changes: {
      phase: checkpoint.phase,
      checkpoint: JSON.stringify(checkpoint),
      notes: JSON.stringify(checkpoint.notes),
      settled_ms: nowMs,
      idle_claims: idleClaimsAfter(settlement),
    },
    async write(fenced) {
      await addCrawlCounters(fenced, {
        name: 'skipped',
        sums: await writeUrlChanges(fenced, urlChangesOf(claimed.claim, atOnce)),
      })
      if (parts.length > 0) await markSettled(fenced)
      await writeResponses(fenced, outcomes)
      await writePages(fenced, pages)
      const ids = await insertIssues(fenced, { issues, isSite: false, discoveredMs: nowMs })
      await addCheckCounters(fenced, { counters, isSite: false })
      await decideIssues(fenced, { issues, ids, isSite: false, nowMs })
    },
  })
  if (parts.length > 0) await finishParts(claimed)
}

/** None when the crawl got ahead by this: something was settled, or a phase came to its end. */
function idleClaimsAfter({ outcomes, inserted, updated, restated, checkpoint }: Settlement) {
  return outcomes.length + inserted.length + updated.length + restated.length > 0
    ? 0
    : sql<number>`case when phase = ${checkpoint.phase} then idle_claims else 0 end`
}

async function writeResponses(
  { transaction, specifics, crawlId, counts }: FencedWrite,
  outcomes: readonly SettledOutcome[],
): Promise<void> {
  const rows = outcomes.map(({ outcome }) => answerValues(outcome.fetched, { crawlId, urlId: outcome.urlId }))
  await specifics.runEach(transaction, { statement: UPDATE_ANSWER, rows })
  for (const { outcome, isCounted } of outcomes) {
    counts.bytes += outcome.fetched.bytes ?? 0
    if (isCounted) counts.pagesCrawled++
  }
}

async function writePages(fenced: FencedWrite, pages: readonly SettledOutcome[]): Promise<void> {
  const { transaction, specifics, crawlId, counts } = fenced
  const byStatus = new Map<string, number>()
  const byDepth = new Map<string, number>()
  const rows: SqlValue[][] = []
  for (const page of pages) {
    const status = ownStatus(page.outcome.fetched)
    // What is not there passes nothing, even when the finding stands at the page that links to it.
    const isSpoiled = !isGoodResponse(page.outcome.fetched) || page.outcome.issues.some(isSpoiling)
    counts.pagesListed++
    if (!isSpoiled) counts.passed++
    addTo(byStatus, statusClass(status))
    addTo(byDepth, String(page.depth))
    rows.push(pageValues(page, { crawlId, status, isSpoiled }))
  }
  await specifics.runEach(transaction, { statement: INSERT_PAGE, rows })
  await specifics.runEach(transaction, { statement: INSERT_BODY, rows: pages.map(page => bodyValues(page, crawlId)) })
  await specifics.runEach(transaction, {
    statement: INSERT_GROUP_KEY,
    rows: pages.flatMap(page => groupKeyValues(page, crawlId)),
  })
  await addCrawlCounters(fenced, { name: 'status', sums: byStatus })
  await addCrawlCounters(fenced, { name: 'depth', sums: byDepth })
}

function pageValues(
  { outcome, number, depth }: SettledOutcome,
  row: { crawlId: number; status: number | null; isSpoiled: boolean },
): SqlValue[] {
  const columns = outcome.page?.columns
  return [
    row.crawlId,
    number,
    outcome.urlId,
    depth,
    row.status,
    statusClass(row.status),
    columns?.title ?? '',
    columns ? JSON.stringify(columns) : null,
    columns?.isEligible ? 1 : 0,
    row.isSpoiled ? 1 : 0,
    row.isSpoiled ? 0 : 1,
  ]
}

function bodyValues({ outcome, foundIds }: SettledOutcome, crawlId: number): SqlValue[] {
  const { page, found, urlId } = outcome
  const pairs = new Uint32Array(found.length * 2)
  found.forEach(({ kinds }, index) => {
    pairs[index * 2] = foundIds[index] ?? 0
    pairs[index * 2 + 1] = kinds
  })
  const texts = page ? [page.facts, page.links, page.mainText, page.ids, page.minhash] : [null, null, null, null, null]
  return [crawlId, urlId, ...texts, packNumbers(pairs)]
}

function groupKeyValues({ outcome, number }: SettledOutcome, crawlId: number): SqlValue[][] {
  const columns = outcome.page?.columns
  if (!columns?.isEligible) return []
  const keys: [GroupKey, string][] = [
    ['title', columns.titleKey],
    ['metaDescription', columns.metaDescriptionKey],
    ['h1', columns.h1Key],
    ['textHash', columns.textHash],
  ]
  return keys.filter(([, value]) => value !== '').map(([name, value]) => [crawlId, name, value, number, outcome.urlId])
}
