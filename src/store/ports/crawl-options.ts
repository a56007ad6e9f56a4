import type { ThresholdSetting } from '#shared/thresholds.ts'

/** What a crawl was asked to do; stored with it, so that a resumed crawl does the same. */
export interface CrawlOptions {
  /** https:// was put before the address by us: http may be tried when nothing answers TLS. */
  isHttpsAssumed: boolean
  obeysRobots: boolean
  probesResources: boolean
  probesExternal: boolean
  /** Addresses that sitemaps list are visited, too; not when left out, as in crawls of earlier versions. */
  readsSitemaps?: boolean
  /** Pages whose speed is measured, at most; none when left out, as in crawls of earlier versions. */
  pageSpeedSample?: number
  /** Pages are read as they stand in a browser after their scripts have run. */
  rendersJavaScript?: boolean
  /** Only the addresses of a list are visited: see `StartCrawl.urls`. */
  isListOnly?: boolean
  /** Names of parameters that addresses of the site go without, with `*` for any ending; none when left out. */
  dropParameters?: readonly string[]
  /** Numbers that checks judge by, where the website has others than the checks come with: those of its start hold to the end. */
  thresholds?: readonly ThresholdSetting[]
  /** A look at a few addresses of a site that was crawled before; not in crawls of a whole site. */
  narrowed?: NarrowedCrawl
}

/** What a narrowed crawl asks beside the pages of its list. */
export interface NarrowedCrawl {
  /** The only addresses that are asked for their status, beside what listed pages redirect to or name as canonical. */
  probes: readonly string[]
  /** Whether the questions about the host are asked: its variants, icon, certificate, robots.txt and sitemaps. */
  asksHost: boolean
}
