import type { FetchSummary } from './facts.ts'
import type { LinkKind, NewIssue } from './model.ts'

/**
 * What a page worker gives back for one URL, already encoded so that the engine reads only what it settles: facts and links
 * are bytes to it.
 */
export interface PageOutcome {
  urlId: number
  fetched: FetchSummary
  /** null when the answer was no HTML, a redirect or a failure. */
  page: EncodedPage | null
  /** Distinct URLs named by the page or by its redirect, in order of first mention. */
  found: FoundUrl[]
  issues: NewIssue[]
}

/** The distinct URL and how it was named; position in the list is its position on the page. */
export interface FoundUrl {
  url: string
  /** Bit n is linkKinds[n]; every kind that named it. */
  kinds: number
  /** At least one link to it may be followed (no nofollow), of a kind that leads to pages. */
  isFollowed: boolean
}

/** The columns that lists, groups and sums read; the rest of the facts is one JSON value. */
export interface EncodedPage {
  columns: PageColumns
  /** UTF-8 JSON of PageFacts without `links`, `ids` and `content.mainText`. */
  facts: Uint8Array
  /** Encoded by shared/link-codec.ts: every link with the index of its URL in `found`. */
  links: Uint8Array
  /** UTF-8 in Zstandard (deflated by earlier versions); read again only for near duplicates. Empty when there is none. */
  mainText: Uint8Array
  /** JSON array of ids, packed as mainText is. */
  ids: Uint8Array
  /** 128 little-endian 32-bit numbers, or empty. */
  minhash: Uint8Array
}

export interface PageColumns {
  title: string
  metaDescription: string
  h1: string
  lang: string | null
  canonicalUrl: string | null
  robotsDirectives: string
  isEligible: boolean
  isNoindex: boolean
  wordCount: number
  textHash: string
  /** NFC, white space folded, case folded; '' when there is none. */
  titleKey: string
  metaDescriptionKey: string
  h1Key: string
  missingAltTags: number
  emptyAltTags: number
  totalImages: number
  h1Count: number
  h2Count: number
  h3Count: number
  h4Count: number
  pCount: number
  bodyBytes: number
  totalLinks: number
  /** JSON arrays of absolute URLs. */
  alternates: string
  paginationUrls: string
  /** The same, of links with rel=nofollow within the host; absent in pages of earlier versions. */
  nofollowUrls?: string
  /** Fingerprint of the template that made the page; '' where nothing shows one, absent in pages of earlier versions. */
  template?: string
  /** What the page shows, in little (`crawl/traps/trap-likeness.ts`); absent in pages of earlier versions. */
  likeness?: string
  /** JSON array of the values of og:image, the first few; absent in pages of earlier versions. */
  shareImages?: string
}

/** How the page checks went for the pages of one batch. */
export type CheckCounters = Record<string, CheckCounter>
export interface CheckCounter {
  passed: number
  failed: number
  /** By reason. */
  skipped: Record<string, number>
}

export function kindsToMask(kinds: Iterable<LinkKind>, all: readonly LinkKind[]): number {
  let mask = 0
  for (const kind of kinds) mask |= 1 << all.indexOf(kind)
  return mask
}

export function maskToKinds(mask: number, all: readonly LinkKind[]): LinkKind[] {
  return all.filter((_, bit) => (mask & (1 << bit)) !== 0)
}
