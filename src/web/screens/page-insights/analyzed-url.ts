import { URL_INVALID } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'

export const ADDRESS_REQUIRED = 'Please enter a URL to analyze'

type AnalyzedAddress = { ok: true; url: string } | { ok: false; message: string }

const SCHEME = /^https?:\/\//i
/** A host before the first slash: no user, no white space. */
const HOST_FIRST = /^[^\s/@]+(?:\/|$)/

/**
 * What a person typed, as the address of a page. Beside whole addresses, those without a scheme, such as `example.com/about`, and
 * paths, such as `/about`, are taken: they are of the crawled site.
 */
export function analyzedAddress(typed: string, siteUrl: string | undefined): AnalyzedAddress {
  const text = typed.trim()
  if (text === '') return { ok: false, message: ADDRESS_REQUIRED }
  const site = URL.parse(siteUrl ?? '')
  const url = normalizeUrl(wholeAddress(text, site))
  return url !== null && isPlausible(url) ? { ok: true, url } : { ok: false, message: URL_INVALID }
}

function wholeAddress(text: string, site: URL | null): string {
  if (SCHEME.test(text)) return text
  if (text.startsWith('/') && !text.startsWith('//')) return site ? site.origin + text : ''
  return HOST_FIRST.test(text) ? `${site?.protocol ?? 'https:'}//${text}` : ''
}

/** A bare word parses as a host, and is none that anybody means. */
function isPlausible(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host.includes('.') || host.startsWith('[')
}
