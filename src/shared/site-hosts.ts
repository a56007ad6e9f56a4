import { parseTypedList, type TypedList } from './typed-list.ts'
import { hostWithoutWww } from './url.ts'

/**
 * Which hosts make up the site of a crawl: that of its start page with or without `www.`, and the subdomains that were chosen. Those are
 * host names without a port, `shop.example.com`, or `*.example.com` for that name and all below it; their port is that of the site.
 */
export const MAX_SUBDOMAINS = 100
/** Characters of one name (RFC 1035 §2.3.4). */
const MAX_NAME = 253

/** Of a list as typed: all subdomains of the registrable domain. */
export const ALL_SUBDOMAINS = '*'

/** Names as typed, each once: `*`, or a subdomain with or without its domain. */
export function parseSubdomains(typed: readonly string[]): TypedList {
  return parseTypedList(typed, {
    maxCount: MAX_SUBDOMAINS,
    maxLength: MAX_NAME,
    isValid: text => text === ALL_SUBDOMAINS || NAME.test(text),
    problems: {
      tooMany: `must be at most ${MAX_SUBDOMAINS}`,
      tooLong: `must have at most ${MAX_NAME} characters each`,
      invalid: text => `must be names such as shop or shop.example.com, or * for all: “${text}” is none`,
    },
  })
}

const NAME = /^(?:\*\.)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u

/** Whether a host, in the form of `hostWithoutWww`, belongs to the site with the host `siteHost` of the same form. */
export type HostMatcher = (host: string | null) => boolean

export function hostMatcher(siteHost: string, subdomains: readonly string[] = []): HostMatcher {
  if (subdomains.length === 0) return host => host === siteHost
  const port = PORT.exec(siteHost)?.[0] ?? ''
  const hosts = new Set<string | null>([siteHost])
  const ends: string[] = []
  for (const name of subdomains) {
    hosts.add(name.replace(/^\*\./, '').replace(/^www\./, '') + port)
    if (name.startsWith('*.')) ends.push(name.slice(1) + port)
  }
  return host => hosts.has(host) || (host !== null && ends.some(end => host.endsWith(end)))
}

/** The hosts of a site as one list, for what is known of one of its pages. */
export function siteHosts(siteHost: string, subdomains: readonly string[]): string[] {
  return [siteHost.replace(PORT, ''), ...subdomains]
}

const PORT = /:\d+$/

/** The same for URLs: whether one lies on the site of `siteUrl`. */
export function siteMatcher(siteUrl: string, subdomains?: readonly string[]): (url: string) => boolean {
  const isOwn = hostMatcher(hostWithoutWww(new URL(siteUrl)), subdomains)
  return url => {
    const parsed = URL.parse(url)
    return parsed !== null && isOwn(hostWithoutWww(parsed))
  }
}
