import * as z from 'zod/mini'

/** When a website is crawled by itself. */

export const scheduleFrequencies = ['daily', 'weekly', 'monthly', 'cron'] as const
export type ScheduleFrequency = (typeof scheduleFrequencies)[number]

export const frequencyLabels: Record<ScheduleFrequency, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  cron: 'Cron expression',
}

/** By the numbers of cron: Sunday is 0. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Every month has them. */
export const MAX_MONTH_DAY = 28
export const MAX_CRON_LENGTH = 100
const MAX_TIME_ZONE_LENGTH = 64

const TIME_INVALID = 'Enter a time such as 03:00'
const DAY_INVALID = `The day of the month must be 1 to ${MAX_MONTH_DAY}`

export const scheduleSchema = z.object({
  frequency: z.enum(scheduleFrequencies, 'Choose how often'),
  /** Of the day in the time zone, `HH:MM`; not for a cron expression. */
  time: z._default(z.string(TIME_INVALID).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_INVALID)), '03:00'),
  /** Of a weekly schedule; Sunday is 0. */
  weekday: z._default(z.int('Choose a weekday').check(z.minimum(0), z.maximum(weekdays.length - 1)), 1),
  /** Of a monthly schedule. */
  day: z._default(z.int(DAY_INVALID).check(z.minimum(1, DAY_INVALID), z.maximum(MAX_MONTH_DAY, DAY_INVALID)), 1),
  /** Five fields: minute, hour, day of the month, month, weekday. */
  cron: z._default(
    z
      .string('Enter a cron expression')
      .check(z.trim(), z.maxLength(MAX_CRON_LENGTH, `A cron expression has at most ${MAX_CRON_LENGTH} characters`)),
    '',
  ),
  /** A name of the IANA database, such as Europe/Berlin. */
  timeZone: z._default(
    z
      .string('Enter a time zone')
      .check(z.trim(), z.minLength(1, 'Enter a time zone'), z.maxLength(MAX_TIME_ZONE_LENGTH)),
    'UTC',
  ),
  isPaused: z._default(z.boolean('isPaused must be true or false'), false),
})

export type Schedule = z.output<typeof scheduleSchema>

/** What became of the last run: no crawl was started because one was still going on, or because the server refused it. */
export const runResults = ['started', 'running', 'refused'] as const
export type RunResult = (typeof runResults)[number]

/** Such as "Every Monday at 03:00, Europe/Berlin". */
export function scheduleText({ frequency, time, weekday, day, cron, timeZone }: Schedule): string {
  const when: Record<ScheduleFrequency, string> = {
    daily: `Every day at ${time}`,
    weekly: `Every ${weekdays[weekday]} at ${time}`,
    monthly: `On day ${day} of every month at ${time}`,
    cron: `By the cron expression ${cron}`,
  }
  return `${when[frequency]}, ${timeZone}`
}
