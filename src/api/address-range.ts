import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and how many of its leading bits count. */
export type AddressRange = readonly [Address, number]

const IPV4_BITS = 32
const IPV6_BITS = 128
const MAPPED_BITS = IPV6_BITS - IPV4_BITS

/** One address in its shortest spelling: IPv4-mapped IPv6 is IPv4, a zone is omitted. null for what is no address. */
export function normalizeAddress(text: string): string | null {
  const bare = text.split('%', 1)[0] ?? ''
  // Stricter than the library, which also reads 0x7f.1 and 2130706433.
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

/** `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  const [base = '', bits, ...more] = text.split('/')
  if (isIP(base) === 0 || more.length > 0) return null
  const address = ipaddr.parse(base)
  const width = isIPv6(base) ? IPV6_BITS : IPV4_BITS
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > width)) return null
  const length = bits === undefined ? width : Number(bits)
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, length]
  return length < MAPPED_BITS ? null : [address.toIPv4Address(), length - MAPPED_BITS]
}

/** Whether a normalised address lies in the range. */
export function isInRange(address: string, [base, bits]: AddressRange): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.kind() === base.kind() && parsed.match(base, bits)
}
