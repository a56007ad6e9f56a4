import type { Resolve } from './address-guard.ts'

/** Long enough for connections of one burst to share a result, short enough to follow a site that moves. */
const KEPT_MS = 30_000
const MAX_KEPT = 1_000

/**
 * Caches results of the system's resolver, which has no cache and four threads per process: without this, a server that closes every
 * connection costs one lookup per page. Failures are not kept. Every use is checked anew.
 */
export function createCachingResolver(resolve: Resolve, now: () => number): Resolve {
  const kept = new Map<string, { addresses: Promise<readonly string[]>; expiresAtMs: number }>()
  return hostname => {
    const known = kept.get(hostname)
    if (known && known.expiresAtMs > now()) return known.addresses
    const addresses = resolve(hostname)
    kept.delete(hostname)
    kept.set(hostname, { addresses, expiresAtMs: now() + KEPT_MS })
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    addresses.catch(() => {
      if (kept.get(hostname)?.addresses === addresses) kept.delete(hostname)
    })
    return addresses
  }
}
