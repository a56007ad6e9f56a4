import * as z from 'zod/mini'
import { isGoodStatus } from '#shared/http-status.ts'

/** Some URLs of a website that are requested every few minutes, between its crawls. */

export const MAX_CHECKED_URLS = 10
const MAX_URL_LENGTH = 2_000
const DAY_MINUTES = 1_440
const MAX_SLOW_MS = 60_000

const INTERVAL_INVALID = `The interval must be a whole number of minutes up to ${DAY_MINUTES}`
const SLOW_INVALID = `The response time must be a whole number of milliseconds up to ${MAX_SLOW_MS}`

export const lightCheckSettingsSchema = z.object({
  /** Of the host of the website; none: nothing is checked. */
  urls: z
    .array(z.string().check(z.trim(), z.minLength(1, 'Enter URLs'), z.maxLength(MAX_URL_LENGTH, 'A URL is too long')))
    .check(z.maxLength(MAX_CHECKED_URLS, `At most ${MAX_CHECKED_URLS} URLs are checked`)),
  minutes: z._default(
    z.int(INTERVAL_INVALID).check(z.minimum(1, INTERVAL_INVALID), z.maximum(DAY_MINUTES, INTERVAL_INVALID)),
    15,
  ),
  /** A response that takes longer, twice in a row, is slow; null: none is. */
  slowMs: z._default(
    z.nullable(z.int(SLOW_INVALID).check(z.minimum(1, SLOW_INVALID), z.maximum(MAX_SLOW_MS, SLOW_INVALID))),
    null,
  ),
})
export type LightCheckSettings = z.output<typeof lightCheckSettingsSchema>

export const lightResultSchema = z.object({
  url: z.string(),
  checkedAt: z.string(),
  /** After redirects; null without a response. */
  status: z.nullable(z.int()),
  /** Why there was no response; '' where there was one. */
  failure: z.string(),
  /** It responded as it should, in this check or an earlier one: what is said of the page below is of the last one that did. */
  wasUp: z.boolean(),
  /** Where redirects lead; the URL itself without any. */
  finalUrl: z.string(),
  title: z.string(),
  isNoindex: z.boolean(),
  responseMs: z.nullable(z.number()),
  /** Checks in a row that were slower than the limit. */
  slowChecks: z.int(),
  /** Until the certificate ends; null where there is none. */
  certificateDays: z.nullable(z.int()),
  /** SHA-256 of robots.txt; null for other URLs. */
  contentHash: z.nullable(z.string()),
})
export type LightResult = z.infer<typeof lightResultSchema>

/** It responds as a page or file that is there. */
export function isUp({ status }: Pick<LightResult, 'status'>): boolean {
  return isGoodStatus(status)
}
