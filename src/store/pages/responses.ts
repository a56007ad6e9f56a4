import type { FetchSummary } from '#shared/facts.ts'
import type { Attempt, Hop } from '#shared/model.ts'
import type { Answer, SqlValue } from '../database/schema.ts'

/** What came of asking a URL, as columns of `url`. */
export const UPDATE_ANSWER = `update url set answer = ?, status = ?, final_status = ?, failure = ?, failure_detail = ?,
  hops = ?, final_url = ?, media_type = ?, bytes = ?, ttfb_ms = ?, total_ms = ?, attempts = ?, is_challenge = ?
  where crawl_id = ? and id = ?`

export function answerValues(fetched: FetchSummary, key: { crawlId: number; urlId: number }): SqlValue[] {
  return [
    answerOf(fetched),
    ownStatus(fetched),
    fetched.status,
    fetched.failure,
    fetched.failureDetail === '' ? null : fetched.failureDetail,
    packList(fetched.hops),
    fetched.finalUrl === fetched.url ? null : fetched.finalUrl,
    fetched.mediaType,
    fetched.bytes,
    fetched.ttfbMs,
    fetched.totalMs,
    packList(fetched.attempts),
    fetched.isBotChallenge ? 1 : 0,
    key.crawlId,
    key.urlId,
  ]
}

/** Status of the URL itself: a redirecting one answered 3xx, whatever the address that it led to said. */
export function ownStatus(fetched: FetchSummary): number | null {
  return fetched.hops[0]?.status ?? fetched.status
}

/** Whether it led, by itself or by redirects, to something that is there. */
export function isGoodResponse({ status, failure }: FetchSummary): boolean {
  return failure === null && status !== null && status >= 200 && status < 400
}

function answerOf(fetched: FetchSummary): Answer {
  if (fetched.hops.length > 0) return 'redirected'
  return fetched.failure === null ? 'answered' : 'failed'
}

/** Class of a status as lists filter by it: '2xx' to '5xx', 'none' without an answer that HTTP knows. */
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
