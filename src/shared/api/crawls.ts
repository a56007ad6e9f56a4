import * as z from 'zod/mini'
import { CRAWL_LIMIT_DEFAULT } from '../constants.ts'
import { crawlHealthSchema } from '../crawl-health.ts'
import { crawlOptionsSchema } from '../crawl-options.ts'
import { indexabilities } from '../indexability.ts'
import { crawlPhases, crawlStatuses, endReasons, issueTypes } from '../model.ts'
import { pageSpeedSampleSchema } from '../page-speed-sample.ts'
import type { EndpointTable } from './contract.ts'
import { startCrawlSchema } from './start-crawl.ts'
import { crawl, id, messageSchema, timestamp } from './values.ts'

const changeSchema = z.object({
  totalPages: z.nullable(z.number()),
  errors: z.nullable(z.number()),
  redirects: z.nullable(z.number()),
  duplicates: z.nullable(z.number()),
})

export const crawlResultSchema = z.object({
  websiteId: id,
  crawlId: id,
  url: z.string(),
  lastCrawled: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  pagesCrawled: z.number(),
  /** Those whose content was checked. */
  pagesChecked: z.number(),
  /** URLs of this site known so far. */
  pagesFound: z.number(),
  status: z.enum(crawlStatuses),
  phase: z.enum(crawlPhases),
  /** Links and files that are not visited but requested for their status; null but while that goes on. */
  linkCheck: z.nullable(z.object({ checked: z.number(), total: z.number() })),
  /** Failed URLs that wait to be requested again, while the crawl waits for nothing else; otherwise 0. */
  urlsToRetry: z.number(),
  /** Crawls that have to end before this one can begin; 0 once it has begun. */
  crawlsBefore: z.number(),
  crawlLimit: z.number(),
  endReason: z.nullable(z.enum(endReasons)),
  endSentence: z.string(),
  notes: z.array(z.string()),
  errorCount: z.number(),
  warningCount: z.number(),
  infoCount: z.number(),
  passedCount: z.number(),
  overview: z.object({
    /** Rows of the pages list. */
    totalPages: z.number(),
    errors: z.number(),
    redirects: z.number(),
    duplicates: z.number(),
  }),
  issueDistribution: z.object({
    brokenLinks: z.number(),
    metaIssues: z.number(),
    redirects: z.number(),
    duplicates: z.number(),
    other: z.number(),
  }),
  /** null while the crawl goes on, and where no page was read. */
  health: z.nullable(crawlHealthSchema),
  /** Health scores of the last eight crawls of the website that have one, the oldest first, this one last; empty while it has none. */
  scores: z.array(z.object({ crawlId: id, score: z.number() })),
  /** Percent against the website's previous crawl; null values where there is nothing to compare with. */
  change: z.nullable(changeSchema),
  statusCounts: z.record(z.string(), z.number()),
  /** Pages by indexability, without zeros. */
  indexabilityCounts: z.partialRecord(z.enum(indexabilities), z.number()),
  depthCounts: z.array(z.object({ depth: z.number(), count: z.number() })),
  skippedCounts: z.array(z.object({ reason: z.string(), count: z.number() })),
  issueTypes: z.array(z.object({ type: z.enum(issueTypes), count: z.number() })),
  /** Issues that were checked again and found to be fixed: they have left the report. Omitted where there are none. */
  fixedCount: z.optional(z.number()),
  /** Issues that are muted, or whose check is switched off; absent where there are none. */
  mutedCount: z.optional(z.number()),
  /** Which pages were measured and for which others they stand; null where that was not requested. */
  pageSpeedSample: z.nullable(pageSpeedSampleSchema),
  options: crawlOptionsSchema,
  /** Crawls of this website, newest first. */
  crawls: z.array(
    z.object({ id, startedAt: z.nullable(timestamp), pagesCrawled: z.number(), status: z.enum(crawlStatuses) }),
  ),
})

export type CrawlResultResponse = z.infer<typeof crawlResultSchema>

export const crawlStartedSchema = z.object({ websiteId: id, crawlId: id, isStarted: z.boolean() })

export const crawlEndpoints = {
  startCrawl: {
    access: 'anyone',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl',
    body: startCrawlSchema,
    response: crawlStartedSchema,
    tag: 'Websites',
    summary: 'Start a crawl',
    description:
      `\`crawlLimit\` is the number of pages to crawl, ${CRAWL_LIMIT_DEFAULT} by default; the operator sets the maximum. ` +
      'A URL that is being crawled already starts nothing: `isStarted` is then false. With `urls`, URLs of the same site, ' +
      'exactly these are visited, and no link is followed. `credentials`, of signed-in users, are encrypted, kept with the website and ' +
      'sent to the listed origins alone.',
    alsoFails: ['conflict', 'unavailable'],
    exampleBody: { url: 'https://example.com', crawlLimit: 100 },
  },
  crawlResult: {
    access: 'view',
    share: 'overview',
    scope: 'read',
    method: 'GET',
    path: '/api/crawl/:id',
    response: crawlResultSchema,
    tag: 'Results',
    summary: 'Status and totals of a crawl',
    description: 'Poll while `status` is not `complete`.',
    query: { crawl },
  },
  stopCrawl: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/stop',
    response: messageSchema,
    tag: 'Websites',
    summary: 'Stop the running crawl; its results are kept',
  },
  pauseCrawl: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/pause',
    response: messageSchema,
    tag: 'Websites',
    summary: 'Pause the crawl until it is resumed, even if the server restarts',
    alsoFails: ['conflict'],
  },
  resumeCrawl: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/resume',
    response: messageSchema,
    tag: 'Websites',
    summary: 'Resume a paused crawl',
    alsoFails: ['conflict'],
  },
} as const satisfies EndpointTable
