import { parseHttpUrl } from '#shared/url.ts'
import { xmlText } from '../xml-text.ts'

/** Bounds of the schema of sitemaps.org; the longer one is also the protocol's. */
const MIN_LENGTH = 12
const MAX_LENGTH = 2_048

/** What the URL parser lets stand in a path or query and RFC 3986 does not, such as `|` and `[`. */
const NOT_IN_URI = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/g
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/

/**
 * A URL as a sitemap may hold it: a URI by RFC 3986, escaped for XML. null for one that cannot be written so: too long, too
 * short, or with a percent sign that begins no triplet, for which servers disagree about what a corrected one would mean.
 */
export function sitemapLoc(text: string): string | null {
  const url = parseHttpUrl(text)
  if (!url) return null
  const uri = url.origin + (url.pathname + url.search).replace(NOT_IN_URI, encodeURIComponent)
  if (uri.length < MIN_LENGTH || uri.length > MAX_LENGTH || STRAY_PERCENT.test(uri)) return null
  return xmlText(uri)
}
