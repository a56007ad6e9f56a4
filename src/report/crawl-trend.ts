import { crawlDifferences } from '#compare/crawl-differences.ts'
import { TREND_CRAWLS, type TrendResponse } from '#shared/api/trend.ts'
import { subjects, wholeScore } from '#shared/health-score.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { isScored, readFoundChecks } from './crawl-health.ts'

/** Figures of the kept crawls of a website, from their counters alone. */
export async function crawlTrend(reading: ReadingStore, websiteId: number): Promise<TrendResponse> {
  const crawls = (await reading.crawls(websiteId)).filter(isScored).slice(0, TREND_CRAWLS).reverse()
  const rows: TrendResponse['crawls'] = []
  let earlier: CrawlRow | null = null
  for (const crawl of crawls) {
    const { exactScore, found } = await readFoundChecks(reading, crawl)
    const { byIndexability } = await reading.pageCounts(crawl.id)
    const issuesOf = (name: string) =>
      found.filter(({ subject }) => subject === name).reduce((sum, { issueCount }) => sum + issueCount, 0)
    const differences = earlier === null ? [] : await crawlDifferences(reading, { later: crawl, earlier })
    rows.push({
      crawlId: crawl.id,
      startedAt: isoTime(crawl.startedMs),
      score: wholeScore(exactScore),
      pages: crawl.counts.pagesCrawled,
      indexablePages: byIndexability.indexable ?? 0,
      issues: crawl.counts.bySeverity,
      subjects: subjects
        .map(({ name }) => ({ subject: name, issues: issuesOf(name) }))
        .filter(({ issues }) => issues > 0),
      changedSettings: differences.map(({ label }) => label),
    })
    earlier = crawl
  }
  return { crawls: rows }
}
