import * as z from 'zod/mini'
import { runResults, scheduleSchema } from '../schedule.ts'
import type { EndpointTable } from './contract.ts'
import { id, timestamp } from './values.ts'

/** `failing`: the last crawls of the website failed. */
export const scheduleStates = ['active', 'paused', 'failing'] as const

const plannedSchema = z.object({
  websiteId: id,
  url: z.string(),
  schedule: scheduleSchema,
  state: z.enum(scheduleStates),
  /** What is wrong, or why the last run started no crawl; '' for neither. */
  sentence: z.string(),
  /** null while it is paused. */
  nextRunAt: z.nullable(timestamp),
  lastRunAt: z.nullable(timestamp),
  /** What became of the last run; null before the first. */
  lastResult: z.nullable(z.enum(runResults)),
})

export const websiteScheduleSchema = z.object({
  /** null where the website has none. */
  planned: z.nullable(plannedSchema),
  /** Schedules that a user may have; 0: none on this server. */
  maxSchedules: z.number(),
  /** The shortest time between two crawls. */
  minMinutes: z.number(),
})

export type PlannedSchedule = z.infer<typeof plannedSchema>
export type WebsiteSchedule = z.infer<typeof websiteScheduleSchema>

export const scheduleEndpoints = {
  listSchedules: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/schedules',
    response: z.array(plannedSchema),
    tag: 'Monitoring',
    summary: 'The schedules of your websites',
  },
  websiteSchedule: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/websites/:id/schedule',
    response: websiteScheduleSchema,
    tag: 'Monitoring',
    summary: 'When a website is crawled by itself',
  },
  setSchedule: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/schedule',
    body: scheduleSchema,
    response: websiteScheduleSchema,
    tag: 'Monitoring',
    summary: 'Crawl a website on a schedule, in place of the one it has',
    description:
      'For signed-in users only. Each run has the options and the page limit of the newest crawl of the website. `cron` has five fields: minute, hour, ' +
      'day of the month, month, weekday. A run begins some minutes later than the schedule says, always the same number for a website. A run that was missed, ' +
      'because the server was not running, is made up once.',
    alsoFails: ['unauthorized', 'conflict'],
    exampleBody: { frequency: 'weekly', weekday: 1, time: '03:00', timeZone: 'Europe/Berlin' },
  },
  deleteSchedule: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/websites/:id/schedule/delete',
    response: websiteScheduleSchema,
    tag: 'Monitoring',
    summary: 'Delete the schedule of a website; its crawls stay',
  },
} as const satisfies EndpointTable
