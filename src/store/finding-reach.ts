import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { severities } from '#shared/model.ts'
import { readRuns } from './issue-keys.ts'
import type { CrawlDatabase } from './schema.ts'
import type { StoredReach } from './store.ts'

/**
 * How far the issues of a crawl reach, by check and severity. The sums come from the index of the list alone, check by check: an
 * embedded database answers others in between. Which of the issues are about the whole host only those of the site checks are looked
 * through for.
 */
export async function readFindingReach(crawl: CrawlDatabase): Promise<StoredReach[]> {
  const sums = new Map<string, Sum>()
  for (const { type, checkId } of await readRuns(crawl, {})) {
    const rows = await grouped(crawl).where('type', '=', type).where('check_id', '=', checkId).execute()
    for (const row of rows) {
      const sum = sums.get(keyOf(row)) ?? { ...row, count: 0, affected: 0 }
      sum.count += Number(row.count)
      sum.affected += Number(row.affected)
      sums.set(keyOf(row), sum)
    }
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
      severity,
      issueCount: row.count,
      hostWideCount: Number(host?.count ?? 0),
      affected: row.affected - Number(host?.affected ?? 0),
    }
  })
}

interface Sum {
  check_id: string
  severity_rank: number
  count: number
  affected: number
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
