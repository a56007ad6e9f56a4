import { sql } from 'kysely'
import type { SuppressedCause, SuppressedKind } from '#shared/issue-settings.ts'
import { slices } from '../database/batches.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { CrawlDatabase, Database } from '../database/database.ts'
import { endedWrite } from '../database/fenced.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { SuppressedIssueTable } from '../database/issue-tables.ts'
import { DEFAULT_LIST_ROWS } from '../pages/pages.ts'
import { restoreIssues, suppressIssues } from './issue-moves.ts'
import { type IssueRow, toIssueRow } from './issues.ts'

/** Suppresses issues of ended crawls and restores them. Counters and the pages that pass follow. */
export interface IssueStore {
  /**
   * Suppresses issues of a crawl in short transactions; returns how many. None of a crawl that has not ended or does not exist; ids
   * of other crawls and of suppressed issues are ignored. A page neither fails nor passes a check whose every issue on it is
   * suppressed.
   */
  suppress(move: {
    crawlId: number
    issueIds: readonly number[]
    cause: SuppressedCause
    nowMs: number
  }): Promise<number>
  /** Restores them with their ids; returns how many. */
  restore(move: { crawlId: number; issueIds: readonly number[] }): Promise<number>
}

export interface SuppressedQuery {
  kind: SuppressedKind
  /** Only issues after this one. */
  afterId?: number
  offset?: number
  limit?: number
}

export interface SuppressedIssueRow extends IssueRow {
  cause: SuppressedCause
  suppressedMs: number
}

/**
 * Issues moved by one transaction: some ten milliseconds, in which other writers wait. An issue of a site check may affect many pages.
 */
const ISSUES_AT_ONCE = 10

const orderColumns = ['severity_rank', 'affected_order', 'check_id', 'page_url', 'id'] as const

/** Suppresses and restores issues of ended crawls. */
export function createIssueStore(database: Database): IssueStore {
  return {
    async suppress({ crawlId, issueIds, cause, nowMs }) {
      let moved = 0
      for (const ids of slices(issueIds, ISSUES_AT_ONCE)) {
        const moves = ids.map(id => ({ id, cause }))
        moved += (await endedWrite({ ...database, crawlId }, write => suppressIssues(write, { moves, nowMs }))) ?? 0
      }
      return moved
    },

    async restore({ crawlId, issueIds }) {
      let moved = 0
      for (const ids of slices(issueIds, ISSUES_AT_ONCE)) {
        const moves = ids.map(id => ({ id }))
        moved += (await endedWrite({ ...database, crawlId }, write => restoreIssues(write, moves))) ?? 0
      }
      return moved
    },
  }
}

/** Suppressed issues of one cause in the order of the list of issues, along the index by cause. */
export async function readSuppressed(
  { db, specifics, crawlId }: CrawlDatabase,
  { kind, afterId, offset = 0, limit = DEFAULT_LIST_ROWS }: SuppressedQuery,
): Promise<SuppressedIssueRow[]> {
  let chosen = db.selectFrom('suppressed_issue').selectAll().where('crawl_id', '=', crawlId).where('cause', '=', kind)
  if (afterId !== undefined) {
    const last = await db
      .selectFrom('suppressed_issue')
      .select(orderColumns)
      .where('id', '=', afterId)
      .where('crawl_id', '=', crawlId)
      .executeTakeFirst()
    if (!last) return []
    const before = [sql`${last.severity_rank}`, sql`${last.affected_order}`, sql`${last.check_id}`]
    chosen = chosen.where(
      isBeyond(
        [
          sql.ref('severity_rank'),
          sql.ref('affected_order'),
          sql.ref('check_id'),
          ...textOrder({ specifics }, 'page_url'),
          sql.ref('id'),
        ],
        '>',
        [...before, ...textInOrder({ specifics }, last.page_url), sql`${last.id}`],
      ),
    )
  }
  const rows = await chosen
    .orderBy('severity_rank')
    .orderBy('affected_order')
    .orderBy('check_id')
    .orderBy(inOrder({ specifics }, 'page_url'))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toRow)
}

/** Suppressed issues of one check, by id. */
export async function readSuppressedOfCheck(
  { db, crawlId }: CrawlDatabase,
  { checkId, afterId, limit }: { checkId: string; afterId: number; limit: number },
): Promise<SuppressedIssueRow[]> {
  const rows = await db
    .selectFrom('suppressed_issue')
    .selectAll()
    .where('crawl_id', '=', crawlId)
    .where('check_id', '=', checkId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

/** Ids of checks with issues, reported or suppressed, in their alphabet. */
export async function readChecksWithFindings({ db, crawlId }: CrawlDatabase): Promise<string[]> {
  const reported = await db
    .selectFrom('issue_counter')
    .select('check_id')
    .distinct()
    .where('crawl_id', '=', crawlId)
    .where('count', '>', 0)
    .execute()
  const suppressed = await db
    .selectFrom('suppressed_issue')
    .select('check_id')
    .distinct()
    .where('crawl_id', '=', crawlId)
    .execute()
  return [...new Set([...reported, ...suppressed].map(row => row.check_id))].sort()
}

export async function readSuppressedCounts(crawl: CrawlDatabase): Promise<Record<SuppressedKind, number>> {
  const sums = new Map((await readCrawlCounter(crawl, 'suppressed')).map(({ key, count }) => [key, count]))
  const count = (kind: SuppressedKind) => sums.get(kind) ?? 0
  return { muted: count('muted'), 'switched-off': count('switched-off'), fixed: count('fixed') }
}

function toRow(row: SuppressedIssueTable): SuppressedIssueRow {
  return { ...toIssueRow(row), cause: toCause(row), suppressedMs: row.suppressed_ms }
}

function toCause({ cause, mute_id, reason, checked_ms }: SuppressedIssueTable): SuppressedCause {
  if (cause === 'muted') return { kind: 'muted', muteId: mute_id ?? 0, reason }
  return cause === 'fixed' ? { kind: 'fixed', checkedAtMs: checked_ms ?? 0 } : { kind: 'switched-off' }
}
