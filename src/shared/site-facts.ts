import type { PeerCertificate } from './certificate.ts'
import type { PageFacts } from './facts.ts'
import type { FetchFailure } from './fetch-failures.ts'
import type { LlmsFileFacts, RobotsFileFacts, SecurityFileFacts, SitemapReading } from './host-facts.ts'
import type { Indexability } from './indexability.ts'
import type { Attempt, Hop, LinkKind, NewIssue, Place, SkipReason } from './model.ts'
import type { PageCondition } from './page-conditions.ts'
import type { FileHeaders } from './page-record.ts'
import type { PageSpeed } from './page-speed.ts'
import type { PageTrait } from './page-traits.ts'

/** A URL of one of the lists that a walk over the site finds. */
export interface UrlListEntry {
  /** Names the list. */
  key: string
  url: string
}

/** All URLs of an issue, to be read anew when they are stored: those with its key. */
export interface UrlList {
  key: string
  /** Shared by the issues of one check, so that one walk is enough for all of them. */
  walk: () => AsyncIterable<UrlListEntry>
}

/** An issue of a site check. */
export interface SiteIssue extends NewIssue {
  /** Where it affects more URLs than its details hold. */
  list?: UrlList
}

/**
 * What site checks may query about a whole crawl. Every result is bounded: lists come in batches, in a stable
 * order (frontier number, then URL), and no result ever holds all pages. The store implements it.
 */
export interface SiteFacts {
  crawl: SiteFactsCrawl
  /** Pages that responded with status 200 and HTML, by frontier number. */
  pages(): AsyncIterable<PageSummary[]>
  /** One page by normalised URL. */
  page(url: string): Promise<PageSummary | null>
  /** Every URL that was requested or skipped, internal and external, visited or probed, by URL id of stable order. */
  targets(filter: TargetFilter): AsyncIterable<Target[]>
  target(url: string): Promise<Target | null>
  /** URLs of the rows of the pages list that meet all conditions, by frontier number. Its columns are complete but for the counts of issues. */
  listed(conditions: readonly PageCondition[]): AsyncIterable<string[]>
  /** URLs of the site that a sitemap lists, or that robots.txt closes to Googlebot, by URL. */
  hostFileTargets(choice: 'listed' | 'closed'): AsyncIterable<HostFileTarget[]>
  /** Who links to it: distinct source pages by frontier number; at most `limit`, with the total. */
  inlinks(url: string, options: { limit: number; kinds?: readonly LinkKind[] }): Promise<Inlinks>
  /** Of each of these URLs the first of those pages, without the rest of them; none for a URL that no page names. */
  firstInlinks(urls: readonly string[], kinds: readonly LinkKind[]): Promise<ReadonlyMap<string, FirstInlink>>
  /** How these pages stand among the links of the site; none for a URL that is no page of the crawl. */
  linkScores(urls: readonly string[]): Promise<ReadonlyMap<string, PageLinkScore>>
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
  /**
   * Facts of the pages with a trait that responded with status 200 and HTML, by frontier number. To extract those of one page takes about a
   * millisecond: a check that needs a few stops reading.
   */
  facts(choice: { having: PageTrait }): AsyncIterable<KeptFacts[]>
  /** The responses of all these pages but those of a bot protection, without the facts of their documents. */
  responses(): AsyncIterable<PageResponse[]>
  /** The same of one page, null when it is none of them. */
  factsOf(url: string): Promise<KeptFacts | null>
  /** URLs of those pages whose first byte took longer than `overMs`, the slowest first. */
  slowPages(choice: { overMs: number; limit: number }): Promise<string[]>
  /** Pages whose speed was measured, in the order of measuring. */
  measuredPages(): AsyncIterable<MeasuredPage[]>
}

export interface SiteFactsCrawl {
  seedUrl: string
  /** URL of the start page after redirects, null when it never responded. */
  homeUrl: string | null
  pageLimit: number
  /** The frontier ran empty below the page limit: only then can absence be proved. */
  isComplete: boolean
  /** Only the URLs of a list were visited, which is never the whole site. */
  isListOnly?: true
  isPrivateHost: boolean
  /** Responses to the extra requests that checks need, made by the engine once per crawl. */
  hostVariants: HostVariant[]
  favicon: FaviconFacts | null
  /** Of the own hosts that were met over https and showed one, by origin. */
  certificates: HostCertificate[]
  laterResponses: LaterResponses
  /** What robots.txt of the own origins says, the start page's first; omitted where the crawl did not request it. */
  robotsFiles?: RobotsFileFacts[]
  /** The same of sitemaps. */
  sitemaps?: SitemapReading
  /** What llms.txt says, where the crawl requested it. */
  llmsFile?: LlmsFileFacts
  /** What security.txt says, where the crawl requested it. */
  securityFile?: SecurityFileFacts
  /** Pictures that pages name for sharing, the most used first, capped; absent where the crawl did not request them. */
  shareImages?: ShareImage[]
  /** What style sheets of the site name, limited, by URL of the style sheet; absent where they were not read. */
  styleFiles?: StyleFile[]
  /** The scripts of pages were run. */
  rendersJavaScript?: true
  /** Pages whose speed was measured: none unless the option is set. */
  measuredPages: number
  /** Patterns of URLs that look endless; absent where none was found. */
  traps?: CrawlTrap[]
}

/** URLs of one pattern of which there seems to be no end. */
export interface CrawlTrap {
  /** `/calendar/*` */
  pattern: string
  /** Pages that were seen of it, and how many of them show nothing that an earlier one has not shown. */
  visited: number
  alike: number
  /** URLs that were omitted. */
  skipped: number
  /** The first few, in the order of the crawl. */
  visitedUrls: string[]
  skippedUrls: string[]
}

/** The result of requesting a picture that pages name as og:image. */
export interface ShareImage {
  url: string
  /** After redirects: once, and twice where that was no 200. null without a response. */
  statuses: (number | null)[]
  failure: FetchFailure | null
  isBotChallenge: boolean
  mediaType: string
  /** By its first bytes. */
  isPicture: boolean
  /** In pixels; null where its first bytes do not say. */
  width: number | null
  height: number | null
}

/** An image, a font or another style sheet that a style sheet names, and whose response is among the targets. */
export interface StyleFile {
  url: string
  styleSheetUrl: string
}

/** `/` of one of http/https × apex/www of the start host. Not requested when the host is an IP address or private. */
export interface HostVariant {
  url: string
  status: number | null
  /** First hop's Location, null when it does not redirect. */
  location: string | null
  finalUrl: string
  isHtml: boolean
  canonicalUrl: string | null
}

/** The certificate of one own host. */
export interface HostCertificate extends PeerCertificate {
  /** Such as `https://www.example.com`. */
  origin: string
  /** Why it is not trusted, as a sentence; '' when it is. */
  detail: string
  /** Epoch milliseconds. */
  checkedAtMs: number
}

export interface FaviconFacts {
  declared: { url: string; status: number | null; mediaType: string }[]
  /** Response of /favicon.ico, requested only when none is declared. */
  fallback: { url: string; status: number | null; mediaType: string } | null
}

/** Facts as they are kept: what has a query of its own (links, ids, texts) is omitted. */
export type KeptFacts = Omit<PageFacts, 'links' | 'ids' | 'content'> & {
  content: Omit<PageFacts['content'], 'mainText' | 'minhash'>
}

/** What the server sent with a page. */
export type PageResponse = Pick<KeptFacts, 'url' | 'response' | 'metaPolicies'>

/** Requests at the end of a crawl, one at a time: what a first response made doubtful, and URLs that no page links to. */
export interface LaterResponses {
  randomUrls: RandomUrlResponse[]
  /** Pages that were slow at first: first bytes in milliseconds, of the visit and of the requests after it. */
  slow: { url: string; samplesMs: number[] }[]
  /** Pages that look like an error message though they responded with 200, and whether they did so again. */
  errorLike: { url: string; isAgain: boolean }[]
}

/** The response to a URL that cannot exist; requested once, and twice when the status says that it exists. */
export interface RandomUrlResponse {
  url: string
  /** Of each request, without following redirects; null without a response. */
  statuses: (number | null)[]
  /** The last one was HTML; what follows is empty where it was not. */
  isHtml: boolean
  title: string
  /** Beginning of the main text. */
  text: string
  textHash: string
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
  /** checks.md, defined terms: indexable by the resolved canonical, complete, no app shell, no error page. */
  isEligible: boolean
  isNoindex: boolean
  /** By the resolved canonical. */
  indexability: Indexability
  wordCount: number
  textHash: string
  /** Absolute hreflang targets. */
  alternates: string[]
  /** The same with their hreflang values as written; absent where there is none. */
  hreflangs?: [code: string, url: string][]
  /** rel=next / rel=prev targets: pages of one paginated list. */
  paginationUrls: string[]
  /** URLs of the same host that it links to with rel=nofollow. */
  nofollowUrls: string[]
  inlinkCount: number
  /** A sitemap of the site lists it. */
  isInSitemap: boolean
  /** robots.txt closes it to Googlebot, though this crawler could read it; absent where it does not. */
  isClosed?: true
  /** Fingerprint of the template that made the page; '' where nothing shows one. */
  template: string
  /** Values of og:image, the first few. */
  shareImages: string[]
  /** A digest of what the page shows, by which the engine recognises traps; '' when it shows nothing, or its pattern is known to be none. */
  likeness: string
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
  /** Only targets with this response. */
  response?: 'responded' | 'failed' | 'redirected' | 'skipped'
  /** Inclusive bounds of the first response's status. */
  statusFrom?: number
  statusTo?: number
}

/** One URL of the crawl with the result of requesting it. */
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
  /** Why it was not requested; null for what was. */
  skipReason: SkipReason | null
  hops: Hop[]
  finalUrl: string
  /** Status of the last response after redirects; equals status without hops. */
  finalStatus: number | null
  mediaType: string
  bytes: number | null
  attempts: Attempt[]
  isBotChallenge: boolean
  /** Of a file of the site that responded with 200, else null. */
  fileHeaders: FileHeaders | null
  /** Kinds of links that name it. */
  kinds: LinkKind[]
}

/** A URL of the crawl about which the files of its host say something. */
export interface HostFileTarget extends Target {
  /** 1-based position of the first sitemap that lists it, 0 where none does. */
  sitemapNumber: number
  /** Day of its last change that this sitemap names, in days since 1970; 0 where it names none. */
  listedDay: number
  /** Line of robots.txt that closes it to Googlebot, 0 where none does. */
  googlebotLine: number
}

export interface Inlinks {
  /** Distinct source pages. */
  total: number
  places: (Place & { kind: LinkKind; sourceNumber: number; sourceDepth: number; isNofollow: boolean })[]
  /** Any source has a high standing, or the link stands in nav, header or footer. */
  isHighPriority: boolean
}

export interface FirstInlink {
  sourceUrl: string
  sourceDepth: number
}

/** How a page stands among the links of the site. */
export interface PageLinkScore {
  /** From 0 to 100 (docs/link-analysis.md), null for a page that search engines may not list. */
  linkScore: number | null
  /** It is the start page, or among the tenth of pages with the highest link scores. */
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
  /** What the URLs of the pages for which it stands have in common, such as `/products/*`. */
  template: string
  /** How many pages those are, itself included. */
  templatePages: number
}
