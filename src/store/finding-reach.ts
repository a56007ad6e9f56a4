import { sql } from 'kysely'
import { severities } from '#shared/model.ts'
import type { CrawlDatabase } from './schema.ts'
import type { StoredReach } from './store.ts'

/**
 * How far the issues of a crawl reach, by check and severity. The sums come from the index of the list alone; which of the issues are
 * about the whole host only those of the site checks are looked through for.
 */
export async function readFindingReach(crawl: CrawlDatabase): Promise<StoredReach[]> {
  const sums = await grouped(crawl).execute()
  const hostWide = await grouped(crawl).where('is_site', '=', 1).where('is_host_wide', '=', 1).execute()
  const keyOf = (row: { check_id: string; severity_rank: number }) => `${row.severity_rank} ${row.check_id}`
  const hostWideByKey = new Map(hostWide.map(row => [keyOf(row), row]))
  return sums.flatMap(row => {
    const severity = severities[row.severity_rank]
    const host = hostWideByKey.get(keyOf(row))
    if (severity === undefined) return []
    return {
      checkId: row.check_id,
      severity,
      issueCount: Number(row.count),
      hostWideCount: Number(host?.count ?? 0),
      affected: Number(row.affected) - Number(host?.affected ?? 0),
    }
  })
}

function grouped({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('issue')
    .select(['check_id', 'severity_rank'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`-sum(affected_order)`.as('affected')])
    .where('crawl_id', '=', crawlId)
    .groupBy(['check_id', 'severity_rank'])
    .orderBy('severity_rank')
    .orderBy('check_id')
}
