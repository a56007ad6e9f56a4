import { catalogueOf } from '#checks/index.ts'
import { affectedPages } from '#shared/affected-pages.ts'
import type { Deduction } from '#shared/health-score.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

/** Findings of a check of the site whose pages are read. */
const MAX_FINDINGS = 50

type CheckFindings = Pick<Deduction, 'checkId' | 'issueCount' | 'affected'>

/**
 * How many pages the findings of a check affect. Several findings may affect the same page, which counts once where little has to be
 * read for it: of a page check, by its counter; of a site check, where it has few findings and each names all its pages. Otherwise the
 * pages of the findings are added up, and the result is the most that it can be: never more than the pages crawled.
 */
export async function affectedPageCount(
  reading: Pick<ReadingStore, 'issues'>,
  crawl: Pick<CrawlRow, 'id' | 'counts' | 'ownChecks'>,
  { findings, counter }: { findings: CheckFindings; counter: CheckCounter | undefined },
): Promise<number> {
  const { checkId, issueCount, affected } = findings
  const most = Math.min(affected, crawl.counts.pagesCrawled)
  const check = catalogueOf(crawl).get(checkId)
  if (issueCount < 2 || check === undefined) return most
  if (!('scope' in check)) return counter === undefined || counter.failed === 0 ? most : Math.min(most, counter.failed)
  const named = issueCount > MAX_FINDINGS ? null : await namedPages(reading, { crawlId: crawl.id, checkId })
  return named === null ? most : Math.min(most, named)
}

/** Distinct pages of all findings; null where a finding affects more pages than it names. */
async function namedPages(
  reading: Pick<ReadingStore, 'issues'>,
  { crawlId, checkId }: { crawlId: number; checkId: string },
): Promise<number | null> {
  const pages = new Set<string>()
  for (const issue of await reading.issues(crawlId, { checkId, limit: MAX_FINDINGS })) {
    const named = new Set(affectedPages(issue))
    if (issue.isHostWide || named.size !== issue.affectedCount) return null
    for (const url of named) pages.add(url)
  }
  return pages.size
}
