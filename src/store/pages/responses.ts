import { isGoodStatus } from '#shared/http-status.ts'
import type { Attempt, Hop } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { SqlValue } from '../database/database.ts'
import type { ResponseKind, UrlTable } from '../database/schema.ts'

/** The response to a URL, as columns of `url`. */
export const responseColumns = [
  'response_kind',
  'status',
  'final_status',
  'failure',
  'failure_detail',
  'hops',
  'final_url',
  'media_type',
  'bytes',
  'ttfb_ms',
  'total_ms',
  'attempts',
  'is_challenge',
  'file_headers',
] as const satisfies (keyof UrlTable)[]

/** Values of these columns. */
export function responseValues(record: PageRecord): SqlValue[] {
  return [
    responseKind(record),
    ownStatus(record),
    record.status,
    record.failure,
    record.failureDetail === '' ? null : record.failureDetail,
    packList(record.hops),
    record.finalUrl === record.url ? null : record.finalUrl,
    record.mediaType,
    record.bytes,
    record.ttfbMs,
    record.totalMs,
    packList(record.attempts),
    record.isBotChallenge ? 1 : 0,
    record.fileHeaders === null ? null : JSON.stringify(record.fileHeaders),
  ]
}

/** Status of the URL itself: 3xx for a redirect. */
export function ownStatus({ hops, status }: Pick<PageRecord, 'hops' | 'status'>): number | null {
  return hops[0]?.status ?? status
}

/** Whether the final response has a status of 2xx or 3xx. */
export function isGoodResponse({ status, failure }: PageRecord): boolean {
  return failure === null && isGoodStatus(status)
}

/** Whether nothing checked the content of the HTML page. */
export function isUncheckedPage({ facts, isBotChallenge }: Pick<PageRecord, 'facts' | 'isBotChallenge'>): boolean {
  return isBotChallenge || facts?.columns.isEligible === false
}

function responseKind(record: PageRecord): ResponseKind {
  if (record.hops.length > 0) return 'redirected'
  return record.failure === null ? 'responded' : 'failed'
}

/** Status class as lists filter by it: '2xx' to '5xx', 'none' without a valid HTTP status. */
export function statusClass(status: number | null): string {
  return status !== null && status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'none'
}

export function unpackHops(json: string | null): Hop[] {
  return json === null ? [] : JSON.parse(json)
}

export function unpackAttempts(json: string | null): Attempt[] {
  return json === null ? [] : JSON.parse(json)
}

/** Most URLs have neither hops nor several attempts: null takes no room. */
function packList(list: readonly Hop[] | readonly Attempt[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}
