import * as z from 'zod/mini'
import { issueTypes, severities } from '../model.ts'
import { thresholdUnits } from '../thresholds.ts'
import type { EndpointTable } from './contract.ts'

export const checkSchema = z.object({
  id: z.string(),
  type: z.enum(issueTypes),
  /** As a rule; one finding may be more or less severe. */
  severity: z.enum(severities),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  /** Numbers that it judges by, which a website may have otherwise. */
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
} as const satisfies EndpointTable
