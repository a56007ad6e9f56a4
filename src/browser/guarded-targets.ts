import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type AddressGuard, AddressRefusedError, type Resolve, type Target } from '#fetch/address-guard.ts'
import { checkedTarget, proxiedTarget, type Route } from '#fetch/outbound/route.ts'
import type { ProxyServer } from '#shared/outbound.ts'

/** A target whose addresses have all been checked. */
export interface CheckedTarget extends Target {
  /** Returns the checked addresses without a lookup: the name may lead elsewhere by now. */
  lookup: LookupFunction
  /** What a proxy is requested to connect to; null: the connection is a direct one. */
  tunnel: { proxy: ProxyServer; to: Target } | null
}

export type TargetCheck = { ok: true; target: CheckedTarget } | { ok: false; reason: 'refused' | 'unknown' }

export interface TargetGuard {
  check(target: Target): Promise<TargetCheck>
  /** Whether the peer of an open socket is one that the target may have. */
  isAllowedPeer(socket: Socket, target: Target): boolean
}

/** Resolves and checks in one place: a name is refused when any of its addresses is. */
export function createTargetGuard({ guard, resolve, route = DIRECT }: TargetGuardOptions): TargetGuard {
  return {
    async check(target) {
      const wanted = checkedTarget(target, route)
      if (!guard.checkPort(wanted).ok) return { ok: false, reason: 'refused' }
      if (route.proxy) return await throughProxy(target, { guard, resolve, route, proxy: route.proxy })
      const addresses = await addressesOf(wanted.hostname, resolve)
      if (addresses.length === 0) return { ok: false, reason: 'unknown' }
      for (const address of addresses) {
        if (!guard.checkAddress(address, wanted).ok) return { ok: false, reason: 'refused' }
      }
      return { ok: true, target: { ...target, lookup: pinned(addresses), tunnel: null } }
    },
    // No peer: the socket is closed already.
    isAllowedPeer: ({ remoteAddress }, target) =>
      remoteAddress !== undefined && guard.checkAddress(remoteAddress, checkedTarget(target, route)).ok,
  }
}

interface TargetGuardOptions {
  guard: AddressGuard
  resolve: Resolve
  /** Directly when absent. */
  route?: Route
}

const DIRECT: Route = { proxy: null, hosts: new Map(), certificates: [] }

async function throughProxy(
  target: Target,
  { proxy, ...by }: TargetGuardOptions & { route: Route; proxy: ProxyServer },
): Promise<TargetCheck> {
  try {
    return {
      ok: true,
      target: { ...target, lookup: pinned([]), tunnel: { proxy, to: await proxiedTarget(target, by) } },
    }
  } catch (error) {
    return { ok: false, reason: error instanceof AddressRefusedError ? 'refused' : 'unknown' }
  }
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname]
  try {
    return await resolve(hostname)
  } catch {
    return []
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const results = addresses.map(address => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, results)
    const [first] = results
    callback(null, first?.address ?? '', first?.family ?? 0)
  }
}
