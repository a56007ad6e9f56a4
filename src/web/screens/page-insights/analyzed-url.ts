import { URL_INVALID } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'

export const ANALYZED_URL_REQUIRED = 'Please enter a URL to analyze'

type AnalyzedUrl = { ok: true; url: string } | { ok: false; message: string }

const SCHEME = /^https?:\/\//i
/** A host before the first slash: no user, no white space. */
const HOST_FIRST = /^[^\s/@]+(?:\/|$)/

/** The URL of a page, as typed: absolute, without a scheme such as `example.com/about`, or a path of the crawled site. */
export function analyzedUrl(typed: string, siteUrl: string | undefined): AnalyzedUrl {
  const text = typed.trim()
  if (text === '') return { ok: false, message: ANALYZED_URL_REQUIRED }
  const site = URL.parse(siteUrl ?? '')
  const url = normalizeUrl(absoluteUrl(text, site))
  return url !== null && isPlausible(url) ? { ok: true, url } : { ok: false, message: URL_INVALID }
}

function absoluteUrl(text: string, site: URL | null): string {
  if (SCHEME.test(text)) return text
  if (text.startsWith('/') && !text.startsWith('//')) return site ? site.origin + text : ''
  return HOST_FIRST.test(text) ? `${site?.protocol ?? 'https:'}//${text}` : ''
}

/** A bare word parses as a host, but is not meant as one. */
function isPlausible(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host.includes('.') || host.startsWith('[')
}
