import type { IssueType, LinkKind, SkipReason } from '#shared/model.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type { Inlinks, Target } from '#shared/site-facts.ts'
import type { CrawlRow } from './crawl-row.ts'
import type { FindingReading } from './findings.ts'
import type { IssueRow } from './issue-row.ts'
import type { IssueQuery, StoredReach } from './issues.ts'
import type { InlinkPage, LinkListQuery, LinkTarget, PageLink, PageLinks } from './links.ts'
import type { PageQuery, PageRow } from './pages.ts'
import type { StructureLinks, StructurePage } from './structure.ts'
import type { SuppressedReading } from './suppressed-issues.ts'

/** Other crawls that are under way, and those that wait for longer. */
export interface CrawlsAhead {
  running: number
  waiting: number
}

/** Reads for reports. */
export interface ReadingStore extends SuppressedReading, FindingReading {
  /** Crawls of a website, newest first. The caller has checked the owner. */
  crawls(websiteId: number): Promise<CrawlRow[]>
  crawl(crawlId: number): Promise<CrawlRow | null>
  /** Crawls of anybody that stand between a waiting one and its begin. */
  crawlsAhead(crawlId: number): Promise<CrawlsAhead>
  pages(crawlId: number, query: PageQuery): Promise<PageRow[]>
  countPages(crawlId: number, query: PageQuery): Promise<number>
  /** PageFacts as stored (without links, ids and main text), null for a row without facts. */
  pageFacts(crawlId: number, url: string): Promise<string | null>
  /** Pages with facts, in the order of the pages list: batches for whatever reads the facts of a whole crawl. */
  factsOfPages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<StoredFacts[]>
  /** By severity, then affectedCount descending, check id, page URL, id. */
  issues(crawlId: number, query: IssueQuery): Promise<IssueRow[]>
  countIssues(crawlId: number, query: IssueQuery): Promise<number>
  /** Issues of the crawl by their ids, in the order of the ids; none for the id of another crawl's issue. */
  issuesById(crawlId: number, ids: readonly number[]): Promise<IssueRow[]>
  /** Distinct types with their counts, alphabetical. */
  issueTypes(crawlId: number): Promise<{ type: IssueType; count: number }[]>
  checkCounters(crawlId: number): Promise<({ checkId: string } & CheckCounter)[]>
  /** Checks with issues, by severity, then check id. */
  findingReach(crawlId: number): Promise<StoredReach[]>
  inlinks(crawlId: number, url: string, limit: number): Promise<Inlinks>
  /** URLs that were seen and not crawled, by reason. */
  skippedCounts(crawlId: number): Promise<{ reason: SkipReason; count: number }[]>
  /** By reason, then URL; only what follows `after` in this order. */
  skippedUrls(
    crawlId: number,
    range: { after?: Pick<SkippedUrl, 'reason' | 'url'>; offset?: number; limit: number },
  ): Promise<SkippedUrl[]>
  /**
   * Pages in the order of the pages list, each with all its links in the order of the source: batches for whatever reads the links
   * of a whole crawl. A page may hold ten thousand, so ask for few pages at a time.
   */
  linksOfPages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<PageLinks[]>
  /** What came of asking these URLs, by URL; none for a URL that nothing has been decided about. */
  linkTargets(crawlId: number, urls: readonly string[]): Promise<Map<string, LinkTarget>>
  /** The same of one URL, with how it was asked; null when nothing has been decided about it. */
  target(crawlId: number, url: string): Promise<Target | null>
  /** Rows of the pages list whose addresses stand next to this one in alphabetical order: `limit` before it, `limit` after it. */
  neighbours(crawlId: number, url: string, limit: number): Promise<LinkTarget[]>
  /** Links of one page in the order of the source. */
  outlinks(crawlId: number, query: LinkListQuery): Promise<{ total: number; links: PageLink[] }>
  /** Pages that name a URL, by frontier number. None before the links of the crawl are indexed. */
  inlinkPages(crawlId: number, query: LinkListQuery): Promise<{ total: number; pages: InlinkPage[] }>
  /** Pages in the order of the list, with what the structure of the site is drawn from. */
  structurePages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<readonly StructurePage[]>
  /** The same pages with the other URLs to which they lead. */
  structureLinks(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<StructureLinks[]>
  /** In which ways pages name a URL; none for one that nothing has been decided about. */
  linkKindsOf(crawlId: number, url: string): Promise<LinkKind[]>
  /** Page counts by status class ('2xx' … '5xx', 'none') and by crawl depth. */
  pageCounts(
    crawlId: number,
  ): Promise<{ byStatus: Record<string, number>; byDepth: { depth: number; count: number }[] }>
  /** Which pages were measured and for which others they stand; null where that was not asked for, or there was no page. */
  pageSpeedSample(crawlId: number): Promise<PageSpeedSample | null>
}

export interface StoredFacts {
  url: string
  /** JSON of PageFacts as stored (without links, ids and main text). */
  facts: string
}

export interface SkippedUrl {
  url: string
  reason: SkipReason
  kinds: LinkKind[]
}
