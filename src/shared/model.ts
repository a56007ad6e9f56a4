/**
 * The words of the product: what a website, a crawl, a page, a link and an issue are, and their closed sets of values.
 * Every other part speaks in these. Plain data only.
 */

export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

export const issueTypes = [
  'broken_link',
  'redirect',
  'duplicate',
  'meta_issue',
  'missing_alt_tags',
  'alt_tag_issues',
  'image_issues',
  'link_issue',
  'heading_issue',
  'indexability_issue',
  'canonical_issue',
  'robots_issue',
  'sitemap_issue',
  'hreflang_issue',
  'content_issue',
  'structured_data_issue',
  'security_issue',
  'performance_issue',
  'mobile_issue',
  'accessibility_issue',
  'url_issue',
  'social_issue',
  'ai_issue',
  'own_issue',
] as const
export type IssueType = (typeof issueTypes)[number]

/** Slices of the donut, in order of precedence: an issue belongs to the first that fits. */
export const issueCategories = ['brokenLinks', 'redirects', 'duplicates', 'metaIssues', 'other'] as const
export type IssueCategory = (typeof issueCategories)[number]

const categoryWords: readonly (readonly [string, IssueCategory])[] = [
  ['broken', 'brokenLinks'],
  ['redirect', 'redirects'],
  ['duplicate', 'duplicates'],
  ['meta', 'metaIssues'],
]

/** The donut slice of an issue type: broken, redirect, duplicate, meta, other, in this precedence (checks.md). */
export function categoryOf(type: IssueType): IssueCategory {
  return categoryWords.find(([word]) => type.includes(word))?.[1] ?? 'other'
}

export const crawlStatuses = ['pending', 'crawling', 'paused', 'complete'] as const
export type CrawlStatus = (typeof crawlStatuses)[number]

/** What a running crawl is doing; shown beside the progress bar. */
export const crawlPhases = ['starting', 'visiting', 'probing', 'measuring', 'checking', 'done'] as const
export type CrawlPhase = (typeof crawlPhases)[number]

/** Why a crawl ended. Every one of them has a sentence for a person in `crawl/end-reason.ts`. */
export const endReasons = [
  'finished',
  'limit',
  'stopped',
  'start-unreachable',
  'start-refused',
  'start-not-html',
  'start-blocked',
  'budget',
  'storage-full',
  'time-limit',
  'transfer-limit',
  'access-lost',
  'failed',
] as const
export type EndReason = (typeof endReasons)[number]

/** The same in a word or two. */
export const endReasonLabels: Record<EndReason, string> = {
  finished: 'Whole site crawled',
  limit: 'Page limit reached',
  stopped: 'Stopped',
  'start-unreachable': 'Start page not reached',
  'start-refused': 'Start page refused',
  'start-not-html': 'Start page is no HTML',
  'start-blocked': 'Start page blocked by robots.txt',
  budget: 'Too many URLs',
  'storage-full': 'Storage full',
  'time-limit': 'Time limit reached',
  'transfer-limit': 'Transfer limit reached',
  'access-lost': 'Access lost',
  failed: 'Failed',
}

/** Why a URL that was seen was not requested, or not read. Kept with the URL. */
export const skipReasons = [
  'limit',
  'robots',
  'scope',
  'type',
  'nofollow',
  'address-refused',
  'too-long',
  'too-deep',
  'repeats-itself',
  'looks-endless',
  'queue-full',
  'probe-budget',
  'not-listed',
  'excluded',
  'not-included',
  'outside-folder',
  'beyond-depth',
  'not-in-sitemap',
  'host-limit',
  'logout',
  'stopped',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Why URLs were found and not crawled, as the second half of "34 URLs: …". */
export const skipLabels: Record<SkipReason, string> = {
  limit: 'beyond the page limit',
  robots: 'disallowed by robots.txt',
  scope: 'on another site',
  type: 'not a web page',
  nofollow: 'linked with nofollow only',
  'address-refused': 'private IP address',
  'too-long': 'URL too long',
  'too-deep': 'path too deep',
  'repeats-itself': 'path repeats itself: looks like a crawler trap',
  'looks-endless': 'URL pattern looks like a crawler trap',
  'queue-full': 'more URLs than the crawl keeps',
  'probe-budget': 'beyond the number of URLs that are checked',
  'not-listed': 'not on the list of URLs',
  excluded: 'excluded',
  'not-included': 'not included',
  'outside-folder': 'outside the folder of the start URL',
  'beyond-depth': 'beyond the crawl depth',
  'not-in-sitemap': 'not in a sitemap',
  'host-limit': 'on more hosts than one crawl visits',
  logout: 'would end the sign-in of the crawl',
  stopped: 'the crawl was stopped first',
}

/** One redirect: `url` responded with `status` and named `location` (absolute when it could be resolved, else as sent). */
export interface Hop {
  url: string
  status: number
  location: string
  elapsedMs: number
}

/** One try at a URL; the first rule of checks.md requires more than one before anything is called broken. */
export interface Attempt {
  atMs: number
  method: 'GET' | 'HEAD'
  /** null when there was no response. */
  status: number | null
  failure: string | null
}

/** Region of the page that a link or image stands in, from landmarks. */
export const regions = ['main', 'nav', 'header', 'footer', 'aside', 'body', 'head'] as const
export type Region = (typeof regions)[number]

/** Where on a page something stands, for a person: "in the …". */
export const regionLabels: Record<Region, string> = {
  main: 'main content',
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'sidebar',
  body: 'body',
  head: 'head',
}

/** How many pages an issue affects. */
export const issueReaches = ['several', 'one'] as const
export type IssueReach = (typeof issueReaches)[number]

/** Where the cause of an issue stands: a part of its pages, or the server. */
export const causePlaces = ['header', 'nav', 'footer', 'aside', 'contents', 'main', 'server'] as const
export type CausePlace = (typeof causePlaces)[number]

export const causePlaceLabels: Record<CausePlace, string> = {
  header: 'In the header',
  nav: 'In the navigation',
  footer: 'In the footer',
  aside: 'In the sidebar',
  contents: 'In the table of contents',
  main: 'In the main text',
  server: 'On the server',
}

export const linkKinds = [
  'anchor',
  'area',
  'frame',
  'image',
  'script',
  'stylesheet',
  'font',
  'icon',
  'media',
  'canonical',
  'alternate',
  'next',
  'prev',
  'refresh',
  'redirect',
] as const
export type LinkKind = (typeof linkKinds)[number]

/** Kinds whose same-site targets are visited as pages; all others are only probed for their status. */
export const pageLinkKinds: readonly LinkKind[] = ['anchor', 'area', 'frame', 'refresh', 'next', 'prev', 'redirect']
/** Kinds that a page needs to be shown; their targets are resources. */
export const resourceLinkKinds: readonly LinkKind[] = ['image', 'script', 'stylesheet', 'font', 'icon', 'media']

/** Where an issue's target is linked from. */
export interface Place {
  sourceUrl: string
  text: string
  region: Region
  /** CSS-like path of the element, such as `body > footer > a:nth-of-type(2)`. */
  path: string
  /** 1-based line in the source, 0 when unknown. */
  line: number
}

export interface ImageData {
  src: string
  issue: string
  isLarge: boolean
  /** Bytes; null when not known. */
  fileSize: number | null
  statusCode?: number
  alt?: string
  path?: string
}

/** What proves an issue, shaped for display. Screens, exports and the command line draw these kinds and no others. */
export type Evidence =
  | { kind: 'text'; label: string; text: string }
  | { kind: 'code'; label: string; code: string; line?: number }
  | { kind: 'url'; label: string; url: string }
  | { kind: 'urls'; label: string; urls: string[]; total: number }
  | { kind: 'hops'; label: string; hops: Hop[] }
  | { kind: 'attempts'; label: string; attempts: Attempt[] }
  | { kind: 'places'; label: string; places: Place[]; total: number }
  | {
      kind: 'table'
      label: string
      columns: string[]
      rows: string[][]
      /** Rows in all, where more were found than are listed. */
      total?: number
    }

/** Fields that screens and clients read by name (specification, section 3); `evidence` carries everything else. */
export interface IssueDetails {
  sourceUrl?: string
  directReferrer?: string
  referringSources?: string[]
  /** By which kinds of links pages name the target, where more do than `referringSources` has. */
  referringKinds?: LinkKind[]
  highPrioritySource?: boolean
  statusCode?: number
  targetUrl?: string
  resourceType?: LinkKind
  duplicateUrls?: string[]
  affectedUrls?: string[]
  imageData?: ImageData[]
  missingAltTags?: number
  emptyAltTags?: number
  totalImages?: number
  title?: string
  description?: string
  h1?: string
  /** Of the first element, where it is about elements; absent outside of landmarks, and where the pages do not say. */
  place?: CausePlace
  /** The causes of the finding, where it is about elements: the same in every crawl. */
  causeKeys?: number[]
  evidence: Evidence[]
}

/** An issue before it is stored. */
export interface NewIssue {
  checkId: string
  type: IssueType
  severity: Severity
  message: string
  pageUrl: string
  details: IssueDetails
  /** How many pages it touches; lists sort by it. At least 1. */
  affectedCount: number
  /** Host-wide findings do not spoil the page that they are shown on. */
  isHostWide: boolean
}

export type CheckResult = 'passed' | 'failed' | 'skipped' | 'not-applicable'
