import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { type CrawlRow, crawlRowColumns, toCrawlRow } from './crawl-row.ts'
import { type CrawlUse, readCrawlUse } from './crawl-use.ts'

/** Reads and acts over all owners, for the operator alone. */
export interface OperationsStore {
  /** Running crawls, oldest first. */
  running(limit: number): Promise<OperationsCrawlRow[]>
  /** In the order in which they will be claimed, then paused ones. */
  waiting(limit: number): Promise<OperationsCrawlRow[]>
  /** Ended by an internal error, newest first. */
  failed(limit: number): Promise<OperationsCrawlRow[]>
  counts(): Promise<OperationsCounts>
  /** Bytes of the database in use, space that deleted rows left excepted. */
  usedBytes(): Promise<number>
  /** The website's owner and id of its running or waiting crawl; null when there is no such website. */
  website(websiteId: number): Promise<{ ownerId: number; activeCrawlId: number | null } | null>
  /** What a crawl has taken of the server; null when it is not stored. One that was cleared is, until it is swept. */
  crawlUse(crawlId: number): Promise<CrawlUse | null>
  /** Websites (not cleared) of an owner. */
  countWebsites(ownerId: number): Promise<number>
}

export interface OperationsCrawlRow {
  crawl: CrawlRow
  /** null for an anonymous visitor. */
  username: string | null
  isStopRequested: boolean
}

export interface OperationsCounts {
  running: number
  waiting: number
  visitors: number
  users: number
  websites: number
  crawls: number
}

/** The condition of the index by owner, literally. */
const isKept = sql<SqlBool>`website.is_cleared = 0`

/** Reads over all owners. */
export function createOperationsStore(database: Database): OperationsStore {
  const { db, specifics } = database
  return {
    async running(limit) {
      return toRows(await selectActive(database, ['crawling']).limit(limit).execute())
    },

    async waiting(limit) {
      return toRows(await selectActive(database, ['pending', 'paused']).limit(limit).execute())
    },

    async failed(limit) {
      const crawls = selectCrawls(database)
        // Literal, as the condition of the index has it.
        .where('crawl.end_reason', '=', sql.lit('failed'))
        .orderBy('crawl.ended_ms', 'desc')
        .orderBy('crawl.id', 'desc')
      return toRows(await crawls.limit(limit).execute())
    },

    counts: () => readCounts(database),

    usedBytes: () => specifics.usedBytes(),

    crawlUse: crawlId => readCrawlUse(database, crawlId),

    async website(websiteId) {
      const website = await db
        .selectFrom('website')
        .select('owner_id')
        .select(({ selectFrom }) =>
          selectFrom('crawl')
            .select(({ fn }) => fn.max('crawl.id').as('id'))
            .whereRef('crawl.website_id', '=', 'website.id')
            .where('crawl.ended_ms', 'is', null)
            .where('crawl.is_hidden', '=', 0)
            .as('active_crawl_id'),
        )
        .where('id', '=', websiteId)
        .where(isKept)
        .executeTakeFirst()
      return website ? { ownerId: website.owner_id, activeCrawlId: website.active_crawl_id } : null
    },

    async countWebsites(ownerId) {
      const { count } = await db
        .selectFrom('website')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('owner_id', '=', ownerId)
        .where(isKept)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

function selectCrawls({ db }: Database) {
  return db
    .selectFrom('crawl')
    .innerJoin('website', 'website.id', 'crawl.website_id')
    .leftJoin('account', 'account.owner_id', 'website.owner_id')
    .select(crawlRowColumns)
    .select(['crawl.is_stop_requested', 'account.username'])
    .where('crawl.is_hidden', '=', 0)
}

/** In the order in which crawls are claimed; paused ones come last. */
function selectActive(database: Database, statuses: readonly ('crawling' | 'pending' | 'paused')[]) {
  return selectCrawls(database)
    .where('crawl.ended_ms', 'is', null)
    .where('crawl.status', 'in', statuses)
    .orderBy('crawl.status', 'desc')
    .orderBy('crawl.id')
}

type SelectedCrawl = Parameters<typeof toCrawlRow>[0] & { is_stop_requested: number; username: string | null }

function toRows(crawls: readonly SelectedCrawl[]): OperationsCrawlRow[] {
  return crawls.map(crawl => ({
    crawl: toCrawlRow(crawl),
    username: crawl.username,
    isStopRequested: crawl.is_stop_requested === 1,
  }))
}

/**
 * One statement, so that all numbers are of one moment. Hidden crawls and cleared websites are few and have an index: subtracting them
 * from all rows, which the database counts in its smallest index, avoids reading every crawl.
 */
async function readCounts({ db }: Database): Promise<OperationsCounts> {
  const counts = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const all = fn.countAll().as('count')
      const active = selectFrom('crawl').select(all).where('ended_ms', 'is', null).where('is_hidden', '=', 0)
      return [
        active.where('status', '=', 'crawling').as('running'),
        active.where('status', 'in', ['pending', 'paused']).as('waiting'),
        selectFrom('owner').select(all).as('owners'),
        selectFrom('account').select(all).as('users'),
        selectFrom('website').select(all).as('websites'),
        selectFrom('website').select(all).where('is_cleared', '=', sql.lit(1)).as('cleared'),
        selectFrom('crawl').select(all).as('crawls'),
        selectFrom('crawl').select(all).where('is_hidden', '=', sql.lit(1)).as('hidden'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    running: Number(counts.running),
    waiting: Number(counts.waiting),
    visitors: Number(counts.owners) - Number(counts.users),
    users: Number(counts.users),
    websites: Number(counts.websites) - Number(counts.cleared),
    crawls: Number(counts.crawls) - Number(counts.hidden),
  }
}
