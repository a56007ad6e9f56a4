import * as z from 'zod/mini'
import { lightCheckSettingsSchema, lightResultSchema } from '../light-checks.ts'
import type { EndpointTable } from './contract.ts'
import { timestamp } from './values.ts'

export const websiteLightChecksSchema = z.object({
  /** null where nothing was set for the website. */
  settings: z.nullable(lightCheckSettingsSchema),
  /** Of the last checks: of each URL, and of robots.txt. One that robots.txt disallows has none. */
  results: z.array(lightResultSchema),
  nextCheckAt: z.nullable(timestamp),
  /** The shortest interval. */
  minMinutes: z.number(),
})
export type WebsiteLightChecks = z.infer<typeof websiteLightChecksSchema>

export const lightCheckEndpoints = {
  lightChecks: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/light-checks',
    response: websiteLightChecksSchema,
    tag: 'Monitoring',
    summary: 'The URLs that are checked between crawls, with the last results',
  },
  setLightChecks: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/light-checks',
    body: lightCheckSettingsSchema,
    response: websiteLightChecksSchema,
    tag: 'Monitoring',
    summary: 'Choose which URLs are checked between crawls, and how often',
    description:
      'For signed-in users only. Status, redirect target, title, noindex, response time and certificate of each URL, and robots.txt of its host. What got worse goes to the ' +
      'channels of the alerts of the website.',
    alsoFails: ['unauthorized', 'conflict'],
    exampleBody: { urls: [], minutes: 15, slowMs: 2_000 },
  },
} as const satisfies EndpointTable
