import * as z from 'zod/mini'

/** How long a crawl takes and how many requests it sends, before it begins. */

export const crawlEstimateSchema = z.object({
  /** Pages that it will probably read. */
  pages: z.number(),
  seconds: z.number(),
  /** With an earlier crawl about so many, else at most. */
  requests: z.number(),
  /** When the earlier crawl began whose rate it rests on; null where it rests on an assumed response time. */
  earlierCrawlAt: z.nullable(z.string()),
  /** Seconds for a response, where that is assumed. */
  assumedSecondsPerResponse: z.nullable(z.number()),
})
export type CrawlEstimate = z.infer<typeof crawlEstimateSchema>

/** The last complete crawl of the website with the same options. */
export interface EarlierCrawl {
  startedAt: string
  pages: number
  requests: number
  seconds: number
  /** It read the whole site: a larger limit reads no more. */
  isWhole: boolean
}

export interface EstimatedCrawl {
  crawlLimit: number
  rendersJavaScript: boolean
  probesResources: boolean
  probesExternal: boolean
  /** Pages whose speed is measured. */
  pageSpeedSample: number
  /** Between two requests to the website. */
  pauseMs: number
}

/** What the operator allows. */
export interface CrawlRate {
  /** Requests at once to one host. */
  requestsPerHost: number
  /** Pages rendered at once. */
  renderTabs: number
  /** Files and URLs beyond the limit, and links to other sites, that are requested: times the page limit. */
  resourceProbeFactor: number
  externalProbeFactor: number
}

const SECOND_MS = 1_000
const SECONDS_PER_RESPONSE = 0.4
/** Different files and links of a page that no page before it has, on common sites. */
const FILES_PER_PAGE = 3
const EXTERNAL_LINKS_PER_PAGE = 2
const SECONDS_PER_RENDERED_PAGE = 4
const SECONDS_PER_MEASURED_PAGE = 60

/**
 * At the rate of the earlier crawl where there is one, which has the Crawl-delay and the response times of the site in it; else at an
 * assumed response time, which the result names.
 */
export function estimateCrawl(
  crawl: EstimatedCrawl,
  { earlier, rate }: { earlier: EarlierCrawl | null; rate: CrawlRate },
): CrawlEstimate {
  return earlier === null || earlier.pages === 0 ? assumed(crawl, rate) : scaled(crawl, earlier)
}

function scaled({ crawlLimit }: EstimatedCrawl, earlier: EarlierCrawl): CrawlEstimate {
  const pages = earlier.isWhole ? Math.min(crawlLimit, earlier.pages) : crawlLimit
  const share = pages / earlier.pages
  return {
    pages,
    seconds: Math.ceil(earlier.seconds * share),
    requests: Math.ceil(earlier.requests * share),
    earlierCrawlAt: earlier.startedAt,
    assumedSecondsPerResponse: null,
  }
}

function assumed(crawl: EstimatedCrawl, rate: CrawlRate): CrawlEstimate {
  const { crawlLimit, probesResources, probesExternal } = crawl
  const perPage = 1 + (probesResources ? FILES_PER_PAGE : 0) + (probesExternal ? EXTERNAL_LINKS_PER_PAGE : 0)
  const requesting = (crawlLimit * perPage * SECONDS_PER_RESPONSE) / rate.requestsPerHost
  // A pause leaves one request at a time to the website, whatever the operator allows.
  const pausing = crawlLimit * (1 + (probesResources ? FILES_PER_PAGE : 0)) * (crawl.pauseMs / SECOND_MS)
  const rendering = crawl.rendersJavaScript ? (crawlLimit * SECONDS_PER_RENDERED_PAGE) / rate.renderTabs : 0
  const most = 1 + rate.resourceProbeFactor + (probesExternal ? rate.externalProbeFactor : 0)
  return {
    pages: crawlLimit,
    seconds: Math.ceil(Math.max(requesting, pausing) + rendering + crawl.pageSpeedSample * SECONDS_PER_MEASURED_PAGE),
    requests: crawlLimit * most,
    earlierCrawlAt: null,
    assumedSecondsPerResponse: SECONDS_PER_RESPONSE,
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Below it, a time in seconds would claim more than is known. */
const SHORT = 45

/** `less than a minute`, `about 4 minutes`, `about 2 hours`. */
export function roughDuration(seconds: number): string {
  if (seconds < SHORT) return 'less than a minute'
  const [count, unit] = seconds < HOUR - MINUTE / 2 ? [seconds / MINUTE, 'minute'] : [seconds / HOUR, 'hour']
  const whole = Math.max(1, Math.round(count))
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'}`
}
