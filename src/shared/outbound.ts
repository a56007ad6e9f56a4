/** How requests of crawls leave this machine, as its operator has set it. */
export interface Outbound {
  /** Of all requests; null: they go directly. */
  proxy: ProxyServer | null
  /** Others, which a crawl may choose by name. */
  crawlProxies: Readonly<Record<string, ProxyServer>>
  /** PEM certificates of authorities that are trusted besides the public ones. */
  certificates: readonly string[]
}

/** What a crawl may choose of its way to the servers. */
export interface CrawlRoute {
  /** Name of a proxy of the operator; '' for that of all requests. */
  proxy: string
  /** IP addresses of hosts, in place of those that DNS has (`host-map.ts`). */
  hostMap: readonly string[]
}

/** The route of a crawl with these options; nothing for one that has chosen none. */
export function crawlRoute({ proxy, hostMap }: CrawlRoute): CrawlRoute | undefined {
  return proxy === '' && hostMap.length === 0 ? undefined : { proxy, hostMap }
}

export interface ProxyServer {
  protocol: 'http' | 'https' | 'socks5'
  /** Without brackets. */
  hostname: string
  port: number
  /** A secret, shown nowhere. */
  user: { name: string; password: string } | null
}

/** Name of a proxy that a crawl may choose. */
export const PROXY_NAME = /^[a-z\d][a-z\d_-]{0,39}$/i

/** By scheme of the URL; `socks5h` says that the proxy resolves names, which is decided elsewhere. */
const SCHEMES: Readonly<Record<string, { protocol: ProxyServer['protocol']; port: number }>> = {
  'http:': { protocol: 'http', port: 80 },
  'https:': { protocol: 'https', port: 443 },
  'socks5:': { protocol: 'socks5', port: 1080 },
  'socks5h:': { protocol: 'socks5', port: 1080 },
}
/** RFC 1929 §2: a length of one octet. */
const MAX_SOCKS_TEXT = 255

/** Reads the URL of a proxy, such as `http://user:password@proxy.example.com:3128`; null for what is none. */
export function parseProxyUrl(text: string): ProxyServer | null {
  const url = URL.parse(text.trim())
  const scheme = url && Object.hasOwn(SCHEMES, url.protocol) ? SCHEMES[url.protocol] : undefined
  if (!url || !scheme || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search !== '') return null
  const user = userOf(url)
  if (user === undefined) return null
  const isTooLong = user && [user.name, user.password].some(each => !isSocksText(each))
  if (scheme.protocol === 'socks5' && isTooLong) return null
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  return { protocol: scheme.protocol, hostname, port: url.port === '' ? scheme.port : Number(url.port), user }
}

function isSocksText(text: string): boolean {
  const { length } = new TextEncoder().encode(text)
  return length > 0 && length <= MAX_SOCKS_TEXT
}

/** null without one, undefined for one that cannot be read. */
function userOf({ username, password }: URL): ProxyServer['user'] | undefined {
  if (username === '' && password === '') return null
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
