import type { FetchResult } from '#fetch/fetch.ts'
import { isHtmlOrUndeclared, mediaTypeOf } from '#fetch/media-type.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { isSuccess } from '#shared/http-status.ts'

/** Beginnings by which a body without a type is taken for HTML (WHATWG MIME sniffing, section 7.1, abridged). */
const HTML_BEGINNINGS = ['<!doctype html', '<html', '<head', '<body', '<title', '<h1', '<div', '<!--']
const SNIFFED_BYTES = 512

/** HTML only by its type; a body without a type is sniffed. */
export function isHtmlResponse(mediaType: string, body: Uint8Array): boolean {
  if (mediaType !== '') return isHtmlOrUndeclared(mediaType)
  const start = new TextDecoder('latin1').decode(body.subarray(0, SNIFFED_BYTES)).trimStart().toLowerCase()
  return HTML_BEGINNINGS.some(beginning => start.startsWith(beginning))
}

type HttpResponse = Extract<FetchResult, { kind: 'response' }>

/** HTML that arrived incomplete, with the failure that it counts as until another attempt confirms it. */
export interface CutOffResponse {
  failure: FetchFailure
  detail: string
  /** What had arrived. */
  response: HttpResponse
}

/** A shorter body is the beginning of a head: nothing to follow or check. */
const LEAST_BYTES = 512
/** How far before the end of a document its closing tag may stand: comments may follow. */
const END_BYTES = 1_024
const END_TAG = /<\/html\s*>/i

/**
 * A page of status 2xx that arrived incomplete: the connection closed before the announced end, or the compressed data have none.
 * null for everything else, also for a document that ends with its closing tag.
 */
export function cutOffResponse(response: FetchResult): CutOffResponse | null {
  if (response.kind === 'response') {
    if (!response.isCutOff || !isPage(response) || END_TAG.test(endOf(response.body))) return null
    return { failure: 'undecodable', detail: 'The compressed page breaks off before its end.', response }
  }
  const { partial, reason, detail, timing, url, hops } = response
  if (reason !== 'reset' || !partial || !timing || !isPage({ ...partial, hops })) return null
  return {
    failure: reason,
    detail,
    response: { kind: 'response', url, hops, timing, ...partial, isTruncated: false, isCutOff: true },
  }
}

function isPage({ status, headers, body, hops }: Pick<HttpResponse, 'status' | 'headers' | 'body' | 'hops'>): boolean {
  if (!isSuccess(status) || hops.length > 0 || body.byteLength < LEAST_BYTES) return false
  return isHtmlResponse(mediaTypeOf(headers), body)
}

function endOf(body: Uint8Array): string {
  return new TextDecoder('latin1').decode(body.subarray(-END_BYTES))
}
