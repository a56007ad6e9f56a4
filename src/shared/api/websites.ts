import * as z from 'zod/mini'
import { crawlStatuses } from '../model.ts'
import type { EndpointTable } from './contract.ts'
import { id, messageSchema, timestamp } from './values.ts'

export const websiteSchema = z.object({
  id,
  url: z.string(),
  lastCrawled: z.nullable(timestamp),
  pagesCrawled: z.number(),
  status: z.enum(crawlStatuses),
  crawlLimit: z.number(),
  /** Parameters that addresses of the site go without; left out where there are none. */
  dropParameters: z.optional(z.array(z.string())),
  errorCount: z.number(),
  warningCount: z.number(),
  passedCount: z.number(),
})

export type WebsiteResponse = z.infer<typeof websiteSchema>

export const websiteEndpoints = {
  listWebsites: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/websites',
    answer: z.array(websiteSchema),
  },
  clearCrawl: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/clear',
    answer: messageSchema,
  },
  clearCache: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/clear-cache/:id',
    answer: messageSchema,
  },
} as const satisfies EndpointTable
