import type { FetchFailure } from '#shared/facts.ts'
import type { Attempt } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'

/** One URL to ask, sent to a page worker. Plain data: it crosses a thread boundary. */
export interface VisitJob {
  crawlId: number
  urlId: number
  url: string
  /** 'visit' reads the page; 'probe' asks for the status only. */
  mode: 'visit' | 'probe'
  scope: 'internal' | 'external'
  /** Frontier number, 0 for a probe. */
  number: number
  depth: number
  isSeed: boolean
  isPrivateHost: boolean
  /** What the page's scripts make of it is read, too; not when left out. */
  isRendered?: boolean
  /** Names of parameters that addresses of the site go without; none when left out. */
  dropParameters?: readonly string[]
  /** A HEAD that says all is well is enough. Other addresses are asked as visitors ask them; when left out, this one, too. */
  isHeadEnough?: boolean
  /** Earlier tries at the same URL. */
  attempts: Attempt[]
}

/** The record of a URL of which no page was read; `response` is what is known of the response. */
export function recordWithoutFacts(job: VisitJob, response: Partial<PageRecord>): PageRecord {
  return {
    crawlId: job.crawlId,
    urlId: job.urlId,
    number: job.number,
    depth: job.depth,
    url: job.url,
    status: null,
    failure: null,
    failureDetail: '',
    hops: [],
    finalUrl: job.url,
    mediaType: '',
    bytes: null,
    ttfbMs: null,
    totalMs: null,
    attempts: job.attempts,
    isBotChallenge: false,
    retryAfterMs: null,
    isHtml: false,
    isPage: job.mode === 'visit',
    isCounted: false,
    facts: null,
    found: [],
    foundIds: new Uint32Array(),
    issues: [],
    checkResults: null,
    ...response,
  }
}

/** What politeness and confirmation want to know of an answer. */
export interface ResponseInBrief {
  status: number | null
  failure: FetchFailure | null
  isBotChallenge: boolean
  retryAfterMs: number | null
  /** Status of the first hop, null when it did not redirect. */
  redirectStatus: number | null
}
