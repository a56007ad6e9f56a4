import { isIP } from 'node:net'
import { mappedAddresses } from '#shared/host-map.ts'
import type { CrawlRoute, Outbound, ProxyServer } from '#shared/outbound.ts'
import { type AddressGuard, AddressRefusedError, type Resolve, type Target } from '../address-guard.ts'
import type { Fetcher } from '../fetch.ts'
import { ProxyError } from './http-proxy.ts'

/** How requests reach their targets: the choice of a crawl among what the operator offers. */
export interface Route {
  /** null: directly. */
  proxy: ProxyServer | null
  /** IP addresses by host. */
  hosts: ReadonlyMap<string, string>
  /** PEM certificates trusted besides the public ones. */
  certificates: readonly string[]
}

export const directly: Outbound = { proxy: null, crawlProxies: {}, certificates: [] }

/** @throws ProxyError for a proxy that the operator does not offer (any more): its requests must not go another way. */
export function routeOf({ proxy, crawlProxies, certificates }: Outbound, chosen?: CrawlRoute): Route {
  const hosts = mappedAddresses(chosen?.hostMap ?? [])
  const name = chosen?.proxy ?? ''
  if (name === '') return { proxy, hosts, certificates }
  const named = Object.hasOwn(crawlProxies, name) ? crawlProxies[name] : undefined
  if (!named) throw new ProxyError(`This server has no proxy with the name ${name}.`)
  return { proxy: named, hosts, certificates }
}

/** What is checked in place of the host of a URL: the permission to reach a name is none to reach any address by that name. */
export function checkedTarget(target: Target, { hosts }: Route): Target {
  const mapped = hosts.get(target.hostname)
  return mapped === undefined ? target : { ...target, hostname: mapped }
}

/**
 * What a proxy is requested to connect to. Where addresses are restricted that is one that was checked here: a name could lead elsewhere
 * when the proxy resolves it.
 *
 * @throws AddressRefusedError, and what `resolve` throws.
 */
export async function proxiedTarget(
  target: Target,
  { guard, resolve, route }: { guard: AddressGuard; resolve: Resolve; route: Route },
): Promise<Target> {
  const wanted = checkedTarget(target, route)
  if (!guard.isRestrictive) return wanted
  const addresses = isIP(wanted.hostname) === 0 ? await resolve(wanted.hostname) : [wanted.hostname]
  for (const address of addresses) {
    const check = guard.checkAddress(address, wanted)
    if (!check.ok) throw new AddressRefusedError(check.detail)
  }
  // Fewer proxies have IPv6.
  const [first] = [...addresses.filter(each => isIP(each) === 4), ...addresses]
  if (first === undefined) throw Object.assign(new Error(`no address for ${wanted.hostname}`), { code: 'ENOTFOUND' })
  return { ...wanted, hostname: first }
}

/** All requests of a crawl by its route. */
export function byRoute(fetcher: Pick<Fetcher, 'fetch'>, route: CrawlRoute | undefined): Pick<Fetcher, 'fetch'> {
  return route ? { fetch: request => fetcher.fetch({ ...request, route }) } : fetcher
}
