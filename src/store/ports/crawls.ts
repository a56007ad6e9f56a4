import type { EndReason, NewIssue } from '#shared/model.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { CrawlCheckpoint } from './checkpoint.ts'
import type { CrawlBatch, UrlRow } from './crawl-batch.ts'
import type { CrawlOptions } from './crawl-options.ts'
import type { MeasuredPageSpeed, PageSpeedPlan } from './page-speed-samples.ts'
import type { FirstInLine } from './waiting-crawls.ts'

export interface Claim {
  crawlId: number
  epoch: number
  expiresAtMs: number
}

export interface CrawlRequests {
  crawlId: number
  isStopRequested: boolean
  isPauseRequested: boolean
}

/** Writes of the engine. */
export interface CrawlStore {
  /**
   * Claims the oldest crawl that is pending, or whose claim has lapsed, or the named one if it is such; none that rests. `worker`
   * names the claimer in logs.
   */
  claim(worker: string, nowMs: number, leaseMs: number, crawlId?: number): Promise<Claim | null>
  /** Of each owner the oldest crawl that may be claimed, and the oldest of more pages than `longerThan`; at most `limit`, by id. */
  firstInLine(nowMs: number, of: { longerThan: number; limit: number }): Promise<FirstInLine[]>
  /** Takes over all claims at once: only the holder of the data folder's lock may. */
  releaseAllClaims(): Promise<void>
  /** False when the claim is stale. */
  renew(claim: Claim, nowMs: number, leaseMs: number): Promise<boolean>
  /** What was asked of crawls that run; those that have been swept away are left out. */
  requests(crawlIds: readonly number[]): Promise<CrawlRequests[]>
  /**
   * Gives a claim up in good order: the crawl waits for the next claimant, or rests when a pause was asked for. Without effect
   * when the claim is stale.
   */
  release(claim: Claim): Promise<void>
  /** Asks a crawl to end; one that rests waits to be claimed again, so that its pages are judged. */
  requestStop(crawlId: number): Promise<void>
  /**
   * Asks a crawl to rest until it is resumed: one that waits does so at once, one that runs when its claimant gives it up. null
   * when it has ended, or is to end.
   */
  requestPause(crawlId: number): Promise<'paused' | 'pausing' | null>
  isPauseRequested(crawlId: number): Promise<boolean>
  /** Takes a pause back; without effect on a crawl that does not rest. False when it has ended, or is to end. */
  resume(crawlId: number): Promise<boolean>
  /** Ends a crawl that has not begun and that nobody has claimed as stopped. False when it is no longer waiting. */
  endWaiting(crawlId: number, end: Omit<CrawlEnd, 'reason'>): Promise<boolean>
  isStopRequested(crawlId: number): Promise<boolean>
  /** Crawls that run or wait, of all visitors. */
  countActive(): Promise<number>
  /** What is needed to begin or to go on. Finishes first what was settled and not applied. */
  state(claim: Claim): Promise<CrawlState>
  /** The addresses that alone are visited, in order; none for a crawl that follows links. */
  listedUrls(claim: Claim): Promise<string[]>
  /** All URLs of the crawl by id, in batches: the seen-set and frontier of a resumed crawl. */
  urls(claim: Claim): AsyncIterable<UrlRow[]>
  /**
   * One batch of outcomes, all of it or nothing: URL rows, pages, links, issues, counters, counters, checkpoint. Many URL rows are
   * applied after it, a part at a time; `state` applies those that a process left when it died.
   */
  commit(claim: Claim, batch: CrawlBatch): Promise<void>
  /** Builds the by-target index of links in bounded batches, once the frontier is empty. Idempotent. */
  indexLinks(claim: Claim): Promise<void>
  /** Writes with each page how it stands among the links of the site, after `indexLinks`. Comes to the same again. */
  scoreLinks(claim: Claim, abandon?: AbortSignal): Promise<void>
  siteFacts(crawlId: number): Promise<SiteFacts>
  /** Writes down which pages stand for the others when speed is measured. Only where none are written down yet. */
  planPageSpeed(claim: Claim, plan: PageSpeedPlan): Promise<void>
  /** Addresses of the plan that have neither a result nor a failure, in order; null without a plan. */
  pageSpeedQueue(claim: Claim): Promise<string[] | null>
  /** Notes what came of measuring; nothing for an address that has a result or a failure already. */
  commitPageSpeed(claim: Claim, settled: readonly MeasuredPageSpeed[]): Promise<void>
  /** Removes issues and counters of an earlier, interrupted round of site checks. */
  resetSiteIssues(claim: Claim): Promise<void>
  /** Issues of site checks; at most a few hundred a call. */
  addSiteIssues(claim: Claim, issues: NewIssue[], counters: CheckCounters): Promise<void>
  /** Ends the crawl: status complete, final counters (passed pages included), claim given up. */
  end(claim: Claim, end: CrawlEnd): Promise<void>
}

export interface CrawlEnd {
  reason: EndReason
  /** For a person. */
  sentence: string
  endedMs: number
}

export interface CrawlState {
  crawlId: number
  websiteId: number
  seedUrl: string
  crawlLimit: number
  options: CrawlOptions
  /** null for a crawl that has not begun. */
  checkpoint: CrawlCheckpoint | null
  /** Claims in a row, this one among them, before which the claimant was lost and nothing new had been settled. */
  idleClaims: number
}
