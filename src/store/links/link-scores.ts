import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { PageLinkScore } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from '../pages/decided.ts'
import { MAX_SCORE } from './internal-rank.ts'
import { maxUrlId } from './url-ids.ts'

/** The start page is a high-priority source; on a small site most pages are one click from it. */
export function isStart(depth: number): boolean {
  return isKnownDepth(depth) && depth === 0
}

/** The link score of each of these pages. Read one by one: for a list SQLite would read the whole crawl. */
export async function readLinkScores(
  crawl: CrawlDatabase,
  { urls, isTopPage }: { urls: readonly string[]; isTopPage: IsTopPage },
): Promise<Map<string, PageLinkScore>> {
  const scores = new Map<string, PageLinkScore>()
  for (const url of new Set(urls)) {
    const page = await findLinkScore(crawl, url)
    if (!page) continue
    scores.set(url, {
      linkScore: page.score,
      isHighPriority: isStart(page.depth) || isTopPage(page.url_id),
    })
  }
  return scores
}

async function findLinkScore({ db, specifics, crawlId }: CrawlDatabase, url: string) {
  return await db
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .select(['page.url_id', 'page.depth', 'link_figures.score'])
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url.url', url))
    .executeTakeFirst()
}

const ROWS_AT_ONCE = 10_000
/** One page in ten is a top page. */
const ONE_IN = 10

/** Whether a page, by its URL id, is among the tenth with the highest link scores. */
export type IsTopPage = (urlId: number) => boolean

/**
 * Reads the scores on first use: one byte per URL of the crawl. Of pages with equal scores all or none are top pages, and never more
 * than a tenth of the pages with a score. None before links are scored.
 */
export function createTopPages(crawl: CrawlDatabase): () => Promise<IsTopPage> {
  let topPages: Promise<IsTopPage> | undefined
  return () => {
    topPages ??= readTopPages(crawl)
    return topPages
  }
}

async function readTopPages(crawl: CrawlDatabase): Promise<IsTopPage> {
  const { db, crawlId } = crawl
  const scores = new Uint8Array((await maxUrlId(crawl)) + 1)
  const pagesByScore = new Uint32Array(MAX_SCORE + 1)
  const scored = batches({
    after: 0,
    read: after =>
      db
        .selectFrom('link_figures')
        .select(['url_id', 'score'])
        .where('crawl_id', '=', crawlId)
        .where('url_id', '>', after)
        .orderBy('url_id')
        .limit(ROWS_AT_ONCE)
        .execute(),
    keyOf: row => row.url_id,
  })
  for await (const rows of scored) {
    for (const { url_id, score } of rows) {
      if (score === null) continue
      scores[url_id] = score
      pagesByScore[score] = (pagesByScore[score] ?? 0) + 1
    }
  }
  const least = leastTopScore(pagesByScore)
  return urlId => (scores[urlId] ?? 0) >= least
}

/**
 * The lowest score that at most a tenth of the pages reach; above all scores where more pages have the highest one. Never 0, which all
 * pages reach.
 */
function leastTopScore(pagesByScore: Uint32Array): number {
  const all = pagesByScore.reduce((sum, pages) => sum + pages, 0)
  let least = MAX_SCORE + 1
  let reached = 0
  for (let score = MAX_SCORE; score > 0; score--) {
    const pages = pagesByScore[score] ?? 0
    reached += pages
    if (reached * ONE_IN > all) break
    if (pages > 0) least = score
  }
  return least
}
