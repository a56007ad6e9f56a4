import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type IssueType, type Severity, severities } from '#shared/model.ts'
import type { CrawlDatabase } from '../database/database.ts'

/** How many pages the issues of one check and severity affect. */
export interface StoredReach {
  checkId: string
  type: IssueType
  severity: Severity
  issueCount: number
  /** Issues about the whole host among them. */
  hostWideCount: number
  /** Pages affected by the others, summed over the issues. */
  affected: number
}

/**
 * How many pages the issues of a crawl affect: checks with issues, by severity, then check id. Most issues affect one page and are
 * counted by the counters alone; reading each of a million issues took a hundred milliseconds. Issues that affect several pages are
 * adjacent in the index of the list and are summed there, check by check, so that an embedded database runs other queries in between.
 * Only issues of site checks can be host-wide.
 */
export async function readFindingReach(crawl: CrawlDatabase): Promise<StoredReach[]> {
  const sums = new Map<string, Sum>()
  const checks = new Map<string, Check>()
  for (const { type, check_id, severity, is_new, count } of await readCounters(crawl)) {
    checks.set(`${type} ${check_id} ${is_new}`, { type, check_id, is_new })
    const [severity_rank, issues] = [severities.indexOf(severity), Number(count)]
    addSum(sums, { type, check_id, severity_rank, count: issues, affected: issues })
  }
  for (const { type, check_id, is_new } of checks.values()) {
    const rows = await grouped(crawl)
      .where('type', '=', type)
      .where('check_id', '=', check_id)
      .where('is_new', '=', is_new)
      .where('severity_rank', 'in', [...severities.keys()])
      .where('affected_order', '<', ABOUT_ONE_PAGE)
      .execute()
    // Counted already, for one page each.
    for (const row of rows) addSum(sums, { ...row, type, count: 0, affected: Number(row.affected) - Number(row.count) })
    await setImmediate()
  }
  const hostWide = await grouped(crawl).where('is_site', '=', 1).where('is_host_wide', '=', 1).execute()
  const hostWideByKey = new Map(hostWide.map(row => [keyOf(row), row]))
  return [...sums.values()].sort(bySeverityAndCheck).flatMap(row => {
    const severity = severities[row.severity_rank]
    const host = hostWideByKey.get(keyOf(row))
    if (severity === undefined) return []
    return {
      checkId: row.check_id,
      type: row.type,
      severity,
      issueCount: row.count,
      hostWideCount: Number(host?.count ?? 0),
      affected: row.affected - Number(host?.affected ?? 0),
    }
  })
}

/** The `affected_order` of an issue about one page, as every issue is about at least one. */
const ABOUT_ONE_PAGE = -1

type Check = Pick<Awaited<ReturnType<typeof readCounters>>[number], 'type' | 'check_id' | 'is_new'>

interface Sum {
  type: IssueType
  check_id: string
  severity_rank: number
  count: number
  affected: number
}

async function readCounters({ db, crawlId }: CrawlDatabase) {
  return await db
    .selectFrom('issue_counter')
    .select(['type', 'check_id', 'severity', 'is_new', 'count'])
    .where('crawl_id', '=', crawlId)
    .where('count', '>', 0)
    .orderBy('type')
    .orderBy('check_id')
    .execute()
}

function addSum(sums: Map<string, Sum>, added: Sum): void {
  const sum = sums.get(keyOf(added))
  if (!sum) sums.set(keyOf(added), added)
  else {
    sum.count += added.count
    sum.affected += added.affected
  }
}

function keyOf({ check_id, severity_rank }: Pick<Sum, 'check_id' | 'severity_rank'>): string {
  return `${severity_rank} ${check_id}`
}

function bySeverityAndCheck(a: Sum, b: Sum): number {
  return a.severity_rank - b.severity_rank || (a.check_id < b.check_id ? -1 : 1)
}

function grouped({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('issue')
    .select(['check_id', 'severity_rank'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`-sum(affected_order)`.as('affected')])
    .where('crawl_id', '=', crawlId)
    .groupBy(['check_id', 'severity_rank'])
}
