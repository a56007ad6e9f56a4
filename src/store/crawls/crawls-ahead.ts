import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Other crawls that run, and those that wait and come first. */
export interface CrawlsAhead {
  running: number
  waiting: number
}

/**
 * Running crawls, and waiting ones that come first: owners take turns, each in the order of its crawls' ids, and paused crawls do not
 * count. The actual wait of a long crawl may be longer, and that of others shorter.
 */
export async function readCrawlsAhead({ db }: Database, crawlId: number): Promise<CrawlsAhead> {
  const isActive = sql<boolean>`crawl.ended_ms is null and crawl.is_hidden = 0`
  const { running } = await db
    .selectFrom('crawl')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where(isActive)
    .where('status', '=', 'crawling')
    .where('id', '!=', crawlId)
    .executeTakeFirstOrThrow()
  const { waiting } = await db
    .with('line', creator =>
      creator
        .selectFrom('crawl')
        .innerJoin('website', 'website.id', 'crawl.website_id')
        .select([
          'crawl.id',
          sql<number>`row_number() over (partition by website.owner_id order by crawl.id)`.as('turn'),
        ])
        .where(isActive)
        .where('crawl.status', '=', 'pending'),
    )
    .selectFrom('line')
    .innerJoin('line as own', join => join.on('own.id', '=', crawlId))
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where(({ eb, and, or, ref }) =>
      or([
        eb('line.turn', '<', ref('own.turn')),
        and([eb('line.turn', '=', ref('own.turn')), eb('line.id', '<', crawlId)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { running: Number(running), waiting: Number(waiting) }
}
