import { normalizeUrl } from './url.ts'

/** What a person typed, as an address that can be crawled. */
export type CrawlAddress = { ok: true; url: string; isHttpsAssumed: boolean } | { ok: false; message: string }

export const URL_REQUIRED = 'URL is required'
export const URL_INVALID = 'Please enter a valid URL'

const SCHEME = /^https?:\/\//i
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i
/** `host`, optionally with a port: a name with a dot, localhost, or an address. A bare word is no web address. */
const PLAUSIBLE_HOST = /^(?:localhost|\[[0-9a-f:.]+\]|[^.\s]+(?:\.[^.\s]+)+)$/i

/** Specification, section 5: https:// is put before an address without a scheme; it must then parse. */
export function parseCrawlAddress(input: string): CrawlAddress {
  const text = input.trim()
  if (text === '') return { ok: false, message: URL_REQUIRED }
  const isHttpsAssumed = !SCHEME.test(text)
  if (isHttpsAssumed && OTHER_SCHEME.test(text)) return { ok: false, message: URL_INVALID }
  const url = /\s/.test(text) ? null : normalizeUrl(isHttpsAssumed ? `https://${text}` : text)
  if (url === null || !PLAUSIBLE_HOST.test(new URL(url).hostname)) return { ok: false, message: URL_INVALID }
  return { ok: true, url, isHttpsAssumed }
}
