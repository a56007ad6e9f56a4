import type { HostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww, normalizeUrl, parseHttpUrl } from '#shared/url.ts'

/** The URL of a request as the crawl writes URLs; null for what is none, `foreign` for another host. */
export function requestedUrl(
  { target, host, scheme }: { target: string; host: string; scheme: string },
  site: { origin: string; isOwnHost: HostMatcher },
): string | 'foreign' | null {
  const base = originOf(host, scheme, site.origin)
  const isWhole = target[0] !== '/'
  // Two slashes at the beginning name no host in a request.
  const url = parseHttpUrl(isWhole ? target : base + unescaped(target))
  if (url === null) return null
  if ((host !== '' || isWhole) && !site.isOwnHost(hostWithoutWww(url))) return 'foreign'
  return normalizeUrl(url.href)
}

const ESCAPE = /\\x([0-9a-fA-F]{2})/g

/** nginx and Apache write bytes beyond ASCII, and quotation marks, as `\x22`. */
function unescaped(target: string): string {
  return target.includes('\\x') ? target.replace(ESCAPE, '%$1') : target
}

const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Of the log where it names the host; a scheme that it does not name is that of the site, and so is the port. */
function originOf(host: string, scheme: string, siteOrigin: string): string {
  if (!HOST.test(host)) return siteOrigin
  const named = scheme.toLowerCase()
  const site = new URL(siteOrigin)
  const bare = host.replace(/:(?:80|443)$/, '')
  const isSchemeKnown = named === 'http' || named === 'https'
  return `${isSchemeKnown ? `${named}:` : site.protocol}//${bare}`
}

/**
 * What is kept of a query that the crawl does not know: the names of its parameters, in order, without their values, which may be about a
 * person. '' without any.
 */
export function parameterNames(query: string): string {
  const names = new Set<string>()
  for (const part of query.split('&', MAX_NAMES)) {
    const name = part.split('=', 1)[0] ?? ''
    if (NAME.test(name)) names.add(name)
  }
  return names.size < 2 ? [...names].join('') : [...names].sort().join('&')
}

/** What is longer, or has other characters, is a value that stands without its name. */
const NAME = /^[A-Za-z_][\w.[\]-]{0,39}$/
const MAX_NAMES = 20

/** URLs under which the crawl may know the same page, the likeliest first: with or without a slash at the end, www. and TLS. */
export function urlVariants(url: string): string[] {
  const parsed = URL.parse(url)
  if (parsed === null) return [url]
  const { host, protocol, pathname, search } = parsed
  const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  const otherProtocol = protocol === 'https:' ? 'http:' : 'https:'
  const otherPath = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
  const paths = pathname === '/' ? [pathname] : [pathname, otherPath]
  return paths.flatMap(path =>
    [
      [protocol, host],
      [protocol, other],
      [otherProtocol, host],
      [otherProtocol, other],
    ].map(([scheme, name]) => `${scheme}//${name}${path}${search}`),
  )
}
