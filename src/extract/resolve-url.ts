import type { AddressOf } from '#shared/dropped-parameters.ts'
import { MAX_URL_LENGTH } from '#shared/limits.ts'
import { normalizeUrl } from '#shared/url.ts'
import { cutText } from './cut-text.ts'
import { createPlainResolver, type WebUrl } from './plain-url.ts'

export type ResolvedUrl =
  | WebUrl
  /** mailto, tel, javascript, data …: nothing to ask for. */
  | { kind: 'other-scheme' }
  | { kind: 'unparsable' }
  | { kind: 'too-long' }

const DATA_URL = /^[\x00-\x20]*data:/i

/**
 * Resolves what the page writes against its base, by the URL standard; remembers what takes long, since pages repeat their links.
 * `addressOf` says how the crawl asks for an address.
 */
export function createUrlResolver(baseUrl: string, addressOf: AddressOf = asWritten): (raw: string) => ResolvedUrl {
  const plain = createPlainResolver(baseUrl)
  const known = new Map<string, ResolvedUrl>()
  return raw => {
    const target = plain(raw)
    if (target !== null) {
      target.url = addressOf(target.url)
      return target
    }
    // Images as data: URLs are long and many; they need no parsing.
    if (DATA_URL.test(raw)) return OTHER_SCHEME
    const before = known.get(raw)
    if (before) return before
    const resolved = resolveUrl(raw, baseUrl)
    if (resolved.kind === 'web') resolved.url = addressOf(resolved.url)
    known.set(raw, resolved)
    return resolved
  }
}

const asWritten: AddressOf = url => url

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

/** The parser's own form is the canonical one already; the setters that normalizeUrl() needs cost more than the parsing. */
function isNormal(url: URL): boolean {
  return !url.href.includes('%') && !url.href.includes('@') && !url.hostname.endsWith('.')
}

function withoutFragment(href: string): string {
  const start = href.indexOf('#')
  return start === -1 ? href : href.slice(0, start)
}

function fragmentOf(hash: string): string | null {
  if (hash.length < 2) return null
  const raw = hash.slice(1)
  try {
    return cutText(decodeURIComponent(raw))
  } catch {
    return cutText(raw)
  }
}
