import * as z from 'zod/mini'
import { severities } from '../model.ts'
import { MAX_SEGMENTS, setSegmentsSchema } from '../segments.ts'
import type { EndpointTable } from './contract.ts'
import { whole } from './query.ts'
import { crawl, id, timestamp } from './values.ts'

/** Crawls of the trend of a segment, the chosen one among them. */
export const SEGMENT_TREND_CRAWLS = 8

/** As the server has checked it. */
const segment = { name: z.string(), conditions: z.string() }
const websiteSegmentsSchema = z.object({ segments: z.array(z.object(segment)) })

const figures = {
  pages: z.number(),
  /** Without an error or warning. */
  passed: z.number(),
  /** Pages with an error, and with a warning: a page may have both. */
  withErrors: z.number(),
  withWarnings: z.number(),
  /** Health score of these pages alone; null where there is none, and in earlier crawls of large segments. */
  score: z.nullable(z.number()),
}

const segmentFiguresSchema = z.object({
  segments: z.array(
    z.object({
      ...segment,
      ...figures,
      /** The checks that take most of the score, each with its issues on these pages. */
      checks: z.array(
        z.object({ checkId: z.string(), title: z.string(), severity: z.enum(severities), issueCount: z.number() }),
      ),
      /** The same in the kept crawls, the oldest first and the chosen one last. */
      trend: z.array(z.object({ crawlId: id, startedAt: z.nullable(timestamp), ...figures })),
    }),
  ),
})
export type SegmentFigures = z.infer<typeof segmentFiguresSchema>['segments'][number]

export const segmentEndpoints = {
  websiteSegments: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/segments',
    response: websiteSegmentsSchema,
    tag: 'Websites',
    summary: 'The segments of a website: its named parts',
  },
  setSegments: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/segments',
    body: setSegmentsSchema,
    exampleBody: { segments: [{ name: 'Blog', conditions: 'url:contains:/blog/' }] },
    response: websiteSegmentsSchema,
    tag: 'Websites',
    summary: 'Replace the segments of a website',
    description: `At most ${MAX_SEGMENTS}. All crawls of the website have them at once.`,
  },
  segmentFigures: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/segments/:id',
    response: segmentFiguresSchema,
    tag: 'Results',
    summary: 'Each segment of the website: its score, pages, how many of them passed, and the same in earlier crawls',
    query: {
      crawl,
      trend: whole({
        about: 'Number of crawls of `trend`, the chosen one among them.',
        min: 1,
        max: SEGMENT_TREND_CRAWLS,
        fallback: SEGMENT_TREND_CRAWLS,
      }),
    },
  },
} as const satisfies EndpointTable
