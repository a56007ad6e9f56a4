import * as z from 'zod/mini'
import type { EndpointTable } from './contract.ts'
import { hopSchema, id } from './values.ts'

export const pageSchema = z.object({
  /** Frontier number: stable within the crawl. */
  id,
  websiteId: id,
  url: z.string(),
  /** null when there was no answer. */
  statusCode: z.nullable(z.number()),
  /** Why there was no answer, for a person; '' otherwise. */
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
  /** Clicks from the start page; -1 where only a sitemap leads to it. */
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
  isIndexable: z.boolean(),
  isPassed: z.boolean(),
  redirectUrl: z.nullable(z.string()),
  /** Status of the last answer after redirects; equals `statusCode` without them. */
  finalStatusCode: z.nullable(z.number()),
  hops: z.array(hopSchema),
})

export type PageResponse = z.infer<typeof pageSchema>

export const pageEndpoints = {
  listPages: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/pages/:id',
    answer: z.array(pageSchema),
  },
} as const satisfies EndpointTable
