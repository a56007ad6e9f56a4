import * as z from 'zod/mini'
import { pageSpeedDevices, pageSpeedPhases, pageSpeedSchema, pageSpeedStatusSchema } from '../page-speed.ts'
import type { EndpointTable } from './contract.ts'
import { choice, flag, text } from './query.ts'

/** How far a measurement is that is under way. */
export const pageSpeedProgressResponseSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** There is a stored result: it is returned at once. */
  z.object({ state: z.literal('measured') }),
  /** `place` 1 is next. */
  z.object({ state: z.literal('waiting'), place: z.number() }),
  z.object({ state: z.literal('running'), phase: z.enum(pageSpeedPhases), seconds: z.number() }),
])

export type PageSpeedProgressResponse = z.infer<typeof pageSpeedProgressResponseSchema>

/** What is measured: as typed, so that what is wrong with it is said in the words of the crawl form. */
const measured = {
  url: text({ about: 'URL of the page. Required.' }),
  device: choice({ about: 'Device that the page is loaded as.', of: pageSpeedDevices, fallback: 'mobile' }),
} as const

export const pageSpeedEndpoints = {
  /** Held until there is a result. Measures, so it is no request that another site may make. */
  pageSpeed: {
    access: 'anyone',
    scope: 'crawl',
    method: 'GET',
    path: '/api/pagespeed',
    errors: 'json',
    response: pageSpeedSchema,
    tag: 'Page speed',
    summary: 'Measure the speed of one page',
    description:
      'The response comes when there is a result, up to two minutes after the measurement began; closing the connection cancels it. A result of the last hour is returned ' +
      'at once unless `refresh` is true. `provider` names what measured: Google PageSpeed Insights, or Lighthouse on this server.',
    alsoFails: ['unprocessable', 'bad-gateway', 'unavailable', 'timed-out'],
    query: {
      ...measured,
      refresh: flag({
        about: 'With true, the page is measured again; otherwise a result of the last hour is returned.',
      }),
    },
  },
  pageSpeedProgress: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/progress',
    errors: 'json',
    response: pageSpeedProgressResponseSchema,
    tag: 'Page speed',
    summary: 'Progress of your measurement',
    query: measured,
  },
  pageSpeedStatus: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/status',
    errors: 'json',
    response: pageSpeedStatusSchema,
    tag: 'Page speed',
    summary: 'Whether a key for PageSpeed Insights is set and accepted',
  },
} as const satisfies EndpointTable
