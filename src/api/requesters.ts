import type { Context } from 'hono'
import { createApiKeys } from '#accounts/api-keys.ts'
import { networkOf } from '#accounts/attempt-limits.ts'
import { createShareLinks, type ShareLinkDeps } from '#accounts/share-links.ts'
import { AppError } from '#shared/errors.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import type { Store } from '#store/store.ts'
import { clientAddressReader } from './client-address.ts'
import { type IdentityDeps, identityReader, type Visitor } from './identity.ts'
import type { ApiSettings } from './settings.ts'

export interface RequesterDeps
  extends Omit<IdentityDeps, 'apiKeys' | 'shareLinks'>,
    Pick<ShareLinkDeps, 'passwordCost'> {
  store: Store
  settings: ApiSettings
  /** IP address at the other end of the request's connection; null when it is gone. */
  peerAddress: (context: Context) => string | null
  /** Something that the operator should see to: on Operations and in the log. */
  warn: (event: string, details: Record<string, unknown>) => void
}

const UNTRUSTED_FORWARD =
  'a request came with a forwarded IP address, from a peer that is no trusted proxy: if it is your proxy, name it in SITESOUNDER_TRUSTED_PROXIES, or all visitors share the limits of one'

/** Networks that may use a share link to its limit in the same minute: one of them leaves room for the others. */
const NETWORKS_OF_LINK = 5

/** Where requests come from and who sends them, each counted against its limit. */
export interface Requesters {
  /** Without a query of the store. @throws AppError 429. */
  network(context: Context): string
  /** @throws AppError 429. */
  visitor(context: Context, network: string): Promise<Visitor>
  /** The sender of a request that was counted already. */
  visitorAgain(context: Context, network: string): Promise<Visitor>
}

export function requesters(deps: RequesterDeps): Requesters {
  const { settings, now, peerAddress } = deps
  let isForwardNoted = false
  const clientAddress = clientAddressReader({
    ...settings,
    onUntrustedForward(peer) {
      if (!isForwardNoted) deps.warn(UNTRUSTED_FORWARD, { peer })
      isForwardNoted = true
    },
  })
  const identify = identityReader({ ...deps, apiKeys: createApiKeys(deps), shareLinks: createShareLinks(deps) })
  const countNetwork = requestCounter({ maxPerMinute: settings.requestsPerMinutePerAddress, now })
  const countVisitor = requestCounter({ maxPerMinute: settings.requestsPerMinute, now })
  const countRecipient = requestCounter({ maxPerMinute: settings.shareRequestsPerMinute, now })
  const countLink = requestCounter({ maxPerMinute: settings.shareRequestsPerMinute * NETWORKS_OF_LINK, now })
  return {
    network(context) {
      const address = clientAddress({ peerAddress: peerAddress(context), headers: context.req.raw.headers })
      const network = networkOf(address)
      countNetwork(network)
      return network
    },

    visitorAgain: identify,

    async visitor(context, network) {
      const visitor = await identify(context, network)
      const { requesterId } = visitor
      if (visitor.share?.view) {
        countRecipient(`link ${requesterId} ${network}`)
        countLink(`link ${requesterId}`)
      } else countVisitor(requesterId === null ? network : `owner ${requesterId}`)
      return visitor
    },
  }
}

const WINDOW_MS = 60_000
/** Bounds the memory. Counting does not stop a client that sends from so many networks in a minute. */
const MAX_KEYS = 100_000

/**
 * Counts requests by key in fixed windows of a minute, in memory.
 *
 * @throws AppError 429 for each request beyond the limit, with the seconds until the next window.
 */
export function requestCounter({ maxPerMinute, now }: { maxPerMinute: number; now: () => number }) {
  let window = 0
  const counts = new Map<string, number>()
  return (key: string): void => {
    const nowMs = now()
    const current = Math.floor(nowMs / WINDOW_MS)
    if (current !== window) counts.clear()
    window = current
    const count = (counts.get(key) ?? 0) + 1
    if (count > maxPerMinute) {
      const retryAfterSeconds = Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1_000)
      throw new AppError('too-many', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
    }
    counts.set(key, count)
    forgetOldest(counts, MAX_KEYS)
  }
}
