import * as z from 'zod/mini'
import { issueTypes, severities } from '../model.ts'
import { thresholdUnits } from '../thresholds.ts'
import { findingChangesSchema } from './changes.ts'
import type { EndpointTable } from './contract.ts'
import { crawl, segment } from './values.ts'

export const checkSchema = z.object({
  id: z.string(),
  type: z.enum(issueTypes),
  /** As a rule; one finding may be more or less severe. */
  severity: z.enum(severities),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  /** Its thresholds, which a website may change. */
  thresholds: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.enum(thresholdUnits),
      default: z.number(),
      min: z.number(),
      max: z.number(),
      /** Least difference between two values. */
      step: z.number(),
      explanation: z.string(),
    }),
  ),
})

export type CheckResponse = z.infer<typeof checkSchema>

export const checkResultSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(issueTypes),
  /** Subject of the health score. */
  subject: z.string(),
  /** The worst of its issues; of a check without issues, that of the check. */
  severity: z.enum(severities),
  issueCount: z.number(),
  bySeverity: z.object({ error: z.number(), warning: z.number(), info: z.number() }),
  /** Pages affected, at most all that were crawled. */
  pageCount: z.number(),
  /** A check that checked no page has not passed. null for a segment: results are counted for whole crawls. */
  pagesChecked: z.nullable(z.number()),
  /** Why it did not check the other HTML pages; pages to which a check does not apply are not among them. */
  notChecked: z.array(z.object({ reason: z.string(), pages: z.number() })),
  /** Points that it takes from the health score by itself; null while the crawl has no score. */
  taken: z.nullable(z.number()),
  /** Its share of what its subject takes from the health score; null while the crawl has no score. */
  gain: z.nullable(z.number()),
  /** The checks of its subject take the most that they may together, so that the gain is less than what it takes. */
  isSubjectAtCap: z.boolean(),
  /** Of the pages that its issues affect, by exports of Search Console; null without one, and for a segment. */
  clicks: z.nullable(z.number()),
  /** Since the crawl before; null without an earlier complete crawl that read a page, while the crawl goes on, and for a segment. */
  change: z.nullable(findingChangesSchema),
})

export type CheckResultResponse = z.infer<typeof checkResultSchema>

/** The result of a check in a whole crawl. */
export type WholeCheckResult = CheckResultResponse & { pagesChecked: number }

export function isOfWholeCrawl(check: CheckResultResponse): check is WholeCheckResult {
  return check.pagesChecked !== null
}

export const checkEndpoints = {
  /** What every crawl is checked for. */
  listChecks: {
    access: 'anyone',
    share: 'overview',
    scope: 'read',
    method: 'GET',
    path: '/api/checks',
    response: z.array(checkSchema),
    tag: 'Results',
    summary: 'The catalogue of checks: what each finds, why it matters and how to fix it',
  },
  crawlChecks: {
    access: 'view',
    share: 'issues',
    scope: 'read',
    method: 'GET',
    path: '/api/checks/:id',
    response: z.array(checkResultSchema),
    tag: 'Results',
    summary: 'The result of each check: issues, pages, and points of the health score',
    description:
      'One row per check: those with issues first, in the order in which to fix them (by gain in whole points, of the same gain errors before warnings), then the others in the order of the catalogue. With `segment`, issues, pages and points are those of its pages, as in `GET /api/segments/{id}`.',
    query: { crawl, segment },
  },
} as const satisfies EndpointTable
