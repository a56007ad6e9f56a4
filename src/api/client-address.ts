import { type AddressRange, isInRange, normalizeAddress } from './address-range.ts'
import { type ForwardedHops, parseForwarded, parseXForwardedFor } from './forwarded.ts'

export interface ClientAddressOptions {
  /** Proxies whose word is taken. */
  trustedProxies: readonly AddressRange[]
}

/** A connection without an address: a socket that was closed meanwhile. */
const NO_ADDRESS = 'unknown'

/**
 * Who really asks: the peer of the connection, and behind trusted proxies whom they name. Read from the right, because a client
 * may begin the list itself; the first address that is no trusted proxy is the client. Where the proxies tell nothing that can be
 * believed, it is the last of them that can be.
 */
export function clientAddressReader({ trustedProxies }: ClientAddressOptions) {
  const isTrusted = (address: string) => trustedProxies.some(range => isInRange(address, range))
  return (request: { peerAddress: string | null; headers: Headers }): string => {
    const peer = request.peerAddress === null ? null : normalizeAddress(request.peerAddress)
    if (peer === null) return NO_ADDRESS
    if (!isTrusted(peer)) return peer
    const told = toldClients(request.headers).map(hops => hops && clientOf(hops, { peer, isTrusted }))
    const [client, other = client] = told
    // Proxies write one of the two headers and pass on the other: where they disagree, one is the client's own.
    return client && client === other ? client : peer
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
