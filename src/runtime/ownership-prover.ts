import { Resolver } from 'node:dns/promises'
import type { RouteDeps } from '#api/routes/route-deps.ts'
import { findOwnershipProofs } from '#crawl/ownership.ts'
import type { FetchLimits, TargetPolicy } from '#fetch/fetch.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'

/** Looks for proofs of ownership, with the fetcher, guard and limits of a crawl. */
export interface OwnershipProver extends AsyncDisposable {
  findProofs: RouteDeps['findOwnershipProofs']
}

const DEADLINE_MS = 20_000
const DNS_TIMEOUT_MS = 5_000

export function createOwnershipProver({
  limits,
  policy,
}: {
  limits: FetchLimits
  policy: TargetPolicy
}): OwnershipProver {
  const fetcher = createFetcher({
    limits: { ...limits, totalTimeoutMs: Math.min(limits.totalTimeoutMs, DEADLINE_MS) },
    policy,
    now: () => performance.now(),
  })
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  const sources = { fetcher, resolveTxt: (name: string) => resolver.resolveTxt(name), now: Date.now }
  return {
    findProofs: ({ url, token, signal }) =>
      findOwnershipProofs({ url, token, signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }, sources),
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}
