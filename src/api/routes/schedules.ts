import { checkSchedule, nextRun, offsetOf } from '#monitoring/next-run.ts'
import { failedReasons } from '#monitoring/run-schedules.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { PlannedSchedule, WebsiteSchedule } from '#shared/api/schedules.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import { scheduleSchema } from '#shared/schedule.ts'
import type { ScheduleRow } from '#store/store.ts'
import type { Call, Routes } from '../call.ts'
import { websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type ScheduleRoutes = Pick<
  Routes<typeof endpoints>,
  'listSchedules' | 'websiteSchedule' | 'setSchedule' | 'deleteSchedule'
>

/** When the websites of a user are crawled by themselves. */
export function scheduleRoutes({ store, settings, now }: RouteDeps): ScheduleRoutes {
  const { maxSchedules, schedules: limits } = settings
  const responseFor = async (websiteId: number): Promise<WebsiteSchedule> => {
    const row = await store.schedules.find(websiteId)
    return { planned: row && (await plannedOf(row)), maxSchedules, minMinutes: limits.minMinutes }
  }
  const plannedOf = async (row: ScheduleRow): Promise<PlannedSchedule> => {
    const [newest] = (await store.reading.crawls(row.websiteId)).filter(({ endReason }) => endReason !== null)
    const failure = newest?.endReason && failedReasons.includes(newest.endReason) ? newest.endSentence : null
    return {
      websiteId: row.websiteId,
      url: row.url,
      schedule: row.schedule,
      state: row.schedule.isPaused ? 'paused' : failure === null ? 'active' : 'failing',
      sentence: row.sentence || (failure === null ? '' : `The last crawl failed: ${failure}`),
      nextRunAt: isoTime(row.nextMs),
      lastRunAt: isoTime(row.lastMs),
      lastResult: row.result,
    }
  }
  return {
    listSchedules: async ({ visitor }) =>
      visitor.ownerId === null ? [] : await Promise.all((await store.schedules.list(visitor.ownerId)).map(plannedOf)),

    websiteSchedule: ({ website }) => responseFor(website.id),

    setSchedule: async call => {
      const schedule = await call.readBody(scheduleSchema)
      refuseUnmonitored(call)
      const { website, ownerId } = call
      const check = checkSchedule(schedule, limits, now())
      if (!check.ok) throw new AppError('bad-request', check.message)
      const nextMs = nextRun(schedule, { afterMs: now(), offsetMs: offsetOf(website, limits) })
      const saved = await store.schedules.save({
        websiteId: website.id,
        ownerId,
        schedule,
        nextMs,
        maxPerOwner: maxSchedules,
      })
      if (saved.ok) return await responseFor(website.id)
      throw saved.reason === 'gone' ? websiteNotFound() : tooManySchedules(maxSchedules)
    },

    deleteSchedule: async ({ website }) => {
      await store.schedules.remove(website.id)
      return await responseFor(website.id)
    },
  }
}

/** @throws AppError 401: the data of a visitor go when the visitor leaves. */
export function refuseUnmonitored({ visitor }: Pick<Call, 'visitor'>): void {
  if (!visitor.account)
    throw new AppError('unauthorized', 'Please sign in first: websites of signed-in users only are monitored.')
}

function tooManySchedules(max: number): AppError {
  if (max === 0) return new AppError('conflict', 'The operator of this server allows no scheduled crawls.')
  const count = max === 1 ? '1 website' : `${max} websites`
  return new AppError('conflict', `At most ${count} of yours can be crawled on a schedule. Delete a schedule first.`)
}
