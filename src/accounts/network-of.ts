import ipaddr from 'ipaddr.js'

const IPV6_NETWORK_BYTES = 8

/**
 * Whom an address belongs to, as far as limits go: an IPv4 address (also one mapped into IPv6) stands for itself, an IPv6
 * address for its /64, which is the least that one subscriber is given (RFC 6177). What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().map((byte, index) => (index < IPV6_NETWORK_BYTES ? byte : 0))
  return `${ipaddr.fromByteArray(network).toString()}/64`
}
