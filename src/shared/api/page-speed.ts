import * as z from 'zod/mini'
import { pageSpeedPhases, pageSpeedSchema, pageSpeedStatusSchema } from '../page-speed.ts'
import type { EndpointTable } from './contract.ts'

/** How far the measurement of an address is that is asked for at this moment. */
export const pageSpeedProgressResponseSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** There is a result that is kept: it is answered at once. */
  z.object({ state: z.literal('measured') }),
  /** `place` 1 is next. */
  z.object({ state: z.literal('waiting'), place: z.number() }),
  z.object({ state: z.literal('running'), phase: z.enum(pageSpeedPhases), seconds: z.number() }),
])

export type PageSpeedProgressResponse = z.infer<typeof pageSpeedProgressResponseSchema>

export const pageSpeedEndpoints = {
  /** Held until there is a result. Measures, so it is no request that another site may make. */
  pageSpeed: {
    access: 'anyone',
    scope: 'crawl',
    method: 'GET',
    path: '/api/pagespeed',
    errors: 'json',
    answer: pageSpeedSchema,
  },
  pageSpeedProgress: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/progress',
    errors: 'json',
    answer: pageSpeedProgressResponseSchema,
  },
  pageSpeedStatus: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/status',
    errors: 'json',
    answer: pageSpeedStatusSchema,
  },
} as const satisfies EndpointTable
