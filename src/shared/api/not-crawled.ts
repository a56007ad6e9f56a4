import * as z from 'zod/mini'
import { linkKinds, skipReasons } from '../model.ts'
import type { EndpointTable } from './contract.ts'
import { choice, text, whole } from './query.ts'
import { crawl, offset } from './values.ts'

export const MAX_NOT_CRAWLED_PER_RESPONSE = 1_000

/** Which URLs that the crawl knows and did not visit. */
export const notCrawledFilters = {
  reason: choice({ about: 'Only URLs that were not crawled for this reason.', of: skipReasons }),
  search: text({ about: 'Only URLs that contain this text, ignoring case.' }),
} as const

export const notCrawledSchema = z.object({
  url: z.string(),
  reason: z.enum(skipReasons),
  /** Of an excluded URL: the rule that excludes it. */
  rule: z.nullable(z.string()),
  kinds: z.array(z.enum(linkKinds)),
  /** null where no link leads. */
  depth: z.nullable(z.number()),
  isInSitemap: z.boolean(),
  /** Of the request for its status alone; null when it was not requested or did not respond. */
  statusCode: z.nullable(z.number()),
  /** The first page that names it; null where only a sitemap or a list does. */
  foundOn: z.nullable(z.string()),
})
export type NotCrawledResponse = z.infer<typeof notCrawledSchema>

export const notCrawledEndpoints = {
  listNotCrawled: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    method: 'GET',
    path: '/api/not-crawled/:id',
    response: z.array(notCrawledSchema),
    tag: 'Results',
    summary: 'Known URLs that were not crawled, each with its reason',
    headers: { 'X-Total-Count': 'Number of URLs that match the filters.' },
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of URLs.',
        min: 1,
        max: MAX_NOT_CRAWLED_PER_RESPONSE,
        fallback: MAX_NOT_CRAWLED_PER_RESPONSE,
      }),
      ...notCrawledFilters,
    },
  },
} as const satisfies EndpointTable
