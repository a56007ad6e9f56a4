import { parseTypedList, type TypedList } from './typed-list.ts'

/**
 * Hosts of a crawl whose requests go to an IP address in place of those that DNS has: `www.example.com=10.0.0.5`. The URLs, the Host header
 * and the name in certificates stay those of the host.
 */
export const MAX_MAPPED_HOSTS = 20
/** A name (RFC 1035 §2.3.4), an equals sign, and an IPv6 address in brackets. */
const MAX_ENTRY = 300
const ENTRY = /^([^\s=/:?#@[\]\\]+)=(\[[\da-f:.]+\]|[\da-f:.]+)$/i
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Entries as typed, each host once. */
export function parseHostMap(typed: readonly string[]): TypedList {
  const list = parseTypedList(typed, {
    maxCount: MAX_MAPPED_HOSTS,
    maxLength: MAX_ENTRY,
    isValid: text => readEntry(text) !== null,
    problems: {
      tooMany: `must be at most ${MAX_MAPPED_HOSTS}`,
      tooLong: `must have at most ${MAX_ENTRY} characters each`,
      invalid: text => `must be a host and an IP address, such as www.example.com=10.0.0.5: “${text}” is not`,
    },
  })
  if (!list.ok) return list
  const hosts = list.values.map(text => readEntry(text)?.[0])
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index)
  return twice === undefined ? list : { ok: false, problem: `must name each host once: ${twice} has two IP addresses` }
}

/** Who may name IP addresses of hosts. */
export const hostMapChoices = ['never', 'users', 'anyone'] as const
export type HostMapChoice = (typeof hostMapChoices)[number]

/** Where a crawl of `url` sends its requests, as URLs: of the start page, and of each mapped host. */
export function urlsOfTargets(url: string, hostMap: readonly string[]): string[] {
  const addresses = mappedAddresses(hostMap)
  const start = new URL(url)
  const mapped = addresses.get(start.hostname)
  if (mapped !== undefined) start.hostname = inUrl(mapped)
  return [start.href, ...addresses.values().map(address => `http://${inUrl(address)}/`)]
}

function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** IP address without brackets, by the host as URLs have it. */
export function mappedAddresses(hostMap: readonly string[]): ReadonlyMap<string, string> {
  return new Map(hostMap.flatMap(text => [readEntry(text) ?? []]).filter(isEntry))
}

function isEntry(entry: readonly string[]): entry is [string, string] {
  return entry.length === 2
}

function readEntry(text: string): [host: string, address: string] | null {
  const [, name = '', typed = ''] = ENTRY.exec(text) ?? []
  // A name, and not another spelling of an IP address.
  const host = URL.parse(`http://${name}/`)?.hostname ?? ''
  const address = addressOf(typed)
  if (host === '' || IPV4.test(host) || address === null) return null
  return [host, address]
}

/** As URLs have it: so no spelling of an IP address is taken for another one. */
function addressOf(typed: string): string | null {
  const bare = typed.replace(/^\[|\]$/g, '')
  const isIpv6 = bare.includes(':')
  const hostname = URL.parse(`http://${isIpv6 ? `[${bare}]` : bare}/`)?.hostname
  if (hostname === undefined) return null
  if (isIpv6) return hostname.slice(1, -1)
  return IPV4.test(bare) && hostname === bare ? hostname : null
}
