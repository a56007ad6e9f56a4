import { hasGooglebotDirective, robotsHeaderDirectives } from '#extract/robots-directives.ts'
import type { Attempt } from '#shared/model.ts'
import type { FileHeaders } from '#shared/page-record.ts'

const MAX_VALUE = 200

/** What checks need of the headers of a file. */
export function fileHeadersOf(
  headers: readonly (readonly [name: string, value: string])[],
  attempts: readonly Attempt[],
): FileHeaders {
  const valuesOf = (name: string) => headers.filter(each => each[0] === name).map(each => each[1])
  const has = (...names: string[]) => headers.some(([name]) => names.includes(name))
  const joined = (name: string) => valuesOf(name).join(', ').trim().slice(0, MAX_VALUE).toWellFormed()
  const [cacheControl, contentEncoding] = [joined('cache-control'), joined('content-encoding').toLowerCase()]
  const isNoindex = hasGooglebotDirective(robotsHeaderDirectives(valuesOf('x-robots-tag')), 'noindex')
  return {
    ...(cacheControl !== '' && { cacheControl }),
    ...(has('expires') && { hasExpires: true as const }),
    ...(has('etag', 'last-modified') && { hasValidator: true as const }),
    ...(contentEncoding !== '' && { contentEncoding }),
    ...(isNoindex && { noindex: joined('x-robots-tag') }),
    ...(attempts.at(-1)?.method === 'HEAD' && { isOfHead: true as const }),
  }
}
