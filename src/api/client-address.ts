import { isIPv4, isIPv6 } from 'node:net'
import { type AddressRange, isInRange, normalizeAddress } from './address-range.ts'

export interface TrustedProxies {
  /** Proxies whose word is taken. */
  trustedProxies: readonly AddressRange[]
}

export interface ClientAddressOptions extends TrustedProxies {
  /** Called for a request that names its client, from a peer that is no trusted proxy: perhaps one that the operator forgot to name. */
  onUntrustedForward?(peer: string): void
}

/** A connection without an address: a socket that was closed meanwhile. */
const NO_ADDRESS = 'unknown'

/**
 * The client of a request: the peer of the connection, or behind trusted proxies the address that they forward. Read from the right,
 * because a client may begin the list itself; the first address that is no trusted proxy is the client. Where the proxies forward
 * nothing that can be believed, it is the last of them that can be.
 */
export function clientAddressReader(options: ClientAddressOptions) {
  const isTrusted = trustedProxyTest(options)
  return (request: { peerAddress: string | null; headers: Headers }): string => {
    const peer = request.peerAddress === null ? null : normalizeAddress(request.peerAddress)
    if (peer === null) return NO_ADDRESS
    const told = toldClients(request.headers)
    if (!isTrusted(peer)) {
      if (told.length > 0) options.onUntrustedForward?.(peer)
      return peer
    }
    const named = told.map(hops => hops && clientOf(hops, { peer, isTrusted }))
    const [client, other = client] = named
    // Proxies write one of the two headers and pass on the other: where they disagree, one is the client's own.
    return client && client === other ? client : peer
  }
}

/** Whether the IP address of a connection is that of a trusted proxy. */
export function trustedProxyTest({ trustedProxies }: TrustedProxies): (address: string) => boolean {
  return address => {
    const normal = normalizeAddress(address)
    return normal !== null && trustedProxies.some(range => isInRange(normal, range))
  }
}

/** What each header that was sent says; null for a malformed one. */
function toldClients(headers: Headers): (ForwardedHops | null)[] {
  const forwarded = headers.get('forwarded')
  const xForwardedFor = headers.get('x-forwarded-for')
  return [
    ...(forwarded === null ? [] : [parseForwarded(forwarded)]),
    ...(xForwardedFor === null ? [] : [parseXForwardedFor(xForwardedFor)]),
  ]
}

function clientOf(
  hops: ForwardedHops,
  { peer, isTrusted }: { peer: string; isTrusted: (address: string) => boolean },
): string {
  let known = peer
  for (const hop of hops.toReversed()) {
    const address = hop === null ? null : normalizeAddress(hop)
    if (address === null) return known
    known = address
    if (!isTrusted(address)) return known
  }
  return known
}

/** The hops of a request as its proxies list them, the client's first. null: a hop without an address. */
type ForwardedHops = readonly (string | null)[]

const TOKEN = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`
const QUOTED = String.raw`"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"`
const PAIR = new RegExp(`(${TOKEN})=(${TOKEN}|${QUOTED})`, 'y')
const PORT = String.raw`(?::(?:\d{1,5}|_[\w.-]+))?`
const IPV4_NODE = new RegExp(`^([0-9.]+)${PORT}$`)
const IPV6_NODE = new RegExp(String.raw`^\[([0-9a-f:.]+)\]${PORT}$`, 'i')

/**
 * The `for` of every element of a Forwarded header (RFC 7239 §4). null when the header is malformed anywhere: a client may have
 * sent the beginning of what a proxy has completed, and half a quoted string would hide what the proxy says.
 */
export function parseForwarded(header: string): ForwardedHops | null {
  const hops: (string | null)[] = []
  let position = 0
  for (;;) {
    const element = readElement(header, position)
    if (element === null) return null
    const { parameters } = element
    if (parameters.size > 0) hops.push(parseNode(parameters.get('for') ?? ''))
    if (element.end === header.length) return hops
    position = element.end + 1
  }
}

/** Up to the next comma or the end: `pair *( ";" [ pair ] )`. More blanks are borne than the standard has: proxies write them. */
function readElement(header: string, start: number): { parameters: ReadonlyMap<string, string>; end: number } | null {
  const parameters = new Map<string, string>()
  let position = skipBlanks(header, start)
  for (;;) {
    PAIR.lastIndex = position
    const pair = PAIR.exec(header)
    if (pair) {
      const name = (pair[1] ?? '').toLowerCase()
      if (parameters.has(name)) return null
      parameters.set(name, unquote(pair[2] ?? ''))
      position = skipBlanks(header, PAIR.lastIndex)
    }
    if (header[position] !== ';') break
    position = skipBlanks(header, position + 1)
  }
  return position === header.length || header[position] === ',' ? { parameters, end: position } : null
}

function skipBlanks(text: string, start: number): number {
  let position = start
  while (text[position] === ' ' || text[position] === '\t') position += 1
  return position
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}

/** RFC 7239 §6: IPv6 stands in brackets; `unknown` and `_names` are no addresses. */
function parseNode(node: string): string | null {
  const ipv4 = IPV4_NODE.exec(node)?.[1]
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : null
  const ipv6 = IPV6_NODE.exec(node)?.[1]
  return ipv6 !== undefined && isIPv6(ipv6) ? ipv6 : null
}

/** The entries of an X-Forwarded-For header; some proxies add ports, and brackets around IPv6. */
export function parseXForwardedFor(header: string): ForwardedHops {
  const entries = header.split(',').map(part => part.trim())
  return entries
    .filter(entry => entry !== '')
    .map(entry => (isIPv6(entry) && !entry.includes('%') ? entry : parseNode(entry)))
}
