import { MAX_URL_LENGTH } from './limits.ts'
import { normalizeUrl } from './url.ts'

/** What a person typed, as a URL that can be crawled. */
export type StartUrl = { ok: true; url: string; isHttpsAssumed: boolean } | { ok: false; message: string }

export const URL_REQUIRED = 'URL is required'
export const URL_INVALID = 'Please enter a valid URL'

const SCHEME = /^https?:\/\//i
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i
/** `host`, optionally with a port: a name with a dot, localhost, or an IP address. A bare word is no URL. */
const PLAUSIBLE_HOST = /^(?:localhost|\[[0-9a-f:.]+\]|[^.\s]+(?:\.[^.\s]+)+)$/i

const BARE_NUMBER = /^(?:0x[0-9a-f]*|\d+)(?::\d*)?$/i
/** Host and port as typed, up to the first character that ends them (URL standard, "authority state"). */
const AUTHORITY = /^[^/?#\\]*/

/** In characters of a host name as it is sent (RFC 1035 §2.3.4). */
const MAX_LABEL_LENGTH = 63
const MAX_HOST_LENGTH = 253

/** Specification, section 5: https:// is put before a URL without a scheme; it must then parse. */
export function parseStartUrl(input: string): StartUrl {
  const text = input.trim()
  if (text === '') return { ok: false, message: URL_REQUIRED }
  const isHttpsAssumed = !SCHEME.test(text)
  if (text.length > MAX_URL_LENGTH || /\s/.test(text)) return { ok: false, message: URL_INVALID }
  if (isHttpsAssumed && !looksLikeHost(text)) return { ok: false, message: URL_INVALID }
  const url = normalizeUrl(isHttpsAssumed ? `https://${text}` : text)
  if (url === null || !isPossibleHost(new URL(url).hostname)) return { ok: false, message: URL_INVALID }
  return { ok: true, url, isHttpsAssumed }
}

/** A page of a website, or elsewhere: a URL as `parseStartUrl()` reads it, or a path of the website. */
export function parsePageUrl(input: string, siteUrl: string): StartUrl {
  const text = input.trim()
  const isPath = text.startsWith('/') && !text.startsWith('//')
  return parseStartUrl((isPath ? normalizeUrl(text, siteUrl) : null) ?? text)
}

/**
 * Whether a URL without a scheme begins with a host: an e-mail address, a path, another scheme or a bare number does
 * not, though the parser would make a URL of each of them.
 */
function looksLikeHost(text: string): boolean {
  const authority = AUTHORITY.exec(text)?.[0] ?? ''
  if (authority === '' || authority.includes('@') || OTHER_SCHEME.test(text)) return false
  return !BARE_NUMBER.test(authority)
}

/** Whether the host has the form of one that can exist: the URL standard allows longer names than DNS does. */
function isPossibleHost(host: string): boolean {
  if (!PLAUSIBLE_HOST.test(host) || host.length > MAX_HOST_LENGTH) return false
  return host.split('.').every(label => label.length <= MAX_LABEL_LENGTH)
}
