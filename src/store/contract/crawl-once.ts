import assert from 'node:assert/strict'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { EndReason } from '#shared/model.ts'
import type { Store } from '../store.ts'
import { LEASE_MS, SITE } from './test-crawl.ts'

/** What a crawl is started with where nothing of it matters. */
export const start = {
  url: `${SITE}/`,
  crawlLimit: 5,
  options: { ...defaultCrawlOptions, isHttpsAssumed: true, probesResources: false, probesExternal: false },
  nowMs: 1_000,
}

/** Starts, claims and ends one crawl. */
export async function crawlOnce(
  store: Store,
  about: { ownerId: number; url: string; nowMs: number; reason?: EndReason },
): Promise<number> {
  const { reason = 'finished', ...rest } = about
  const { crawlId } = await store.websites.startCrawl({ ...start, ...rest })
  const claim = await store.crawls.claim('worker', about.nowMs, LEASE_MS)
  assert.equal(claim?.crawlId, crawlId)
  await store.crawls.end(claim, { reason, sentence: 'Done.', endedMs: about.nowMs + 1 })
  return crawlId
}

/** Sweeps until nothing is left; returns how often. */
export async function sweepAll(store: Store, nowMs: number, maxRows: number): Promise<number> {
  let sweeps = 1
  while (await store.sweep(nowMs, maxRows)) {
    assert.ok(sweeps < 1_000, 'the sweep comes to an end')
    sweeps++
  }
  return sweeps
}
