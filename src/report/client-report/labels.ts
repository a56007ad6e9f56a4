import type { CrawlRow } from '#store/store.ts'
import { cutEnd, cutMiddle } from '../terminal-text.ts'
import { crawled, crawledCode, type Html, html } from './html.ts'

/** How numbers, dates and texts of the site stand in the report. English; days in UTC, since a file does not know its reader. */

const numbers = new Intl.NumberFormat('en')
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

export function number(value: number): string {
  return numbers.format(value)
}

/** `1 page`, `2 pages`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${numbers.format(value)} ${value === 1 ? one : many}`
}

/** When a crawl began; one that waits, when it was requested. */
export function startOf({ startedMs, createdMs }: Pick<CrawlRow, 'startedMs' | 'createdMs'>): number {
  return startedMs ?? createdMs
}

/** `Nov 22, 2026`. */
export function day(ms: number): string {
  return days.format(ms)
}

/** `Nov 22`. */
export function shortDay(ms: number): string {
  return shortDays.format(ms)
}

/** `Nov 22, 2026, 14:05 UTC`. */
export function moment(ms: number): string {
  return `${days.format(ms)}, ${times.format(ms)} UTC`
}

/** `+15.0`; `–` where there is no score, or nothing that its one decimal shows. */
export function points(gain: number | null): string {
  return gain === null || gain === 0 ? '–' : `+${gain.toFixed(1)}`
}

/** `1 point more than`, `as`: a score beside that of an earlier crawl. */
export function pointsSince(difference: number): string {
  if (difference === 0) return 'as'
  return `${counted(Math.abs(difference), 'point')} ${difference > 0 ? 'more than' : 'fewer than'}`
}

/** `79 %`, never 0 or 100 for a share that is not. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  const rounded = Math.round((part / whole) * 100)
  const isRoundedAway = part > 0 && part < whole && (rounded === 0 || rounded === 100)
  return `${isRoundedAway ? Math.min(99, Math.max(1, rounded)) : rounded} %`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** `84 ms`, `1.3 s`, `12 min`, `2 h 5 min`. */
export function duration(durationMs: number): string {
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`
  if (durationMs < MINUTE_MS) return `${(durationMs / SECOND_MS).toFixed(1)} s`
  if (durationMs < HOUR_MS) return `${Math.round(durationMs / MINUTE_MS)} min`
  const minutes = Math.round(durationMs / MINUTE_MS)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Text of a site, cut where a line or two end. */
export function cut(text: string, maxLength: number): Html {
  return crawled(cutEnd(text, maxLength))
}

const SENTENCE = /[^.!?]*(?:[.!?](?![ \n]|$)[^.!?]*)*[.!?]?\s*/g

/** As many whole sentences as fit, or the beginning of the first. */
export function sentences(text: string, maxLength: number): string {
  let shown = ''
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if ((shown + sentence).trimEnd().length > maxLength) break
    shown += sentence
  }
  return shown === '' ? cutEnd(text, maxLength) : shown.trimEnd()
}

export const MAX_CODE_LENGTH = 72

/** A URL or an element of a site on one line: both ends of it say something. */
export function code(text: string, maxLength = MAX_CODE_LENGTH): Html {
  return html`<code>${crawledCode(cutMiddle(text.replaceAll(/\s+/g, ' '), maxLength))}</code>`
}
