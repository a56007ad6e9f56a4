import type { ScheduleLimits } from '#monitoring/next-run.ts'
import type { CrawlDelayRules } from '#shared/crawl-delay.ts'
import type { CrawlRate } from '#shared/crawl-estimate.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { HostMapChoice } from '#shared/host-map.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { CrawlerChoice } from '#shared/ownership.ts'
import type { AddressRange } from './address-range.ts'
import type { DayShare } from './day-shares.ts'

/** What the operator decides about this part; the values come from config.ts. */
export interface ApiSettings {
  /** The largest page limit a visitor may request. */
  maxCrawlLimit: number
  /** The largest sample of page speed a visitor may request; 0: none. */
  maxPageSpeedSample: number
  /** How long the data of a visitor who left are kept. */
  ephemeralSeconds: number
  /** URL under which strangers reach the server; null: it serves the person at this machine. */
  publicUrl: URL | null
  /** Proxies that are believed when they name the client. */
  trustedProxies: readonly AddressRange[]
  /** A session ends when its user is not heard of for so long, and in any case after `sessionMs`. */
  sessionIdleMs: number
  sessionMs: number
  /** Of one visitor. */
  requestsPerMinute: number
  /** Of all visitors of one IP address (IPv6: of one /64). */
  requestsPerMinutePerAddress: number
  /** Of all who open one share link. */
  shareRequestsPerMinute: number
  /** How long a share link lasts where nothing is chosen, and at most. */
  shareDays: number
  maxShareDays: number
  maxActiveCrawlsPerVisitor: number
  maxActiveCrawlsPerAddress: number
  /** Of all visitors. */
  maxActiveCrawls: number
  /** Under way at a time; the others wait. */
  crawlsAtOnce: number
  /** With so much in the store, no crawl is started. */
  maxStorageBytes: number
  /** What the crawls of a day may use, of one visitor and of one network; null on a private server. */
  dayShares: { visitor: DayShare; network: DayShare } | null
  /** The most that one crawl may use, whatever its page limit, and for each page of it. */
  crawlAllowance: { base: DayShare; perPage: DayShare }
  /** How fast a crawl may go, for estimates. */
  crawlRate: CrawlRate
  /** What a Crawl-delay means for a crawl. */
  crawlDelays: CrawlDelayRules
  /** Checks of the operator's own files. */
  ownChecks: readonly OwnCheck[]
  /** Options of a crawl where the visitor chooses none. */
  crawlDefaults: CrawlOptions
  /** Which visitors may choose the user agent, and whether robots.txt is obeyed. */
  crawlerChoice: CrawlerChoice
  /** Whether a chosen user agent may lack the name of the product. */
  allowsAnyUserAgent: boolean
  /** Schedules that one user may have; 0: none. */
  maxSchedules: number
  schedules: ScheduleLimits
  /** Between two checks of a URL between crawls. */
  lightCheckMinMinutes: number
  /** Of the proxies that a crawl may choose. */
  proxyNames: readonly string[]
  /** Who may name IP addresses of hosts. */
  hostMaps: HostMapChoice
  /** URL of the demo site, null when it is not served. */
  demoUrl: string | null
  /** Whether page speed is measured at all; else documents say so, and nothing is requested. */
  measuresPageSpeed: boolean
  /** Why scripts of pages are not run here, as a sentence; null: a crawl may enable it. */
  renderingObstacle: string | null
  /** Scripts are run for users alone, not for visitors. */
  renderingNeedsAccount: boolean
  /** Largest body of a request. */
  bodyLimitBytes: number
  /** Largest file of visits. */
  maxUploadBytes: number
}
