import type { FetchResult } from '#fetch/fetch.ts'
import { LARGE_BODY_BYTES } from '#fetch/large-body-lanes.ts'
import { HTTP_NOT_MODIFIED } from '#shared/http-status.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { readStoredBody, readStoredResponse, type StoredResponse } from './stored-page.ts'

/**
 * Pages that the website's crawl before has stored: requested on the condition that they changed (RFC 9110 §13), and read from what is
 * stored where the server responds that they did not.
 */

type Response = Extract<FetchResult, { kind: 'response' }>
type Headers = StoredResponse['headers']
type Body = Pick<Response, 'body' | 'coded'>

export interface EarlierPage {
  page: StoredPage
  response: StoredResponse
  /** Decoded where it is needed. */
  body: () => Body
  /** Request headers: If-None-Match, else If-Modified-Since, which names a time to the second only. */
  conditions: [string, string][]
}

/** null: it has no validator, or it was incomplete or large, so that it is requested without a condition. */
export function earlierPageOf(page: StoredPage): EarlierPage | null {
  const response = readStoredResponse(page)
  if (response === null || response.isTruncated || response.isCutOff) return null
  const etag = headerOf(response.headers, 'etag')
  const modified = headerOf(response.headers, 'last-modified')
  const condition: [string, string] | null =
    etag !== undefined ? ['if-none-match', etag] : modified === undefined ? null : ['if-modified-since', modified]
  if (condition === null) return null
  const decode = () => readStoredBody(page, { codings: response.codings, maxBytes: LARGE_BODY_BYTES })
  // Results are kept of pages that are not large.
  const decoded = page.result === null ? decode() : undefined
  if (decoded === null) return null
  const body = () => {
    const found = decoded ?? decode()
    if (found === null) throw new Error('a stored body cannot be decoded')
    return found
  }
  return { page, response, body, conditions: [condition] }
}

/**
 * The head of the response that the server would have sent in full; null where it sent another one. Header fields of a 304 replace those
 * that are stored (RFC 9111 §3.2); its time is that of the request.
 */
export function unchangedHead(
  { response }: EarlierPage,
  fetched: FetchResult,
): Omit<Response, 'body' | 'coded'> | null {
  if (fetched.kind !== 'response' || fetched.status !== HTTP_NOT_MODIFIED || fetched.hops.length > 0) return null
  const { status, headers, transferBytes } = response
  const { body: _, coded: _coded, ...head } = fetched
  const renewed = fetched.headers.filter(([name]) => !ofTheBody.has(name))
  const names = new Set(renewed.map(([name]) => name))
  return {
    ...head,
    status,
    headers: [
      ...headers.filter(([name]) => !names.has(name)).map(([name, value]): [string, string] => [name, value]),
      ...renewed,
    ],
    transferBytes,
    isTruncated: false,
  }
}

/** They describe the message that carries the body, and a 304 has none. */
const ofTheBody: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'content-type',
  'transfer-encoding',
])

/** Whether the server says of another body that it is the same: it cannot be trusted with conditions. */
export function hidesChange({ response, body }: EarlierPage, fetched: FetchResult): boolean {
  if (fetched.kind !== 'response' || fetched.status !== response.status || fetched.hops.length > 0) return false
  const isSame = (name: string) => headerOf(response.headers, name) === headerOf(fetched.headers, name)
  return isSame('etag') && isSame('last-modified') && !Buffer.from(body().body).equals(fetched.body)
}

function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each === name)?.[1]
}
