import type { ResponseFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { ExtractInput } from './page.ts'

/** Headers of which facts, and so checks, know. */
const KEPT_HEADERS = new Set(
  (
    'content-type content-encoding content-language content-length content-disposition content-security-policy ' +
    'content-security-policy-report-only content-signal cross-origin-opener-policy strict-transport-security ' +
    'x-content-type-options x-frame-options referrer-policy permissions-policy set-cookie cache-control expires etag ' +
    'last-modified age vary date server x-powered-by x-generator via alt-svc link x-robots-tag refresh location retry-after ' +
    'cf-mitigated x-vercel-mitigated x-amzn-waf-action www-authenticate'
  ).split(' '),
)

/** Facts of the response, with the stored headers, cut. */
export function responseFacts(input: ExtractInput): ResponseFacts {
  return {
    status: input.status,
    httpVersion: input.httpVersion,
    headers: headersOfFacts(input).map(([name, value]): [string, string] => [name, cutText(value)]),
    mediaType: mediaTypeOf(headerValues(input, 'content-type')[0] ?? ''),
    transferBytes: input.transferBytes,
    bodyBytes: input.body.byteLength,
    isTruncated: input.isTruncated,
    ...(input.isCutOff && { isCutOff: true as const }),
    contentEncoding: cutText(headerValues(input, 'content-encoding').join(', ').trim().toLowerCase()),
    ttfbMs: input.ttfbMs,
    totalMs: input.totalMs,
    attempts: input.attempts,
  }
}

/** Those on which facts depend, with names in lower case. */
export function headersOfFacts({ headers }: Pick<ExtractInput, 'headers'>): [string, string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => KEPT_HEADERS.has(name))
    .slice(0, MAX_FINDINGS_PER_LIST)
}

/** All values of a header, as sent. `name` in lower case. */
export function headerValues({ headers }: Pick<ExtractInput, 'headers'>, name: string): string[] {
  return headers.filter(each => each[0].toLowerCase() === name).map(each => each[1])
}

function mediaTypeOf(contentType: string): string {
  return cutText((contentType.split(';', 1)[0] ?? '').trim().toLowerCase(), MAX_MEDIA_TYPE)
}

const MAX_MEDIA_TYPE = 200
