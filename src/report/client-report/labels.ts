import { parseHttpUrl } from '#shared/url.ts'
import { cutEnd } from '../terminal-text.ts'
import { crawled, crawledCode, type Html, html } from './html.ts'

/** How numbers, times, URLs and long texts stand in the report. English; times in UTC, since a file does not know its reader. */

const numbers = new Intl.NumberFormat('en')
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

export function number(value: number): string {
  return numbers.format(value)
}

/** `1 page`, `2 pages`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${numbers.format(value)} ${value === 1 ? one : many}`
}

export function moment(ms: number): Html {
  const date = new Date(ms)
  return html`<time datetime="${date.toISOString()}">${dates.format(date)}, ${times.format(date)} UTC</time>`
}

const MINUTE_MS = 60_000

/** `84 ms`, `1.3 s`, `12 min`. */
export function duration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  return durationMs < MINUTE_MS
    ? `${(durationMs / 1_000).toFixed(1)} s`
    : counted(Math.round(durationMs / MINUTE_MS), 'minute')
}

/** Longer texts of a site are cut: a report is read, the data are exported. */
const MAX_SHOWN_LENGTH = 400
const MAX_SHOWN_URL = 500

export function long(text: string): Html {
  return crawled(cutEnd(text, MAX_SHOWN_LENGTH))
}

/** A URL that is a link when it is one of the web, and always its own text, so that paper shows where it leads. */
export function urlLink(url: string): Html {
  const shown = crawledCode(cutEnd(url, MAX_SHOWN_URL))
  const target = parseHttpUrl(url)
  if (!target) return html`<span class="url">${shown}</span>`
  return html`<a class="url" href="${target.href}" rel="noopener noreferrer nofollow">${shown}</a>`
}

/** `and 12 more`; nothing when all are shown. */
export function andMore(total: number, shown: number): Html | null {
  return total > shown ? html`<p class="more">and ${number(total - shown)} more</p>` : null
}
