import type { SkipReason } from './model.ts'
import { parseStartUrl } from './start-url.ts'

/** What a crawl would do with a URL: read it as a page, request its status where a page links to it, or leave it. */
export const previewResults = ['visited', 'status-only', 'not-requested'] as const
export type PreviewResult = (typeof previewResults)[number]

export const previewLabels: Record<PreviewResult, string> = {
  visited: 'Crawled',
  'status-only': 'Status only',
  'not-requested': 'Not requested',
}

export interface PreviewedUrl {
  url: string
  /** Without the parameters that the crawl drops. */
  requestedUrl: string
  result: PreviewResult
  /** null for one that is visited. */
  reason: SkipReason | null
  /** What decides: a rule, a line of robots.txt, a folder or a depth; '' where that is clear. */
  rule: string
  /** Crawl depth in the last crawl; null where it is not known. */
  depth: number | null
}

export const MAX_PREVIEWED_URLS = 1_000

/** What no preview knows. */
export const PREVIEW_LIMITS =
  'Whether a URL falls within the page limit, where it redirects and what it responds with is known only once it is crawled.'

export type UrlsToPreview = { ok: true; urls: string[] } | { ok: false; message: string }

/** Lines with paths or URLs, of any host, normalised, each once; blank lines and those that begin with `#` are omitted. */
export function urlsToPreview(lines: readonly string[], startUrl: string): UrlsToPreview {
  const urls = new Set<string>()
  const { origin, protocol } = new URL(startUrl)
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const parsed = parseStartUrl(text.startsWith('/') ? origin + text : text)
    if (!parsed.ok) return { ok: false, message: `Line ${index + 1} is no URL` }
    urls.add(parsed.isHttpsAssumed ? protocol + parsed.url.slice('https:'.length) : parsed.url)
    if (urls.size > MAX_PREVIEWED_URLS)
      return { ok: false, message: `At most ${MAX_PREVIEWED_URLS} URLs are previewed at once` }
  }
  return { ok: true, urls: [...urls] }
}
