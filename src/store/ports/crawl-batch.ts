import type { SkipReason } from '#shared/model.ts'
import type { CheckCounters, PageRecord } from '#shared/page-record.ts'
import type { CrawlCheckpoint } from './checkpoint.ts'

/**
 * found: known, neither numbered nor skipped yet. queued: has a frontier number, to be visited. to-probe: to be asked for its
 * status only. visited and probed: asked. skipped: never asked, with a reason.
 */
export const urlStates = ['found', 'queued', 'to-probe', 'visited', 'probed', 'skipped'] as const
export type UrlState = (typeof urlStates)[number]

export interface UrlRow {
  id: number
  url: string
  scope: 'internal' | 'external'
  state: UrlState
  skipReason: SkipReason | null
  /** Clicks from the seed; UNKNOWN_DEPTH when only a sitemap leads there. */
  depth: number
  /** Redirects that led here from a linked URL, 0 for a linked one. */
  redirectDepth: number
  /** Frontier number, 0 until it has one. */
  number: number
  /** Order of discovery: frontier number of the first page that names it, and the position on it. */
  firstNumber: number
  firstPosition: number
  /** Mask over linkKinds. */
  kinds: number
  isFollowed: boolean
  /** A sitemap of the site lists it. */
  isInSitemap: boolean
  /** 1-based position of the first sitemap that lists it in `CrawlCheckpoint.sitemaps`; left out where that is not known. */
  sitemapNumber?: number
  /** Day of its last change that this sitemap names, in days since 1970; left out where it names none. */
  listedDay?: number
  /** Line of robots.txt that closes it to Googlebot; left out where none is known to. */
  googlebotLine?: number
}

export interface CrawlBatch {
  /** New rows. They must not change after the commit began: they are written after a while. */
  inserted: readonly UrlRow[]
  /** Rows whose state, number, kinds or order of discovery changed; the same holds for them. */
  updated: readonly UrlRow[]
  /** Stored rows of which nothing but state and reason changed. */
  restated: readonly RestatedUrls[]
  records: PageRecord[]
  counters: CheckCounters
  checkpoint: CrawlCheckpoint
  nowMs: number
}

/** URLs that are all in one state now. None of them had been visited, probed or skipped. */
export interface RestatedUrls extends Pick<UrlRow, 'state' | 'skipReason'> {
  /** Ascending. */
  ids: Uint32Array
}
