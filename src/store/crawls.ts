import { fencedWrite, readClaimedCrawl } from './fenced.ts'
import { readUrls } from './frontier.ts'
import { indexLinks } from './link-index.ts'
import { planPageSpeed, readPageSpeedQueue, settlePageSpeed } from './page-speed-samples.ts'
import type { ClaimedDatabase, Database } from './schema.ts'
import { settle } from './settle.ts'
import { openSiteFacts } from './site-facts.ts'
import { addSiteIssues, resetSiteIssues } from './site-issues.ts'
import type { Claim, CrawlCheckpoint, CrawlEnd, CrawlOptions, CrawlState, CrawlStore } from './store.ts'
import { hideSurplusCrawls } from './sweep.ts'

/** Writes of the engine, each behind the fence; and who may write. */
export function createCrawlStore(database: Database, options: { keptCrawls: number }): CrawlStore {
  const { db } = database
  const claimed = (claim: Claim): ClaimedDatabase => ({ ...database, crawlId: claim.crawlId, claim })
  return {
    claim: (worker, nowMs, leaseMs) => claimNext(database, { worker, nowMs, leaseMs }),

    async releaseAllClaims() {
      await db
        .updateTable('crawl')
        .set(({ eb }) => ({ lease_until_ms: 0, epoch: eb('epoch', '+', 1) }))
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

    async requestStop(crawlId) {
      await db.updateTable('crawl').set({ is_stop_requested: 1 }).where('id', '=', crawlId).execute()
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
        .where('status', '=', 'pending')
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

    state: claim => readState(claimed(claim)),
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
      started_ms: fn.coalesce('started_ms', val(claimer.nowMs)),
    }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('crawl as waiting')
        .select('waiting.id')
        .where('waiting.ended_ms', 'is', null)
        .where('waiting.is_hidden', '=', 0)
        .where('waiting.lease_until_ms', '<=', claimer.nowMs)
        .orderBy('waiting.id')
        .limit(1),
    )
    .where('lease_until_ms', '<=', claimer.nowMs)
    .returning(['id', 'epoch'])
    .executeTakeFirst()
  return crawl ? { crawlId: crawl.id, epoch: crawl.epoch, expiresAtMs } : null
}

async function readState(claimed: ClaimedDatabase): Promise<CrawlState> {
  const { claim } = claimed
  const crawl = await readClaimedCrawl(claimed, ['website_id', 'seed_url', 'crawl_limit', 'options', 'checkpoint'])
  const options: CrawlOptions = JSON.parse(crawl.options)
  const checkpoint: CrawlCheckpoint | null = crawl.checkpoint === null ? null : JSON.parse(crawl.checkpoint)
  return {
    crawlId: claim.crawlId,
    websiteId: crawl.website_id,
    seedUrl: crawl.seed_url,
    crawlLimit: crawl.crawl_limit,
    options,
    checkpoint,
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
