import type { FetchFailure } from './facts.ts'
import type { Attempt, Hop, LinkKind, Place, SkipReason } from './model.ts'
import type { PageSpeed } from './page-speed.ts'

/**
 * The questions that site checks may ask about a whole crawl. Every answer is bounded: lists come in batches, in a stable
 * order (frontier number, then URL), and no answer ever holds all pages. The store answers them.
 */
export interface SiteFacts {
  crawl: SiteFactsCrawl
  /** Pages that answered 200 with HTML, by frontier number. */
  pages(): AsyncIterable<PageSummary[]>
  /** One page by normalised address. */
  page(url: string): Promise<PageSummary | null>
  /** Every URL that was asked or skipped, internal and external, visited or probed, by URL id of stable order. */
  targets(filter: TargetFilter): AsyncIterable<Target[]>
  target(url: string): Promise<Target | null>
  /** Who links to it: distinct source pages by frontier number; at most `limit`, with the total. */
  inlinks(url: string, options: { limit: number; kinds?: readonly LinkKind[] }): Promise<Inlinks>
  /** Groups of eligible pages that share a value, two or more members, largest first, then by first member. */
  groups(key: GroupKey): AsyncIterable<PageGroup[]>
  /** Links with a fragment whose target is a crawled HTML page of this site that has no such id, grouped by (target, fragment). */
  missingFragments(): AsyncIterable<MissingFragment[]>
  /** MinHash signatures of eligible pages with 100+ words, by frontier number. */
  signatures(): AsyncIterable<PageSignature[]>
  /** Main text of one page, as extracted; '' when not kept. */
  mainText(url: string): Promise<string>
  /** Ids of one page, for suggestions. */
  ids(url: string): Promise<string[]>
  /** Pages whose speed was measured, in the order of measuring. */
  measuredPages(): AsyncIterable<MeasuredPage[]>
}

export interface SiteFactsCrawl {
  seedUrl: string
  /** Address of the start page after redirects, null when it never answered. */
  homeUrl: string | null
  pageLimit: number
  /** The frontier ran empty below the page limit: only then can absence be proved. */
  isComplete: boolean
  isPrivateHost: boolean
  /** Answers to the extra requests that checks need, made by the engine once per crawl. */
  hostVariants: HostVariant[]
  favicon: FaviconFacts | null
  /** Pages whose speed was measured: none unless the crawl was asked for it. */
  measuredPages: number
}

/** `/` of one of http/https × apex/www of the start host. Not asked when the host is an address or private. */
export interface HostVariant {
  url: string
  status: number | null
  /** First hop's Location, null when it does not redirect. */
  location: string | null
  finalUrl: string
  isHtml: boolean
  canonicalUrl: string | null
}

export interface FaviconFacts {
  declared: { url: string; status: number | null; mediaType: string }[]
  /** Answer of /favicon.ico, asked only when nothing is declared. */
  fallback: { url: string; status: number | null; mediaType: string } | null
}

export interface PageSummary {
  number: number
  url: string
  depth: number
  title: string
  metaDescription: string
  h1: string
  lang: string | null
  canonicalUrl: string | null
  /** checks.md, defined terms: status 200, HTML, no noindex, no foreign canonical, no bot challenge, no app shell. */
  isEligible: boolean
  isNoindex: boolean
  wordCount: number
  textHash: string
  /** Absolute hreflang targets. */
  alternates: string[]
  /** rel=next / rel=prev targets: pages of one paginated list. */
  paginationUrls: string[]
  inlinkCount: number
  /** Fingerprint of the template that made the page; '' where nothing shows one. */
  template: string
}

export interface PageGroup {
  value: string
  pages: PageSummary[]
  /** Members beyond the cap of `pages` are only counted. */
  total: number
}
export type GroupKey = 'title' | 'metaDescription' | 'h1' | 'textHash'

export interface TargetFilter {
  scope?: 'internal' | 'external'
  /** Only targets that at least one link of these kinds names. */
  kinds?: readonly LinkKind[]
  /** Only targets with this outcome. */
  outcome?: 'answered' | 'failed' | 'redirected' | 'skipped'
  /** Inclusive bounds of the first answer's status. */
  statusFrom?: number
  statusTo?: number
}

/** One URL of the crawl with what came of asking it. */
export interface Target {
  url: string
  scope: 'internal' | 'external'
  /** Frontier number when it was visited as a page, null when it was only probed or skipped. */
  number: number | null
  depth: number
  /** Status of the URL itself: 3xx for one that redirects. */
  status: number | null
  failure: FetchFailure | null
  failureDetail: string
  skipReason: SkipReason | null
  hops: Hop[]
  finalUrl: string
  /** Status of the last answer after redirects; equals status without hops. */
  finalStatus: number | null
  mediaType: string
  bytes: number | null
  attempts: Attempt[]
  isBotChallenge: boolean
  /** Kinds of links that name it. */
  kinds: LinkKind[]
}

export interface Inlinks {
  /** Distinct source pages. */
  total: number
  places: (Place & { kind: LinkKind; sourceNumber: number; sourceDepth: number; isNofollow: boolean })[]
  /** Any source is the home page, at depth 1 or less, or the link stands in nav, header or footer. */
  isHighPriority: boolean
}

export interface MissingFragment {
  targetUrl: string
  fragment: string
  total: number
  places: Place[]
}

export interface PageSignature {
  number: number
  url: string
  lang: string | null
  wordCount: number
  textHash: string
  minhash: Uint32Array
}

/** A page of the sample, with what was measured of it. */
export interface MeasuredPage {
  url: string
  pageSpeed: PageSpeed
  /** What the addresses of the pages for which it stands have in common, such as `/products/*`. */
  template: string
  /** How many pages those are, itself included. */
  templatePages: number
}
