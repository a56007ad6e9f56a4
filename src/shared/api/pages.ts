import * as z from 'zod/mini'
import { indexabilities } from '../indexability.ts'
import { pageOrigins } from '../page-list.ts'
import type { EndpointTable } from './contract.ts'
import { pageFilters, pageOrder } from './page-query.ts'
import { whole } from './query.ts'
import { crawl, hopSchema, id, issueIds, offset } from './values.ts'

/** What a page has of a custom field. */
export const fieldValueSchema = z.object({
  name: z.string(),
  /** '' where it could not be read. */
  text: z.string(),
  /** Where the text is one number, with or without a currency. */
  number: z.nullable(z.number()),
  /** Why it could not be read, as a sentence. */
  error: z.optional(z.string()),
})
export type FieldValueResponse = z.infer<typeof fieldValueSchema>

export const pageSchema = z.object({
  /** Frontier number: stable within the crawl. */
  id,
  websiteId: id,
  url: z.string(),
  /** null when there was no response. */
  statusCode: z.nullable(z.number()),
  /** Why there was no response, for a person; '' otherwise. */
  failure: z.string(),
  title: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  h1: z.nullable(z.string()),
  contentHash: z.nullable(z.string()),
  robotsDirectives: z.nullable(z.string()),
  canonicalUrl: z.nullable(z.string()),
  missingAltTags: z.number(),
  emptyAltTags: z.number(),
  imagesWithAltTags: z.number(),
  totalImages: z.number(),
  h1Count: z.number(),
  h2Count: z.number(),
  h3Count: z.number(),
  h4Count: z.number(),
  pCount: z.number(),
  contentType: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  wordCount: z.nullable(z.number()),
  /** Crawl depth; -1 where only a sitemap leads to it. */
  depth: z.number(),
  /** Milliseconds to the first byte and to the last. */
  ttfb: z.nullable(z.number()),
  responseTime: z.nullable(z.number()),
  /** Bytes of the body. */
  size: z.nullable(z.number()),
  linkCount: z.number(),
  inlinkCount: z.number(),
  /**
   * What LinkFigures says; null until all links are counted, and in crawls of earlier versions. The score is null, too, for a page that
   * search engines may not list.
   */
  linkScore: z.nullable(z.number()),
  inlinks: z.nullable(z.number()),
  followedInlinkPages: z.nullable(z.number()),
  outlinks: z.nullable(z.number()),
  outlinkTargets: z.nullable(z.number()),
  followedOutlinks: z.nullable(z.number()),
  externalOutlinks: z.nullable(z.number()),
  /** Issues that affect the page, without those of the whole host; null until the crawl ends. */
  issueCount: z.nullable(z.number()),
  errorCount: z.nullable(z.number()),
  warningCount: z.nullable(z.number()),
  isIndexable: z.boolean(),
  /** `indexable`, or what prevents it; of a canonical, once its response is known. */
  indexability: z.enum(indexabilities),
  /** How it was found first; while the crawl runs, as far as its depth says it. */
  foundBy: z.enum(pageOrigins),
  /** The page that it is a copy of, under other parameters, the name of its index file or in a crawl trap: its findings are not repeated. */
  copyOf: z.nullable(z.string()),
  /** Of files of visits; null where none says it. */
  clicks: z.nullable(z.number()),
  impressions: z.nullable(z.number()),
  visits: z.nullable(z.number()),
  botRequests: z.nullable(z.number()),
  /** The day of the last request of a bot. */
  lastBotVisit: z.nullable(z.string()),
  isPassed: z.boolean(),
  redirectUrl: z.nullable(z.string()),
  /** Status of the last response after redirects; equals `statusCode` without them. */
  finalStatusCode: z.nullable(z.number()),
  hops: z.array(hopSchema),
  /**
   * Values of the custom fields of the crawl, and how often the page contains each custom search, which is named by its text in quotation
   * marks; those that the page does not have are absent, and all where there is none.
   */
  fields: z.optional(z.array(fieldValueSchema)),
})

export type PageResponse = z.infer<typeof pageSchema>

/** Rows of one response: far above what the default crawl limits give, and still sent within a second. */
export const MAX_PAGES_PER_RESPONSE = 10_000
export const PAGES_PER_ISSUE_DEFAULT = 3

export const pageEndpoints = {
  listPages: {
    access: 'view',
    share: ({ issues }) => (issues === undefined ? ['pages'] : ['pages', 'issues']),
    scope: 'read',
    method: 'GET',
    path: '/api/pages/:id',
    response: z.array(pageSchema),
    tag: 'Results',
    summary: 'The pages list',
    headers: { 'X-Total-Count': 'Number of rows that match the filters.' },
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of rows.',
        min: 1,
        max: MAX_PAGES_PER_RESPONSE,
        fallback: MAX_PAGES_PER_RESPONSE,
      }),
      issues: issueIds,
      perIssue: whole({
        about: 'Number of pages of each of `issues`, the page that it is listed under first.',
        min: 1,
        max: 20,
        fallback: PAGES_PER_ISSUE_DEFAULT,
      }),
      ...pageFilters,
      ...pageOrder,
    },
  },
} as const satisfies EndpointTable
