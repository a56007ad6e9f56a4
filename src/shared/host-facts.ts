import type { FetchFailure } from './fetch-failures.ts'
import type { Attempt } from './model.ts'

/**
 * What a crawl learned from the files that speak for a whole host: robots.txt and sitemaps. Plain data of bounded size, for it
 * stands in the checkpoint of the crawl; URLs and lines are cut.
 */

/** One line of a file, as written, cut. */
export interface FileLine {
  line: number
  text: string
}

export const robotsProblemKinds = [
  'no-colon',
  'unknown-field',
  'rule-before-group',
  'path-without-slash',
  'dollar-not-at-end',
  'sitemap-not-absolute',
] as const
export type RobotsProblemKind = (typeof robotsProblemKinds)[number]

export interface RobotsProblem extends FileLine {
  kind: RobotsProblemKind
}

/** How a file of the host was requested, and the response. */
export interface FileResponse {
  /** Of the last response; null when there was none, or it was not requested. */
  status: number | null
  failure: FetchFailure | null
  failureDetail: string
  attempts: Attempt[]
  mediaType: string
  /** A bot protection responded in place of the file. */
  isBotChallenge: boolean
}

/** The robots.txt of one origin of the site. */
export interface RobotsFileFacts extends FileResponse {
  url: string
  /** Nothing may be requested from this host: the file failed, and stayed so. */
  isUnreadable: boolean
  bytes: number
  /** First characters of a response that is a web page, '' for any other. */
  htmlStart: string
  problems: RobotsProblem[]
  totalProblems: number
  /** Sitemap lines, capped. */
  sitemaps: FileLine[]
  /** Closes the whole site to Googlebot; null when nothing does. */
  siteRule: SiteRule | null
  /** Lines that close URLs of this crawl to Googlebot, capped. */
  closingLines: FileLine[]
  /** Absent where the file could not be read, and in crawls of earlier versions. */
  aiCrawlers?: AiCrawlerRule[]
  /** Capped; absent where there is none. */
  contentSignals?: ContentSignalLine[]
}

/** What robots.txt says of the start page to one crawler of an AI product. */
export interface AiCrawlerRule {
  token: string
  isOpen: boolean
  /** A group names it; what holds for everyone does not hold for it. */
  isNamed: boolean
  /** The line that decides; null where none does. */
  line: FileLine | null
}

/** A Content-Signal line (contentsignals.org). */
export interface ContentSignalLine extends FileLine {
  /** Of the group that it stands in, in lower case; none before the first group. */
  agents: string[]
  /** Those of them to which the start page is closed. */
  closedTo: string[]
}

/** The llms.txt of the site (llmstxt.org), as far as it was read. */
export interface LlmsFileFacts {
  url: string
  /** null without a response. */
  status: number | null
  mediaType: string
  isBotChallenge: boolean
  /** A web page in its place. */
  isHtml: boolean
  /** Without white space around. */
  characters: number
  /** A heading of the first level is there. */
  hasTitle: boolean
  totalLinks: number
  /** Its first lines, cut. */
  start: string
  /** URLs of the site that it lists, the first few, and their status: once, and twice where that was no 200. */
  links: LlmsLink[]
}

/** The security.txt of the start page's host (RFC 9116), as far as it was read. */
export interface SecurityFileFacts {
  url: string
  /** Of each request, without following redirects, null without a response: once, and twice where that was no 200. */
  statuses: (number | null)[]
  isBotChallenge: boolean
  /** A web page in its place. */
  isHtml: boolean
  hasContact: boolean
  /** Values of its Expires fields, capped and cut: there should be one. */
  expires: string[]
  /** One of them had passed. */
  isExpired: boolean
}

export interface LlmsLink {
  line: number
  url: string
  statuses: (number | null)[]
  /** Where it redirects; null where it does not. */
  location: string | null
}

export interface SiteRule extends FileLine {
  /** For whom the group is that Googlebot obeys: itself, or everyone. */
  agent: 'googlebot' | '*'
  /** Lines of the same group that open single paths. */
  allowLines: number
}

/** The sitemaps of the site, in the order in which they were requested. */
export interface SitemapReading {
  files: SitemapFacts[]
  /** Every file was read to its end and every URL in it checked: only then can it be said what is in no sitemap. */
  isWhole: boolean
  /** Pairs of files that list the same URLs, capped; absent where there is none. */
  overlaps?: SitemapOverlap[]
}

/** URLs that two sitemaps list. */
export interface SitemapOverlap {
  /** 1-based positions of the files: of the one that was read first, and of the other. */
  sitemapNumbers: [number, number]
  total: number
  /** The first few, cut. */
  urls: string[]
}

export type SitemapKind = 'urls' | 'index' | 'text' | 'none'

/** Why the content of a file is not in order. */
export type SitemapFaultKind =
  | 'not-a-sitemap'
  | 'malformed'
  | 'doctype'
  | 'too-many'
  | 'too-large'
  | 'nested-index'
  | 'namespace'
  | 'encoding'
  | 'empty'

export interface SitemapFault {
  kind: SitemapFaultKind
  /** 1-based; 0 where the place is unknown. */
  line: number
  column: number
  /** What was met there, in words; '' where the kind says it all. */
  detail: string
}

/** Some of many, with their number. */
export interface Sampled {
  total: number
  samples: FileLine[]
}

export interface SitemapFacts extends FileResponse {
  url: string
  /** How it became known: a line of robots.txt, one of the usual places, another sitemap. */
  from: 'robots' | 'guess' | 'index'
  /** The index that lists it, else ''. */
  listedBy: string
  /** Why it was not requested, in words; '' when it was. */
  refusal: string
  kind: SitemapKind
  /** A web page, or a feed, which search engines take as a sitemap and which is not read here. */
  looksLike: 'html' | 'feed' | null
  faults: SitemapFault[]
  /** Absolute URLs, of pages or of other sitemaps. */
  entries: number
  /** A sitemap of news, for which other rules hold. */
  isNews: boolean
  /** Entries name versions in other languages (`xhtml:link`); absent where none does. */
  hasAlternates?: true
  /** Hosts of entries that are neither the sitemap's nor the site's, with or without `www.`; capped. */
  foreign: ForeignHost[]
  /** Entries under http although the site is under https. */
  insecure: Sampled
  lastModified: LastModifiedFacts
}

export interface ForeignHost extends Sampled {
  /** Such as `https://shop.example.com`. */
  origin: string
  /** Its robots.txt names the sitemap, so that it may speak for that host; null where that is not known. */
  isNamedThere: boolean | null
}

export interface LastModifiedFacts {
  /** Entries with a date that can be read. */
  dated: number
  invalid: Sampled
  /** More than a day ahead of the crawl. */
  future: Sampled
  /** Distinct days, `2026-01-31`, the first few in the order of the file. */
  days: string[]
  /** The newest day that is not ahead. */
  newest: string
}
