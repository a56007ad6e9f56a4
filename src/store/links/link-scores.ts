import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { Standing } from '#shared/site-facts.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import type { IsTopPage } from './top-pages.ts'

/** Pages so near the start are high-priority sources. */
const HIGH_PRIORITY_DEPTH = 1

export function isNearStart(depth: number): boolean {
  return isKnownDepth(depth) && depth <= HIGH_PRIORITY_DEPTH
}

/** How each of these pages stands among the links of the site. One by one, for a list SQLite would look through the whole crawl. */
export async function readStandings(
  crawl: CrawlDatabase,
  { urls, isTopPage }: { urls: readonly string[]; isTopPage: IsTopPage },
): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>()
  for (const url of new Set(urls)) {
    const page = await findStanding(crawl, url)
    if (!page) continue
    standings.set(url, {
      linkScore: page.score,
      isHighPriority: isNearStart(page.depth) || isTopPage(page.url_id),
    })
  }
  return standings
}

async function findStanding({ db, crawlId }: CrawlDatabase, url: string) {
  return await db
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .select(['page.url_id', 'page.depth', 'link_figures.score'])
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where('url.url', '=', url)
    .executeTakeFirst()
}
