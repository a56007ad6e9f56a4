import type { UrlOf } from '#shared/dropped-parameters.ts'
import { MAX_TEXT, MAX_URL_LENGTH } from '#shared/limits.ts'
import { normalizeUrl, percentDecoded } from '#shared/url.ts'
import { cutText } from './cut-text.ts'

export type ResolvedUrl =
  | WebUrl
  /** mailto, tel, javascript, data …: not requested. */
  | { kind: 'other-scheme' }
  | { kind: 'unparsable' }
  | { kind: 'too-long' }

const DATA_URL = /^[\x00-\x20]*data:/i

/**
 * Resolves URLs of the page against its base, by the URL standard, and caches what takes long, since pages repeat their links.
 * `urlOf` maps a URL to the one that the crawl requests.
 */
export function createUrlResolver(baseUrl: string, urlOf: UrlOf = asWritten): (raw: string) => ResolvedUrl {
  const plain = createPlainResolver(baseUrl)
  const known = new Map<string, ResolvedUrl>()
  return raw => {
    const target = plain(raw)
    if (target !== null) {
      target.url = urlOf(target.url)
      return target
    }
    // Images as data: URLs are long and many; they need no parsing.
    if (DATA_URL.test(raw)) return OTHER_SCHEME
    const before = known.get(raw)
    if (before) return before
    const resolved = resolveUrl(raw, baseUrl)
    if (resolved.kind === 'web') resolved.url = urlOf(resolved.url)
    known.set(raw, resolved)
    return resolved
  }
}

const asWritten: UrlOf = url => url

const OTHER_SCHEME: ResolvedUrl = { kind: 'other-scheme' }

function resolveUrl(raw: string, baseUrl: string): ResolvedUrl {
  const parsed = URL.parse(raw, baseUrl)
  if (!parsed) return { kind: 'unparsable' }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return OTHER_SCHEME
  if (parsed.href.length > 2 * MAX_URL_LENGTH) return { kind: 'too-long' }
  const url = isNormal(parsed) ? withoutFragment(parsed.href) : normalizeUrl(parsed.href)
  if (url === null || url.length > MAX_URL_LENGTH) return { kind: 'too-long' }
  return { kind: 'web', url, fragment: fragmentOf(parsed.hash) }
}

/** Whether the parser's form is already normalised; the setters that normalizeUrl() needs cost more than parsing. */
function isNormal(url: URL): boolean {
  return !url.href.includes('%') && !url.href.includes('@') && !url.hostname.endsWith('.')
}

function withoutFragment(href: string): string {
  const start = href.indexOf('#')
  return start === -1 ? href : href.slice(0, start)
}

function fragmentOf(hash: string): string | null {
  if (hash.length < 2) return null
  return cutText(percentDecoded(hash.slice(1)))
}

/** A normalised http(s) URL. */
interface WebUrl {
  kind: 'web'
  /** Without fragment. */
  url: string
  fragment: string | null
}

interface Base {
  origin: string
  /** The URL without fragment; null when it is not normalised. */
  page: string | null
  /** The URL up to the last slash of the path; null when it is not normalised. */
  directory: string | null
}

const SLASH = 0x2f
const DOT = 0x2e
const QUESTION_MARK = 0x3f
const HASH = 0x23

/** Characters that stay as they are in path, query and fragment. Dots and slashes are checked further. */
const plainCharacters = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/?#!$&()*+,;=:@')
  plainCharacters[character.charCodeAt(0)] = 1

/** A normalised host: a name in lower case, neither a number nor punycode. */
const PLAIN_ORIGIN = /https?:\/\/(?:[a-z0-9]+[.-])*[a-z][a-z0-9]*(?=\/)/y

/**
 * Resolves references that need no normalisation: plain characters, no dot segments but leading `../`. Returns null for any other. Nearly
 * all links are plain, and this takes a fifth of the time of the URL parser.
 */
export function createPlainResolver(baseUrl: string): (raw: string) => WebUrl | null {
  const base = plainBase(baseUrl)
  return raw => (base === null || raw.length > MAX_TEXT ? null : resolvePlain(base, raw))
}

function plainBase(baseUrl: string): Base | null {
  const base = baseUrl.length > MAX_TEXT ? null : URL.parse(baseUrl)
  if (!base || (base.protocol !== 'http:' && base.protocol !== 'https:') || base.hostname.endsWith('.')) return null
  const { origin, pathname, search } = base
  const withOrigin = (rest: string) => (rest.includes('%') ? null : origin + rest)
  return {
    origin,
    page: withOrigin(pathname + search),
    directory: withOrigin(pathname.slice(0, pathname.lastIndexOf('/') + 1)),
  }
}

function resolvePlain({ origin, page, directory }: Base, raw: string): WebUrl | null {
  const code = raw.charCodeAt(0)
  if (code === SLASH) return behind(origin, raw, 0)
  if (code === HASH) return page === null ? null : behind(page, raw, 0)
  if (raw.startsWith('http')) {
    const isSameOrigin = raw.startsWith(origin)
    PLAIN_ORIGIN.lastIndex = 0
    if (!isSameOrigin && !PLAIN_ORIGIN.test(raw)) return null
    const pathStart = isSameOrigin ? origin.length : PLAIN_ORIGIN.lastIndex
    return raw.charCodeAt(pathStart) === SLASH ? behind('', raw, pathStart) : null
  }
  // With a colon it may have a scheme.
  return directory === null || raw.includes(':') ? null : relative(directory, origin.length, raw)
}

function relative(directory: string, rootAt: number, raw: string): WebUrl | null {
  let above = directory
  let at = 0
  for (; raw.startsWith('../', at); at += 3) {
    const parentEnd = above.lastIndexOf('/', above.length - 2)
    if (parentEnd >= rootAt) above = above.slice(0, parentEnd + 1)
  }
  const code = raw.charCodeAt(at)
  if (code === SLASH || (at === 0 && (raw === '' || code === QUESTION_MARK || code === HASH))) return null
  return behind(above, raw, at)
}

/** Joins `before` and `raw` from `start`, which is at or after a slash; with an empty `before`, all of `raw`. */
function behind(before: string, raw: string, start: number): WebUrl | null {
  const end = endOfPlain(raw, start)
  if (end === -1) return null
  const hasFragment = end < raw.length
  const from = before === '' ? 0 : start
  const written = from === 0 && !hasFragment ? raw : raw.slice(from, end)
  return { kind: 'web', url: before + written, fragment: end + 1 < raw.length ? raw.slice(end + 1) : null }
}

/** Offset of the fragment, or of the end; -1 when the URL parser would change the text. */
function endOfPlain(raw: string, start: number): number {
  let isPath = true
  let end = raw.length
  let before = SLASH
  for (let at = start; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code >= 128 || plainCharacters[code] === 0) return -1
    if (code === HASH) {
      if (end < raw.length) return -1
      end = at
      isPath = false
    } else if (code === QUESTION_MARK) isPath = false
    else if (isPath && before === SLASH && (code === DOT || (code === SLASH && at > start))) return -1
    before = code
  }
  return end
}
