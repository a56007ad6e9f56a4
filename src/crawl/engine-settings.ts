import type { ConfirmPauses } from './confirm.ts'

/** What the operator decides about crawling; `config.ts` says where each value comes from. */
export interface EngineSettings extends ConfirmPauses {
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  requestsPerHost: number
  requestsPerLoopbackHost: number
  externalPauseMs: number
  maxCrawlDelayMs: number
  /** Times the page limit. */
  resourceProbeFactor: number
  externalProbeFactor: number
  externalProbesPerHost: number
  queueFactor: number
  /** Of all crawls together; one that finds it used up ends with what it has. */
  maxStorageBytes: number
}

/** Requests under way at once for one crawl, over all hosts. */
export const MAX_REQUESTS_PER_CRAWL = 128
/** URLs that one crawl may know, whatever its limit: a bound on memory for sites without end. */
export const MIN_KNOWN_URLS = 200_000
/** URLs known per URL that may be visited, beyond that minimum. */
export const KNOWN_URLS_FACTOR = 4
