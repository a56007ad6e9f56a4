import { Cron } from 'croner'
import { fnvOf } from '#shared/fnv.ts'
import type { Schedule } from '#shared/schedule.ts'

/**
 * When a schedule is due. A time that a change of clocks skips is the first moment after it, and one that comes twice is the first of
 * them, so that each day has its run once.
 */

export interface ScheduleLimits {
  /** Between two runs. */
  minMinutes: number
  /** Runs begin up to so much later than the schedule says. */
  spreadMinutes: number
}

const MINUTE_MS = 60_000
const CRON_FIELDS = 5
/** Runs of a cron expression whose distances are checked: those of some days, where it is frequent. */
const CHECKED_RUNS = 60

export type ScheduleCheck = { ok: true } | { ok: false; message: string }

/** Whether a schedule can be kept: its time zone and expression are known, it has runs, and none too soon after another. */
export function checkSchedule(schedule: Schedule, { minMinutes }: ScheduleLimits, nowMs: number): ScheduleCheck {
  if (!isTimeZone(schedule.timeZone))
    return { ok: false, message: `There is no time zone “${schedule.timeZone}”. Enter one such as Europe/Berlin.` }
  const cron = openCron(schedule)
  if (cron === null)
    return {
      ok: false,
      message: 'The cron expression must have five fields, such as 30 4 * * 1-5 for 04:30 on weekdays.',
    }
  const runs = cron.nextRuns(schedule.frequency === 'cron' ? CHECKED_RUNS : 1, new Date(nowMs))
  if (runs.length === 0) return { ok: false, message: 'The cron expression names no date that exists.' }
  const isTooSoon = runs.some((run, index) => {
    const before = runs[index - 1]
    return before !== undefined && run.getTime() - before.getTime() < minMinutes * MINUTE_MS
  })
  if (isTooSoon) return { ok: false, message: `Two crawls of a schedule must be at least ${minMinutes} minutes apart.` }
  return { ok: true }
}

/** The first run after a moment, with the offset of the website; null when there is none, or the schedule is paused. */
export function nextRun(
  schedule: Schedule,
  { afterMs, offsetMs }: { afterMs: number; offsetMs: number },
): number | null {
  if (schedule.isPaused) return null
  const next = openCron(schedule)?.nextRun(new Date(afterMs - offsetMs))
  return next ? next.getTime() + offsetMs : null
}

/** How much later than its schedule says a website begins: always the same, and others begin at other times. */
export function offsetOf(website: { id: number; url: string }, { spreadMinutes }: ScheduleLimits): number {
  if (spreadMinutes === 0) return 0
  return ((fnvOf(`${website.id} ${website.url}`) >>> 0) % spreadMinutes) * MINUTE_MS
}

/** null for an expression that is not valid. */
function openCron(schedule: Schedule): Cron | null {
  const pattern = patternOf(schedule)
  if (pattern.split(/\s+/).length !== CRON_FIELDS) return null
  try {
    return new Cron(pattern, { timezone: schedule.timeZone, paused: true })
  } catch {
    return null
  }
}

function patternOf({ frequency, time, weekday, day, cron }: Schedule): string {
  if (frequency === 'cron') return cron
  const [hour, minute] = time.split(':').map(Number)
  const fields = { daily: '* * *', weekly: `* * ${weekday}`, monthly: `${day} * *` }
  return `${minute} ${hour} ${fields[frequency]}`
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
