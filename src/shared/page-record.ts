import type { FieldValue } from './custom-fields.ts'
import type { FetchFailure } from './fetch-failures.ts'
import type { Indexability } from './indexability.ts'
import type { Attempt, Hop, LinkKind, NewIssue } from './model.ts'
import type { StoredPage } from './stored-page.ts'

/**
 * The stored record of one URL that was visited or probed. A page worker makes it, the engine sets `foundIds`, the store writes it
 * with others in one batch. `facts` are bytes already, so that the engine thread need not read or copy them.
 */
export interface PageRecord {
  crawlId: number
  urlId: number
  /** Frontier number, 0 for a probe. */
  number: number
  depth: number

  url: string
  /** Status of the last response; null: no response. */
  status: number | null
  failure: FetchFailure | null
  /** Words for a person, such as the resolver's or TLS message. */
  failureDetail: string
  hops: Hop[]
  /** URL of the last response. */
  finalUrl: string
  mediaType: string
  /** Content-Length or bytes read; null when unknown. */
  bytes: number | null
  ttfbMs: number | null
  totalMs: number | null
  attempts: Attempt[]
  /** Protection page of a vendor: could not be verified, never broken. */
  isBotChallenge: boolean
  /** null of a page, of what failed or redirects, and of other sites. */
  fileHeaders: FileHeaders | null
  retryAfterMs: number | null

  /** The media type is HTML, whatever the status. */
  isHtml: boolean
  /** A row of the pages list: visited, and HTML, a redirect, an error or no response. False for probes and files. */
  isPage: boolean
  /** Visited, status 2xx and HTML: counts against the limit. */
  isCounted: boolean
  /** null when the response was no HTML, a redirect or a failure. */
  facts: EncodedFacts | null
  /** Distinct URLs named by the page or by its redirect, in order of first mention. */
  found: FoundUrl[]
  /** URL ids of `found`, in its order, 0 for one that the crawl does not keep track of. Empty until the frontier has taken them in. */
  foundIds: Uint32Array
  issues: NewIssue[]
  causes: FoundCauses[]
  /** null when no check ran. */
  checkResults: CheckResults | null
  /** Provisional until the canonicals are resolved. */
  indexability: Indexability
  /** What depends on the response to the canonical, which may come later; null where nothing does. */
  conditional: ConditionalResults | null

  /** Bytes on the wire, as far as read, and what the scripts of the page loaded; absent when nothing came. Not stored. */
  receivedBytes?: number
  /** What shows that it was read without being signed in, in a crawl with credentials. Not stored. */
  notSignedIn?: string
  /** Its scripts were to be run, and were not. Not stored. */
  isUnrendered?: true
  /** PageFacts for own checks, serialized; absent where the crawl has none. Not stored. */
  wholeFacts?: Uint8Array
  /** The server says that it is as the crawl before has stored it. Not stored. */
  isUnchanged?: true
  /** The server says so of a page that is not. Not stored. */
  hidesChange?: true
}

/** What headers say of a file of the site; what is not there is absent. */
export interface FileHeaders {
  /** Cut. */
  cacheControl?: string
  /** An Expires header: it may be reused until then. */
  hasExpires?: true
  /** An ETag or Last-Modified header: browsers can check whether it changed. */
  hasValidator?: true
  contentEncoding?: string
  /** X-Robots-Tag as sent, cut, if it keeps the file out of Google. */
  noindex?: string
  /** The headers are those of a HEAD request, of which servers omit some. */
  isOfHead?: true
}

/** Which causes a check of elements found on a page. */
export interface FoundCauses {
  checkId: string
  /** Those that the issue of the page describes come first; those that are known to be shared are not described again. */
  keys: number[]
  describedCount: number
  /** One of the others is more than information. */
  failsPage: boolean
}

/** How the checks of one page went, by check id. */
export interface CheckResults {
  passed: readonly string[]
  failed: string[]
  /** Check id and reason. */
  skipped: [string, string][]
}

/**
 * Results of the page checks on a page that names another URL as its canonical. That URL may redirect back to the page, or return an
 * error, so that search engines ignore it: then `ifOwn` holds, otherwise `ifForeign`. Results that do not depend on it are those of the
 * record.
 */
export interface ConditionalResults {
  canonicalUrl: string
  isPrivateHost: boolean
  ifOwn: DependentResults
  ifForeign: DependentResults
}

export interface DependentResults {
  indexability: Indexability
  isEligible: boolean
  issues: NewIssue[]
  causes: FoundCauses[]
  checkResults: CheckResults
}

/** The distinct URL and how it was named; position in the list is its position on the page. */
export interface FoundUrl {
  url: string
  /** Bit n is linkKinds[n]; every kind that named it. */
  kinds: number
  /** At least one link to it may be followed (no nofollow), of a kind that leads to pages. */
  isFollowed: boolean
}

/** What the store keeps of the facts of a page: what is read for all pages at once, and what all others are extracted from again. */
export interface EncodedFacts {
  columns: PageColumns
  /** Values of the custom fields of the crawl; absent without any. */
  fields?: FieldValue[]
  /** By shared/page-traits.ts. */
  traits: number
  /** Encoded by shared/link-codec.ts: every link with the place of its URL in `found`, and apart the texts of the links. */
  links: Uint8Array
  linkTexts: Uint8Array
  /** By shared/fnv.ts; null when it may have others, too. */
  ids: Uint8Array | null
  /** 128 little-endian 32-bit numbers, or empty. */
  minhash: Uint8Array
  /** What the facts are extracted from again. */
  page: StoredPage
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
  /** Also '' where there are several. */
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
  /** JSON array of hreflang values, each with its absolute URL. */
  hreflangs: string
  /** JSON array of absolute URLs. */
  paginationUrls: string
  /** The same, of links with rel=nofollow within the host. */
  nofollowUrls: string
  /** Types of its structured data in their alphabet, cut; '' where there is none. */
  structuredData: string
  /** Fingerprint of the template that made the page; '' where nothing shows one. */
  template: string
  /** What the page shows, in little (`crawl/traps/trap-likeness.ts`); '' where its pattern is known to be no trap. */
  likeness: string
  /** JSON array of the values of og:image, the first few. */
  shareImages: string
}

/** How the page checks went for the pages of one batch. */
export type CheckCounters = Record<string, CheckCounter>
export interface CheckCounter {
  passed: number
  failed: number
  /** By reason. */
  skipped: Record<string, number>
}

/** Adds the results of one page. */
export function addCheckResults(counters: CheckCounters, results: CheckResults): void {
  const of = (id: string) => (counters[id] ??= { passed: 0, failed: 0, skipped: {} })
  for (const id of results.passed) of(id).passed++
  for (const id of results.failed) of(id).failed++
  for (const [id, reason] of results.skipped) {
    const { skipped } = of(id)
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
}

export function kindsToMask(kinds: Iterable<LinkKind>, all: readonly LinkKind[]): number {
  let mask = 0
  for (const kind of kinds) mask |= 1 << all.indexOf(kind)
  return mask
}

export function maskToKinds(mask: number, all: readonly LinkKind[]): LinkKind[] {
  return all.filter((_, bit) => (mask & (1 << bit)) !== 0)
}
