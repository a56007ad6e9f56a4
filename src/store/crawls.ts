import { sql } from 'kysely'
import type { CrawlStatus } from '#shared/model.ts'
import { fencedWrite, readClaimedCrawl } from './fenced.ts'
import { readUrls } from './frontier.ts'
import { indexLinks } from './link-index.ts'
import { planPageSpeed, readPageSpeedQueue, settlePageSpeed } from './page-speed-samples.ts'
import type { ClaimedDatabase, Database } from './schema.ts'
import { settle } from './settle.ts'
import { openSiteFacts } from './site-facts.ts'
import { addSiteIssues, resetSiteIssues } from './site-issues.ts'
import { finishParts } from './staged-changes.ts'
import type { Claim, CrawlCheckpoint, CrawlEnd, CrawlOptions, CrawlState, CrawlStore } from './store.ts'
import { hideSurplusCrawls } from './sweep.ts'

/** Of a crawl that nobody works on any more: it rests when a pause was asked for, else it waits. */
const statusUnclaimed = sql<CrawlStatus>`case when is_pause_requested = 1 then 'paused' else 'pending' end`
/** Of a crawl that shall rest: one that nobody works on does so at once. */
const statusResting = sql<CrawlStatus>`case when status = 'pending' then 'paused' else status end`
/** Of a crawl that rests no longer. */
const statusAwake = sql<CrawlStatus>`case when status = 'paused' then 'pending' else status end`

/** Writes of the engine, each behind the fence; and who may write. */
export function createCrawlStore(database: Database, options: { keptCrawls: number }): CrawlStore {
  const { db } = database
  const claimed = (claim: Claim): ClaimedDatabase => ({ ...database, crawlId: claim.crawlId, claim })
  return {
    claim: (worker, nowMs, leaseMs) => claimNext(database, { worker, nowMs, leaseMs }),

    async releaseAllClaims() {
      await db
        .updateTable('crawl')
        .set(({ eb }) => ({ status: statusUnclaimed, lease_until_ms: 0, epoch: eb('epoch', '+', 1) }))
        .where('ended_ms', 'is', null)
        .execute()
    },

    async renew(claim, nowMs, leaseMs) {
      const { numUpdatedRows } = await db
        .updateTable('crawl')
        .set({ lease_until_ms: nowMs + leaseMs })
        .where('id', '=', claim.crawlId)
        .where('epoch', '=', claim.epoch)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async release(claim) {
      await db
        .updateTable('crawl')
        .set(({ eb }) => ({ status: statusUnclaimed, lease_until_ms: 0, idle_claims: 0, epoch: eb('epoch', '+', 1) }))
        .where('id', '=', claim.crawlId)
        .where('epoch', '=', claim.epoch)
        .where('ended_ms', 'is', null)
        .execute()
    },

    async requestStop(crawlId) {
      await db
        .updateTable('crawl')
        .set({ is_stop_requested: 1, is_pause_requested: 0, status: statusAwake })
        .where('id', '=', crawlId)
        .execute()
    },

    async requestPause(crawlId) {
      const crawl = await db
        .updateTable('crawl')
        .set({ is_pause_requested: 1, status: statusResting })
        .where('id', '=', crawlId)
        .where('ended_ms', 'is', null)
        .where('is_stop_requested', '=', 0)
        .returning('status')
        .executeTakeFirst()
      if (!crawl) return null
      return crawl.status === 'paused' ? 'paused' : 'pausing'
    },

    async isPauseRequested(crawlId) {
      const crawl = await db
        .selectFrom('crawl')
        .select('is_pause_requested')
        .where('id', '=', crawlId)
        .executeTakeFirst()
      return crawl?.is_pause_requested === 1
    },

    async resume(crawlId) {
      const { numUpdatedRows } = await db
        .updateTable('crawl')
        .set({ is_pause_requested: 0, status: statusAwake })
        .where('id', '=', crawlId)
        .where('ended_ms', 'is', null)
        .where('is_stop_requested', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async endWaiting(crawlId, { sentence, endedMs }) {
      const { numUpdatedRows } = await db
        .updateTable('crawl')
        .set({
          status: 'complete',
          phase: 'done',
          end_reason: 'stopped',
          end_sentence: sentence,
          ended_ms: endedMs,
          is_stop_requested: 1,
        })
        .where('id', '=', crawlId)
        .where('status', 'in', ['pending', 'paused'])
        .where('started_ms', 'is', null)
        .where('ended_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async isStopRequested(crawlId) {
      const crawl = await db
        .selectFrom('crawl')
        .select('is_stop_requested')
        .where('id', '=', crawlId)
        .executeTakeFirst()
      // A crawl that has been swept away is one to stop, too.
      return crawl?.is_stop_requested !== 0
    },

    async countActive() {
      const { count } = await db
        .selectFrom('crawl')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ended_ms', 'is', null)
        .where('is_hidden', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async state(claim) {
      await finishParts(claimed(claim))
      return await readState(claimed(claim))
    },

    async listedUrls(claim) {
      const { listed_urls } = await readClaimedCrawl(claimed(claim), ['listed_urls'])
      const urls: string[] = listed_urls === null ? [] : JSON.parse(listed_urls)
      return urls
    },

    urls: claim => readUrls(claimed(claim)),
    settle: (claim, settlement) => settle(claimed(claim), settlement),
    indexLinks: claim => indexLinks(claimed(claim)),
    siteFacts: crawlId => openSiteFacts({ ...database, crawlId }),
    planPageSpeed: (claim, plan) => planPageSpeed(claimed(claim), plan),
    pageSpeedQueue: claim => readPageSpeedQueue(claimed(claim)),
    settlePageSpeed: (claim, settled) => settlePageSpeed(claimed(claim), settled),
    resetSiteIssues: claim => resetSiteIssues(claimed(claim)),
    addSiteIssues: (claim, issues, tallies) => addSiteIssues(claimed(claim), { issues, tallies }),
    end: (claim, end) => endCrawl(claimed(claim), { ...end, keptCrawls: options.keptCrawls }),
  }
}

/** One statement, so that two claimers never get the same crawl: the loser's condition no longer holds. */
async function claimNext(
  { db }: Database,
  claimer: { worker: string; nowMs: number; leaseMs: number },
): Promise<Claim | null> {
  const expiresAtMs = claimer.nowMs + claimer.leaseMs
  const crawl = await db
    .updateTable('crawl')
    .set(({ eb, fn, val }) => ({
      status: 'crawling',
      worker: claimer.worker,
      lease_until_ms: expiresAtMs,
      epoch: eb('epoch', '+', 1),
      idle_claims: eb('idle_claims', '+', 1),
      started_ms: fn.coalesce('started_ms', val(claimer.nowMs)),
    }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('crawl as waiting')
        .select('waiting.id')
        .where('waiting.ended_ms', 'is', null)
        .where('waiting.is_hidden', '=', 0)
        .where('waiting.status', '!=', 'paused')
        .where('waiting.lease_until_ms', '<=', claimer.nowMs)
        .orderBy('waiting.id')
        .limit(1),
    )
    .where('status', '!=', 'paused')
    .where('lease_until_ms', '<=', claimer.nowMs)
    .returning(['id', 'epoch'])
    .executeTakeFirst()
  return crawl ? { crawlId: crawl.id, epoch: crawl.epoch, expiresAtMs } : null
}

async function readState(claimed: ClaimedDatabase): Promise<CrawlState> {
  const { claim } = claimed
  const crawl = await readClaimedCrawl(claimed, [
    'website_id',
    'seed_url',
    'crawl_limit',
    'options',
    'checkpoint',
    'idle_claims',
  ])
  const options: CrawlOptions = JSON.parse(crawl.options)
  const checkpoint: CrawlCheckpoint | null = crawl.checkpoint === null ? null : JSON.parse(crawl.checkpoint)
  return {
    crawlId: claim.crawlId,
    websiteId: crawl.website_id,
    seedUrl: crawl.seed_url,
    crawlLimit: crawl.crawl_limit,
    options,
    checkpoint,
    idleClaims: crawl.idle_claims,
  }
}

async function endCrawl(claimed: ClaimedDatabase, end: CrawlEnd & { keptCrawls: number }): Promise<void> {
  await fencedWrite(claimed, {
    changes: {
      status: 'complete',
      phase: 'done',
      end_reason: end.reason,
      end_sentence: end.sentence,
      ended_ms: end.endedMs,
      lease_until_ms: 0,
    },
    async write({ transaction, crawlId }) {
      // The claim is given up: whatever its worker still has in hand is refused.
      const crawl = await transaction
        .updateTable('crawl')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
        .where('id', '=', crawlId)
        .returning('website_id')
        .executeTakeFirstOrThrow()
      await hideSurplusCrawls(transaction, { websiteId: crawl.website_id, keptCrawls: end.keptCrawls })
    },
  })
}
