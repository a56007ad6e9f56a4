import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { TargetPolicy } from './fetch.ts'
import { isProviderAddress } from './provider-addresses.ts'

/**
 * Which IP addresses a crawl may reach. Resolved addresses are checked, never names: the URL standard has already normalised every
 * spelling of an IP address, and a name does not show where it leads.
 */

/** Resolves a name to IP addresses, in the order to be tried; rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export type AddressCheck = { ok: true } | { ok: false; detail: string }

export interface Target {
  /** Host of the URL: a name, or an IP address with or without brackets. */
  hostname: string
  port: number
}

/** A policy with its parsed exceptions. */
export interface AddressGuard {
  /** Whether any address is refused: otherwise none has to be resolved for a check. */
  isRestrictive: boolean
  /** Checks the port of a target, before anything is resolved. */
  checkPort(target: Target): AddressCheck
  /** Checks one resolved address of a target. */
  checkAddress(address: string, target: Target): AddressCheck
}

export const NOT_PUBLIC = 'This address is not on the public internet.'

const ALLOWED: AddressCheck = { ok: true }

/** Carries a refusal through undici's connect callback; the fetcher turns it into failure 'address-refused'. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

/** Resolves with the system's resolver, hosts file included. */
export const resolveWithSystem: Resolve = async hostname => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/** Reads the exceptions of a policy; throws on an entry that is neither `host`, `host:port` nor a CIDR range. */
export function createAddressGuard(policy: TargetPolicy): AddressGuard {
  const exceptions = readExceptions(policy.allow)
  return {
    isRestrictive: policy.targets !== 'any',
    checkPort(target) {
      if (!isBlockedPort(target.port) || exceptions.names.has(`${bare(target.hostname)}:${target.port}`)) return ALLOWED
      return { ok: false, detail: `Port ${target.port} belongs to another protocol; browsers refuse it, too.` }
    },
    checkAddress(address, target) {
      if (policy.targets === 'any' || isGlobalUnicast(address) || isException(address, target, exceptions))
        return ALLOWED
      return { ok: false, detail: NOT_PUBLIC }
    },
  }
}

/**
 * Whether a URL may be crawled, checked before connecting, so that the form can show it at once. A name that
 * cannot be resolved within `timeoutMs` passes: the crawl reports it, and every connection is checked again.
 */
export async function checkHost(options: {
  url: string
  policy: TargetPolicy
  resolve?: Resolve
  timeoutMs?: number
}): Promise<AddressCheck> {
  const { url, policy, resolve = resolveWithSystem, timeoutMs = 1_500 } = options
  const target = targetOf(new URL(url))
  const guard = createAddressGuard(policy)
  const portCheck = guard.checkPort(target)
  if (!portCheck.ok) return portCheck
  if (!guard.isRestrictive) return ALLOWED
  for (const address of await addressesWithin(target.hostname, resolve, timeoutMs)) {
    const check = guard.checkAddress(address, target)
    if (!check.ok) return check
  }
  return ALLOWED
}

async function addressesWithin(hostname: string, resolve: Resolve, timeoutMs: number): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname]
  const deadline = Promise.withResolvers<readonly string[]>()
  const timer = setTimeout(() => deadline.resolve([]), timeoutMs)
  try {
    return await Promise.race([resolve(hostname), deadline.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

/** Host without brackets, and the port with the scheme's default filled in. */
export function targetOf(url: URL): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { hostname: bare(url.hostname), port }
}

function bare(hostname: string): string {
  const inner = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return inner.toLowerCase()
}

/**
 * True for the addresses of the public internet only. IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo) is not among
 * them, whatever it wraps; nor is IPv6 outside 2000::/3, the only block that is global unicast so far (RFC 4291 §2.4, IANA); nor are
 * the addresses by which a cloud provider serves the machines inside its network.
 */
function isGlobalUnicast(address: string): boolean {
  // ipaddr.js also reads short, octal and hexadecimal forms, which systems interpret differently.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  if (ip.range() !== 'unicast' || isProviderAddress(ip)) return false
  return ip instanceof ipaddr.IPv4 || ((ip.parts[0] ?? 0) & 0xe000) === 0x2000
}

interface Exceptions {
  /** `host` and `host:port`, in lower case and without brackets. */
  names: Set<string>
  ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][]
}

/** Characters that the parser ignores, so that an entry would allow more than it shows, or nothing. */
const NO_HOST = /[\s\\?#@*]|[^:]:$/

function unknownException(entry: string): RangeError {
  return new RangeError(`not a host, host:port or CIDR range: ${entry}`)
}

function readExceptions(allow: readonly string[]): Exceptions {
  const exceptions: Exceptions = { names: new Set(), ranges: [] }
  for (const entry of allow.map(text => text.trim().toLowerCase())) {
    if (entry.includes('/')) {
      if (isIP(entry.slice(0, entry.indexOf('/'))) === 0 || !ipaddr.isValidCIDR(entry)) throw unknownException(entry)
      exceptions.ranges.push(ipaddr.parseCIDR(entry))
      continue
    }
    const url = URL.parse(`http://${isIP(entry) === 6 ? `[${entry}]` : entry}`)
    if (!url || NO_HOST.test(entry)) throw unknownException(entry)
    // The parser drops ":80", the default port of the scheme added for parsing.
    const port = /:\d+$/.test(entry) && isIP(entry) !== 6 ? `:${targetOf(url).port}` : ''
    exceptions.names.add(`${bare(url.hostname)}${port}`)
  }
  return exceptions
}

function isException(address: string, { hostname, port }: Target, { names, ranges }: Exceptions): boolean {
  for (const name of [bare(hostname), address]) {
    if (names.has(name) || names.has(`${name}:${port}`)) return true
  }
  if (ranges.length === 0 || isIP(address) === 0 || !ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ranges.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits))
}

/**
 * Ports that browsers never connect to (Fetch standard, "bad port"): they belong to other protocols, which a crafted request
 * could speak.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

function isBlockedPort(port: number): boolean {
  return blockedPorts.has(port)
}
