import * as z from 'zod/mini'
import { severities } from '#shared/model.ts'

/** What is read of an earlier report: the head of the file, and of each finding what distinguishes it from others. */

/**
 * Of the reports that this version of the product writes, and reads as baselines. Raised when a field changes its meaning or goes; a new
 * field does not raise it.
 */
export const REPORT_VERSION = 2

export const baselineHead = z.object({
  format: z.literal('sitesounder-report'),
  version: z.int(),
  crawl: z.object({
    url: z.url({ protocol: /^https?$/ }),
    crawlLimit: z.int(),
    options: z.optional(
      z.object({
        thresholds: z.optional(z.array(z.object({ checkId: z.string(), name: z.string(), value: z.number() }))),
      }),
    ),
    startedAt: z.nullish(z.iso.datetime()),
  }),
})

export const baselineFinding = z.object({
  check: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  pageUrl: z.string(),
  details: z.object({
    targetUrl: z.optional(z.string()),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    h1: z.optional(z.string()),
    imageData: z.optional(z.array(z.object({ src: z.string() }))),
    affectedUrls: z.optional(z.array(z.string())),
    duplicateUrls: z.optional(z.array(z.string())),
    causeKeys: z.optional(z.array(z.int())),
    evidence: z.array(
      z.object({
        kind: z.string(),
        columns: z.optional(z.array(z.string())),
        rows: z.optional(z.array(z.array(z.string()))),
      }),
    ),
  }),
})
export type BaselineFinding = z.infer<typeof baselineFinding>
