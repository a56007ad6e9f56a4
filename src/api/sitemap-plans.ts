import { planSitemap, type SitemapPlan } from '#report/sitemap/sitemap-plan.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

const MAX_KEPT = 100

/**
 * Where the parts of sitemaps begin. To find out takes a pass over all pages, and a large site's parts are asked for one after the
 * other, so the plans of ended crawls are kept.
 */
export function sitemapPlans(): (crawl: CrawlRow, reading: ReadingStore) => Promise<SitemapPlan> {
  const kept = new Map<number, SitemapPlan>()
  return async (crawl, reading) => {
    const known = kept.get(crawl.id)
    if (known) return known
    const plan = await planSitemap(reading, crawl.id)
    if (crawl.status !== 'complete') return plan
    kept.set(crawl.id, plan)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return plan
  }
}
