import type { ConfirmPauses } from './visit/confirm.ts'

/** What the operator decides about crawling; `config.ts` says where each value comes from. */
export interface EngineSettings extends ConfirmPauses {
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  requestsPerHost: number
  requestsPerLoopbackHost: number
  externalPauseMs: number
  maxCrawlDelayMs: number
  /** With a longer Crawl-delay a crawl gets no additional time for each page. */
  longCrawlDelayMs: number
  /** Times the page limit. */
  resourceProbeFactor: number
  externalProbeFactor: number
  externalProbesPerHost: number
  queueFactor: number
  /** Of all crawls together; a crawl that reaches it ends with what it has. */
  maxStorageBytes: number
  /** How long a crawl may run: a base, and more for each page of its limit. */
  crawlBaseMs: number
  crawlMsPerPage: number
  /** What a crawl may receive, likewise. */
  crawlBaseBytes: number
  crawlBytesPerPage: number
}

/** Requests under way at once for one crawl, over all hosts. */
export const MAX_REQUESTS_PER_CRAWL = 128
/** A crawl whose claim was lost so often in a row, with nothing committed in between, is not tried again. */
export const MAX_IDLE_CLAIMS = 5
/** URLs that one crawl may know, whatever its limit: a bound on memory for sites without end. */
export const MIN_KNOWN_URLS = 200_000
/** URLs known per URL that may be visited, beyond that minimum. */
export const KNOWN_URLS_FACTOR = 4
/** Redirects that are followed from one URL, as browsers do. */
export const MAX_REDIRECT_HOPS = 20
