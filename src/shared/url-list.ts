import { siteMatcher } from './site-hosts.ts'
import { parseStartUrl } from './start-url.ts'

export type UrlList = { ok: true; urls: string[] } | { ok: false; message: string }

export interface UrlListOf {
  siteUrl: string
  subdomains: readonly string[]
  max: number
}

/** Of a URL in a message. */
const MAX_SHOWN = 100

/**
 * The URLs of a list, one a line, normalised, each once, in the order of the lines; blank lines and those that begin with
 * `#` are omitted. All must lie on the site of `siteUrl`, which is normalised: its host with or without `www.`, port included, or a
 * chosen subdomain.
 * One without a scheme is taken for one of the site's scheme. The message is for a person and names the line.
 */
export function parseUrlList(lines: readonly string[], list: UrlListOf): UrlList {
  const { siteUrl, subdomains, max } = list
  const site = new URL(siteUrl)
  const isOnSite = siteMatcher(siteUrl, subdomains)
  const urls = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const parsed = parseStartUrl(text)
    if (!parsed.ok) return { ok: false, message: `Line ${index + 1} is no URL: ${shown(text)}` }
    const url = parsed.isHttpsAssumed ? site.protocol + parsed.url.slice('https:'.length) : parsed.url
    if (!isOnSite(url))
      return {
        ok: false,
        message: `Line ${index + 1} is a URL of another site than ${site.host}: ${shown(text)}`,
      }
    urls.add(url)
    if (urls.size > max) return { ok: false, message: tooMany(max) }
  }
  return urls.size === 0 ? { ok: false, message: 'The list has no URL' } : { ok: true, urls: [...urls] }
}

function tooMany(max: number): string {
  return `The list has more URLs than the crawl limit of ${max} ${max === 1 ? 'page' : 'pages'} allows`
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
