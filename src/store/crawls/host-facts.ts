import { type SqlBool, sql } from 'kysely'
import type { HostFileTarget, SiteFactsCrawl } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { targetColumns, toTarget } from '../links/targets.ts'
import { isDecided } from '../pages/decided.ts'
import type { CrawlCheckpoint } from './crawl-row.ts'

const BATCH_SIZE = 500

/** The conditions of the indexes, in their own words: only then are the indexes used. */
const conditions = { listed: sql<SqlBool>`sitemap_number > 0`, closed: sql<SqlBool>`googlebot_line > 0` }

type HostFacts = Pick<SiteFactsCrawl, 'robotsFiles' | 'sitemaps' | 'llmsFile' | 'shareImages'>

/** What the crawl met in robots.txt, sitemaps and llms.txt, and in pictures for sharing, as far as it came to ask for them. */
export function hostFactsOf(checkpoint: CrawlCheckpoint | null): HostFacts {
  const { robotsFiles, sitemaps, llmsFile, shareImages } = checkpoint ?? {}
  return {
    ...(robotsFiles && { robotsFiles }),
    ...(sitemaps && { sitemaps }),
    ...(llmsFile && { llmsFile }),
    ...(shareImages && { shareImages }),
  }
}

/** URLs of the site that a sitemap lists, or that robots.txt closes to Googlebot, by URL. */
export async function* readHostFileTargets(
  { db, crawlId }: CrawlDatabase,
  choice: 'listed' | 'closed',
): AsyncGenerator<HostFileTarget[]> {
  const found = batches({
    after: '',
    read: after =>
      db
        .selectFrom('url')
        .select([...targetColumns, 'sitemap_number', 'listed_day', 'googlebot_line'])
        .where('crawl_id', '=', crawlId)
        .where(conditions[choice])
        .where(isDecided)
        .where('scope', '=', 'internal')
        .where('url', '>', after)
        .orderBy('url')
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => row.url,
  })
  for await (const rows of found) {
    yield rows.map(row => ({
      ...toTarget(row),
      sitemapNumber: row.sitemap_number,
      listedDay: row.listed_day,
      googlebotLine: row.googlebot_line,
    }))
  }
}
