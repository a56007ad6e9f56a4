import * as z from 'zod/mini'
import { issueTypes, severities } from '../model.ts'
import { thresholdUnits } from '../thresholds.ts'
import type { EndpointTable } from './contract.ts'
import { crawl } from './values.ts'

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

export const checkCoverageSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** It runs on each page, or once on the whole crawl. */
  scope: z.enum(['page', 'site']),
  /** A check that checked no page has not passed. */
  pagesChecked: z.number(),
  issueCount: z.number(),
  /** Why it did not check the other HTML pages; pages to which a check does not apply are not among them. */
  notChecked: z.array(z.object({ reason: z.string(), pages: z.number() })),
})

export type CheckCoverageResponse = z.infer<typeof checkCoverageSchema>

export const checkEndpoints = {
  /** What every crawl is checked for. */
  listChecks: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/checks',
    response: z.array(checkSchema),
    tag: 'Results',
    summary: 'The catalogue of checks: what each finds, why it matters and how to fix it',
  },
  crawlChecks: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/checks/:id',
    response: z.array(checkCoverageSchema),
    tag: 'Results',
    summary: 'How many pages each check checked, and why not the others',
    query: { crawl },
  },
} as const satisfies EndpointTable
