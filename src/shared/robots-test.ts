import { parseHttpUrl } from './url.ts'

/** What robots.txt says of one URL to one user agent. */
export interface RobotsTest {
  url: string
  isAllowed: boolean
  /** 1-based line of the deciding rule; null where none matches, or the file could not be read. */
  line: number | null
  /** The deciding line as written, cut; '' where there is none. */
  rule: string
}

/** Product token of crawls, which groups of robots.txt are matched against. */
export const PRODUCT_TOKEN = 'sitesounder'
/** The user agent that is tested where none is named. */
export const ROBOTS_AGENT_DEFAULT = 'Googlebot'
export const MAX_ROBOTS_AGENT = 200
/** URLs of one test. */
export const MAX_ROBOTS_URLS = 1_000
/** Characters of a robots.txt that is typed. */
export const MAX_TYPED_ROBOTS = 200_000

/** The user agents that a form offers. */
export const offeredAgents: readonly string[] = [
  ROBOTS_AGENT_DEFAULT,
  'Googlebot-Image',
  'Bingbot',
  'Applebot',
  'DuckDuckBot',
  'YandexBot',
  'OAI-SearchBot',
  'GPTBot',
  'ClaudeBot',
  'PerplexityBot',
  'Google-Extended',
  'CCBot',
  'Sitesounder',
]

export type UrlsOfOrigin = { ok: true; urls: string[] } | { ok: false; message: string }

/** Lines with paths or URLs of one origin, normalised, each once; blank lines and those that begin with `#` are omitted. */
export function urlsOfOrigin(lines: readonly string[], origin: string): UrlsOfOrigin {
  const urls = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const url = text.startsWith('/') || /^https?:\/\//i.test(text) ? parseHttpUrl(text, origin) : null
    if (url === null) return { ok: false, message: `Line ${index + 1} is neither a path nor a URL` }
    if (url.origin !== origin) return { ok: false, message: `Line ${index + 1} is not a URL of ${origin}` }
    url.hash = ''
    urls.add(url.href)
    if (urls.size > MAX_ROBOTS_URLS) return { ok: false, message: `At most ${MAX_ROBOTS_URLS} URLs are tested at once` }
  }
  return { ok: true, urls: [...urls] }
}
