import type { FetchResult } from '#fetch/fetch.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { HTTP_UNAUTHORIZED } from '#shared/http-status.ts'
import type { PageRecord } from '#shared/page-record.ts'

/**
 * What shows that a response was not that of a signed-in user, as a text that is the same for all such responses; null where nothing
 * does. It proves nothing by itself: a page may redirect for other reasons.
 */
export type SignInSign = string | null

const FORBIDDEN = 403

/** Of a page that was read; null where the page is as it should be. */
export function bodySign(body: Uint8Array, { signedInText }: Pick<Credentials, 'signedInText'>): SignInSign {
  if (signedInText !== '') return new TextDecoder().decode(body).includes(signedInText) ? null : LACKS_TEXT
  return PASSWORD_FIELD.test(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'))
    ? SHOWS_FORM
    : null
}

/** Linear in the length: one attempt for each "type". */
const PASSWORD_FIELD = /type\s{0,20}=\s{0,20}["']?password/i
const LACKS_TEXT = 'its pages lack the text that shows who is signed in'
const SHOWS_FORM = 'its pages show a login form'

/** Of a record; `notSignedIn` is the sign of its body. */
export function recordSign({ status, failure, hops, finalUrl, notSignedIn }: SignedRecord): SignInSign {
  if (failure !== null) return failureSign(failure)
  return responseSign({ status, hopCount: hops.length, finalUrl }) ?? notSignedIn ?? null
}

type SignedRecord = Pick<PageRecord, 'status' | 'failure' | 'hops' | 'finalUrl' | 'notSignedIn'>

/** Of a fetch with its body. */
export function fetchSign(fetched: FetchResult, credentials: Pick<Credentials, 'signedInText'>): SignInSign {
  if (fetched.kind === 'failure') return failureSign(fetched.reason)
  const { status, hops, url, body } = fetched
  return responseSign({ status, hopCount: hops.length, finalUrl: url }) ?? bodySign(body, credentials)
}

/** Of the start page, before the crawl. */
export function startSign(
  fetched: FetchResult,
  credentials: Pick<Credentials, 'signedInText' | 'origins'>,
): SignInSign {
  if (fetched.kind === 'failure') return failureSign(fetched.reason)
  const { status, hops, url, body } = fetched
  if (status === HTTP_UNAUTHORIZED || status === FORBIDDEN) return `the start page responds with ${status}`
  if (!credentials.origins.includes(new URL(url).origin))
    return `the start page redirects to ${new URL(url).origin}, which is not among the origins that they are sent to`
  const sign = bodySign(body, credentials)
  if (sign === null) return null
  if (hops.length > 0) return `the start page redirects to ${withoutQuery(url)}, and ${sign}`
  return sign === SHOWS_FORM ? `${sign}. If they always do, enter a text that they show to signed-in users alone` : sign
}

/** A login page that itself requires a login. Other failures show nothing. */
function failureSign(failure: FetchFailure): SignInSign {
  return failure === 'redirect-loop' || failure === 'too-many-redirects' ? 'it redirects in a loop' : null
}

function responseSign(response: { status: number | null; hopCount: number; finalUrl: string }): SignInSign {
  const { status, hopCount, finalUrl } = response
  if (status === HTTP_UNAUTHORIZED) return `it responds with ${HTTP_UNAUTHORIZED}`
  // Login pages have where to return to in their query.
  return hopCount > 0 && status !== null ? `it redirects to ${withoutQuery(finalUrl)}` : null
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
