import type { FetchFailure } from '#shared/facts.ts'
import type { Attempt } from '#shared/model.ts'
import type { PageOutcome } from '#shared/visit-result.ts'

/** One URL to ask, sent to a page worker. Plain data: it crosses a thread boundary. */
export interface VisitJob {
  crawlId: number
  urlId: number
  url: string
  /** 'visit' reads the page; 'probe' asks for the status only. */
  mode: 'visit' | 'probe'
  scope: 'internal' | 'external'
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

/** How the checks of one page went, by check id. */
export interface PageVerdicts {
  passed: string[]
  failed: string[]
  /** Check id and reason. */
  skipped: [string, string][]
}

export interface VisitResult {
  crawlId: number
  urlId: number
  outcome: PageOutcome
  verdicts: PageVerdicts | null
  /** HTML of status 2xx. */
  isHtmlOk: boolean
  /** Media type is HTML, whatever the status. */
  isHtml: boolean
  /** Bytes on the wire, as far as read, and what the scripts of the page loaded; absent when nothing came. */
  receivedBytes?: number
  /** Its scripts were to be run, and were not. */
  isUnrendered?: true
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
