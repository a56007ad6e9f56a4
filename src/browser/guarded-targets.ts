import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { AddressGuard, Resolve, Target } from '#fetch/address-guard.ts'

/** A target whose addresses have all been checked. */
export interface CheckedTarget extends Target {
  /** Returns the checked addresses without a lookup: the name may lead elsewhere by now. */
  lookup: LookupFunction
}

export type TargetCheck = { ok: true; target: CheckedTarget } | { ok: false; reason: 'refused' | 'unknown' }

export interface TargetGuard {
  check(target: Target): Promise<TargetCheck>
  /** Whether the peer of an open socket is one that the target may have. */
  isAllowedPeer(socket: Socket, target: Target): boolean
}

/** Resolves and checks in one place: a name is refused when any of its addresses is. */
export function createTargetGuard({ guard, resolve }: { guard: AddressGuard; resolve: Resolve }): TargetGuard {
  return {
    async check(target) {
      if (!guard.checkPort(target).ok) return { ok: false, reason: 'refused' }
      const addresses = await addressesOf(target.hostname, resolve)
      if (addresses.length === 0) return { ok: false, reason: 'unknown' }
      for (const address of addresses) {
        if (!guard.checkAddress(address, target).ok) return { ok: false, reason: 'refused' }
      }
      return { ok: true, target: { ...target, lookup: pinned(addresses) } }
    },
    // No peer: the socket is closed already.
    isAllowedPeer: ({ remoteAddress }, target) =>
      remoteAddress !== undefined && guard.checkAddress(remoteAddress, target).ok,
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
