import * as z from 'zod/mini'
import { crawlOptionsSchema } from '../crawl-options.ts'
import { crawlStatuses } from '../model.ts'
import { websiteRoles } from '../sharing.ts'
import type { EndpointTable } from './contract.ts'
import { choice } from './query.ts'
import { id, messageSchema, timestamp } from './values.ts'

export const websiteSchema = z.object({
  id,
  url: z.string(),
  lastCrawled: z.nullable(timestamp),
  pagesCrawled: z.number(),
  status: z.enum(crawlStatuses),
  crawlLimit: z.number(),
  options: crawlOptionsSchema,
  errorCount: z.number(),
  warningCount: z.number(),
  passedCount: z.number(),
  /** What the caller may do with it. */
  role: z.enum(websiteRoles),
  /** Name of the user who shares it with the caller; null for one's own. */
  sharedBy: z.nullable(z.string()),
})

export type WebsiteResponse = z.infer<typeof websiteSchema>

export const websiteEndpoints = {
  listWebsites: {
    access: 'anyone',
    share: 'overview',
    scope: 'read',
    method: 'GET',
    path: '/api/websites',
    response: z.array(websiteSchema),
    tag: 'Websites',
    summary: 'Your websites and those that are shared with you, the one crawled last first',
  },
  clearCrawl: {
    access: 'own',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/clear',
    response: messageSchema,
    tag: 'Websites',
    summary: 'Delete a website with all its crawls',
    query: {
      after: choice({
        about: 'The visitor has left the page: the website is cleared later, unless the visitor returns.',
        of: ['departure'],
      }),
    },
  },
  clearCache: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/clear-cache/:id',
    response: messageSchema,
    tag: 'Websites',
    summary: 'Clear computed results of a crawl; they are computed again when needed',
  },
} as const satisfies EndpointTable
