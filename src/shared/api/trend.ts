import * as z from 'zod/mini'
import type { EndpointTable } from './contract.ts'
import { id, timestamp } from './values.ts'

/** Crawls of a trend at most: a year of them, thinned out by age. */
export const TREND_CRAWLS = 60

const trendSchema = z.object({
  /** The oldest first. */
  crawls: z.array(
    z.object({
      crawlId: id,
      startedAt: z.nullable(timestamp),
      score: z.number(),
      pages: z.number(),
      indexablePages: z.number(),
      issues: z.object({ error: z.number(), warning: z.number(), info: z.number() }),
      /** Issues by what they are about; none without issues. */
      subjects: z.array(z.object({ subject: z.string(), issues: z.number() })),
      /** Limits and settings that differ from those of the crawl before. */
      changedSettings: z.array(z.string()),
    }),
  ),
})
export type TrendResponse = z.infer<typeof trendSchema>

export const trendEndpoints = {
  crawlTrend: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/trend/:id',
    response: trendSchema,
    tag: 'Results',
    summary: 'Score, pages and issues of the kept crawls, with the settings that changed between them',
    description: `Complete crawls that read a page: the last ${TREND_CRAWLS}.`,
  },
} as const satisfies EndpointTable
