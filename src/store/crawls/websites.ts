import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { WebsiteRole } from '#shared/sharing.ts'
import { overHttp } from '#shared/url.ts'
import { sealCredentials } from '../accounts/credentials.ts'
import { noCounts } from '../database/counters.ts'
import type { Database, DatabaseSpecifics } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import type { CrawlCounts, Schema } from '../database/schema.ts'
import { readThresholds } from '../issues/settings-rows.ts'
import { type AnnounceCrawl, announceIfWaiting } from './announce.ts'
import { type CrawlRow, crawlRowColumns, toCrawlRow } from './crawl-row.ts'
import { hideCrawls } from './sweep.ts'
import { type MovedWebsite, transferWebsites } from './transfer-websites.ts'

export interface WebsiteStore {
  /** The owner's own and those shared with the owner, newest lastCrawled first, those never crawled last, then by id. */
  list(viewerId: number): Promise<WebsiteRow[]>
  /** Of all websites of the owners that are kept. */
  storageOf(ownerIds: readonly number[]): Promise<OwnerStorage>
  /** null for unknown ids and for websites that are neither the viewer's nor shared with the viewer. */
  find(websiteId: number, viewerId: number): Promise<WebsiteRow | null>
  /**
   * Creates the website (or finds the owner's one of the same URL) and a pending crawl of it, in one transaction. When one of its
   * crawls has not ended, starts nothing, and `isStarted` is false.
   */
  startCrawl(start: StartCrawl): Promise<{ websiteId: number; crawlId: number; isStarted: boolean }>
  /** Hides the website from everyone at once and raises the epoch of its crawls; rows go by `sweep`. False when not the owner's. */
  clear(websiteId: number, ownerId: number): Promise<boolean>
  /** Clears it when `clearAtMs` has passed, unless cancelled. False when not the owner's. */
  scheduleClear(websiteId: number, ownerId: number, clearAtMs: number): Promise<boolean>
  /** Cancels all scheduled clearings of the owner. */
  cancelClears(ownerId: number): Promise<void>
  /** Moves all websites of a visitor to an account, keeps them from being cleared, and deletes the visitor; see `MovedWebsite`. */
  transfer(move: { fromOwnerId: number; toOwnerId: number }): Promise<MovedWebsite[]>
}

/** What owners have in the store. */
export interface OwnerStorage {
  /** HTML pages of all crawls. */
  pages: number
  /** Options of the crawls, and files of visits as they are stored. */
  otherBytes: number
}

export interface StartCrawl {
  ownerId: number
  /** Normalised seed. */
  url: string
  crawlLimit: number
  options: CrawlOptions
  /** The URLs of a list crawl in this order, where the options say `isListOnly`; normalised, each once. */
  urls?: readonly string[]
  /** Replace those that are stored for the website, which all its crawls have; absent: those stay. */
  credentials?: Credentials
  nowMs: number
}

type NewCrawl = Pick<StartCrawl, 'url' | 'crawlLimit' | 'options' | 'urls' | 'nowMs'>

export interface WebsiteRow {
  id: number
  ownerId: number
  /** What the viewer may do with it. */
  role: WebsiteRole
  /** Name of the owner's account; null for one's own website. */
  sharedBy: string | null
  url: string
  crawlLimit: number
  /** Start of the newest crawl; null when none has started. */
  lastCrawledMs: number | null
  /** The newest crawl. */
  crawl: CrawlRow
}

/** The condition of the index by owner, literally: only then is the index used. */
const isKept = sql<SqlBool>`website.is_cleared = 0`

/** Of `crawl` beside `website`: the newest one that is shown. */
export const isNewestCrawl = sql<SqlBool>`crawl.id = (
  select max(newest.id) from crawl as newest where newest.website_id = website.id and newest.is_hidden = 0)`

/** Websites of an owner. Every query names the owner, so that a foreign id and an unknown one are alike. */
export function createWebsiteStore(
  { db, specifics }: Database,
  options: { keptCrawls: number; announce?: AnnounceCrawl | undefined; credentialsKey: Uint8Array | null },
): WebsiteStore {
  return {
    async list(viewerId) {
      return await selectWebsites(db, { viewerId })
    },

    async storageOf(ownerIds) {
      if (ownerIds.length === 0) return { pages: 0, otherBytes: 0 }
      const crawls = await db
        .selectFrom('crawl')
        .innerJoin('website', 'website.id', 'crawl.website_id')
        .select(({ fn }) => ['crawl.counts', fn<number>('octet_length', ['crawl.options']).as('optionsBytes')])
        .where('website.owner_id', 'in', [...ownerIds])
        .where(isKept)
        .where('crawl.is_hidden', '=', 0)
        .execute()
      const files = await db
        .selectFrom('visit_import')
        .innerJoin('website', 'website.id', 'visit_import.website_id')
        .select(({ fn }) => [
          fn<number>('octet_length', ['visit_import.summary']).as('summaryBytes'),
          fn<number>('octet_length', ['visit_import.urls']).as('urlsBytes'),
        ])
        .where('website.owner_id', 'in', [...ownerIds])
        .where(isKept)
        .execute()
      return {
        pages: crawls.reduce((sum, { counts }) => {
          const { pagesCrawled }: CrawlCounts = JSON.parse(counts)
          return sum + pagesCrawled
        }, 0),
        otherBytes:
          crawls.reduce((sum, { optionsBytes }) => sum + optionsBytes, 0) +
          files.reduce((sum, { summaryBytes, urlsBytes }) => sum + summaryBytes + urlsBytes, 0),
      }
    },

    async find(websiteId, viewerId) {
      const [website] = await selectWebsites(db, { viewerId, websiteId })
      return website ?? null
    },

    async startCrawl(start) {
      return await db.transaction().execute(async transaction => {
        await lockOwner(transaction, start.ownerId)
        const websiteId = await websiteOf({ transaction, specifics }, start)
        const runningId = await runningCrawl(transaction, websiteId)
        if (runningId !== null) return { websiteId, crawlId: runningId, isStarted: false }
        if (start.credentials) {
          const credentials = sealCredentials(start.credentials, { key: options.credentialsKey, websiteId })
          await transaction.updateTable('website').set({ credentials }).where('id', '=', websiteId).execute()
        }
        const crawlId = await insertCrawl(transaction, { websiteId, start, announce: options.announce })
        return { websiteId, crawlId, isStarted: true }
      })
    },

    async clear(websiteId, ownerId) {
      return await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('website')
          .set({ is_cleared: 1, credentials: null })
          .where('id', '=', websiteId)
          .where('owner_id', '=', ownerId)
          .where(isKept)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await hideCrawls({ transaction, specifics }, [websiteId])
        return true
      })
    },

    async scheduleClear(websiteId, ownerId, clearAtMs) {
      const { numUpdatedRows } = await db
        .updateTable('website')
        .set({ clear_at_ms: clearAtMs })
        .where('id', '=', websiteId)
        .where('owner_id', '=', ownerId)
        .where(isKept)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async cancelClears(ownerId) {
      const isScheduled = await db
        .selectFrom('website')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('clear_at_ms', 'is not', null)
        .where(isKept)
        .executeTakeFirst()
      // Runs with every request: it takes the write lock only when there is something to write.
      if (!isScheduled) return
      await db.updateTable('website').set({ clear_at_ms: null }).where('owner_id', '=', ownerId).where(isKept).execute()
    },

    async transfer(move) {
      return await db
        .transaction()
        .execute(transaction => transferWebsites(transaction, { ...move, keptCrawls: options.keptCrawls }))
    },
  }
}

/** Ids of the viewer's own websites and of those shared with the viewer; some may be cleared. */
export function seenBy(db: Kysely<Schema>, viewerId: number) {
  return db
    .selectFrom('website')
    .select('website.id')
    .where('website.owner_id', '=', viewerId)
    .where(isKept)
    .unionAll(
      db.selectFrom('website_member').select('website_member.website_id as id').where('owner_id', '=', viewerId),
    )
}

async function selectWebsites(
  db: Kysely<Schema>,
  { viewerId, websiteId }: { viewerId: number; websiteId?: number },
): Promise<WebsiteRow[]> {
  const rows = await db
    .selectFrom('website')
    .innerJoin('crawl', join => join.on(isNewestCrawl))
    .leftJoin('website_member', join =>
      join.onRef('website_member.website_id', '=', 'website.id').on('website_member.owner_id', '=', viewerId),
    )
    .leftJoin('account', 'account.owner_id', 'website.owner_id')
    .select(crawlRowColumns)
    .select(['website.url', 'website.id as websiteId', 'website.owner_id', 'website_member.role', 'account.username'])
    .select(({ selectFrom }) =>
      selectFrom('crawl as started')
        .whereRef('started.website_id', '=', 'website.id')
        .where('started.is_hidden', '=', 0)
        .select(({ fn }) => fn.max('started.started_ms').as('started_ms'))
        .as('last_crawled_ms'),
    )
    .where('website.id', 'in', seenBy(db, viewerId))
    .where(isKept)
    .$if(websiteId !== undefined, query => query.where('website.id', '=', websiteId ?? 0))
    .orderBy('last_crawled_ms', order => order.desc().nullsLast())
    .orderBy('website.id')
    .execute()
  return rows.map(row => ({
    id: row.websiteId,
    ownerId: row.owner_id,
    role: row.owner_id === viewerId ? 'own' : (row.role ?? 'view'),
    sharedBy: row.owner_id === viewerId ? null : row.username,
    url: row.url,
    crawlLimit: row.crawl_limit,
    lastCrawledMs: row.last_crawled_ms,
    crawl: toCrawlRow(row),
  }))
}

/** Whether the website is the owner's. Updated without a change to lock it until the end. */
export async function isWebsiteOf(
  transaction: Transaction<Schema>,
  { websiteId, ownerId }: { websiteId: number; ownerId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('website')
    .set(({ ref }) => ({ owner_id: ref('owner_id') }))
    .where('id', '=', websiteId)
    .where('owner_id', '=', ownerId)
    .where(isKept)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The crawl of a website that has not ended; null when there is none. */
export async function runningCrawl(transaction: Transaction<Schema>, websiteId: number): Promise<number | null> {
  const running = await transaction
    .selectFrom('crawl')
    .select('id')
    .where('website_id', '=', websiteId)
    .where('ended_ms', 'is', null)
    .where('is_hidden', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return running?.id ?? null
}

/** Updated without a change to lock the row until the end, so that two starts at once create one website and one crawl. */
export async function lockOwner(transaction: Transaction<Schema>, ownerId: number): Promise<void> {
  await transaction
    .updateTable('owner')
    .set(({ ref }) => ({ last_seen_ms: ref('last_seen_ms') }))
    .where('id', '=', ownerId)
    .execute()
}

/**
 * The owner's website of that URL, created when absent; where https is only assumed, also the website that was crawled over http. A new
 * crawl cancels its scheduled clearing.
 */
async function websiteOf(
  { transaction, specifics }: { transaction: Transaction<Schema>; specifics: DatabaseSpecifics },
  start: StartCrawl,
): Promise<number> {
  const urls = start.options.isHttpsAssumed ? [start.url, overHttp(start.url)] : [start.url]
  for (const url of urls) {
    const known = await transaction
      .updateTable('website')
      .set({ clear_at_ms: null })
      .where('owner_id', '=', start.ownerId)
      .where(isText({ specifics }, 'url', url))
      .where(isKept)
      .returning('id')
      .executeTakeFirst()
    if (known) return known.id
  }
  const made = await transaction
    .insertInto('website')
    .values({ owner_id: start.ownerId, url: start.url, clear_at_ms: null, is_cleared: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** With the current thresholds, and whether there are credentials: later changes do not affect the crawl. */
async function optionsOf(
  transaction: Transaction<Schema>,
  { websiteId, start }: { websiteId: number; start: NewCrawl },
): Promise<CrawlOptions> {
  const { credentials } = await transaction
    .selectFrom('website')
    .select(({ eb }) => eb('credentials', 'is not', null).as('credentials'))
    .where('id', '=', websiteId)
    .executeTakeFirstOrThrow()
  const options: CrawlOptions = { ...start.options, ...(credentials && { hasCredentials: true }) }
  if (options.thresholds) return options
  const thresholds = await readThresholds(transaction, websiteId)
  return thresholds.length === 0 ? options : { ...options, thresholds }
}

/** Adds a pending crawl, and announces it. The caller has locked the owner, and no crawl of the website is running. */
export async function insertCrawl(
  transaction: Transaction<Schema>,
  { websiteId, start, announce }: { websiteId: number; start: NewCrawl; announce: AnnounceCrawl | undefined },
): Promise<number> {
  const crawl = await transaction
    .insertInto('crawl')
    .values({
      website_id: websiteId,
      seed_url: start.url,
      crawl_limit: start.crawlLimit,
      options: JSON.stringify(await optionsOf(transaction, { websiteId, start })),
      listed_urls: start.urls === undefined ? null : JSON.stringify(start.urls),
      status: 'pending',
      phase: 'starting',
      epoch: 0,
      worker: '',
      lease_until_ms: 0,
      is_stop_requested: 0,
      is_hidden: 0,
      created_ms: start.nowMs,
      end_sentence: '',
      notes: '[]',
      counts: JSON.stringify(noCounts()),
      inlink_part: 0,
      inlink_number: 0,
      inlink_url_id: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceIfWaiting(transaction, { announce, crawlId: crawl.id })
  return crawl.id
}
