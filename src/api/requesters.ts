import type { Context } from 'hono'
import { createApiKeys } from '#accounts/api-keys.ts'
import { networkOf } from '#accounts/network-of.ts'
import type { Store } from '#store/store.ts'
import { clientAddressReader } from './client-address.ts'
import { type IdentityDeps, identityReader, type Visitor } from './identity.ts'
import { requestCounter } from './request-counter.ts'
import type { ApiSettings } from './settings.ts'

export interface RequesterDeps extends Omit<IdentityDeps, 'apiKeys'> {
  store: Store
  settings: ApiSettings
  /** Address at the other end of the request's connection; null when it is gone. */
  peerAddress: (context: Context) => string | null
}

/** Where requests come from and who sends them, each counted against its limit. */
export interface Requesters {
  /** Without asking the store. @throws AppError 429. */
  network(context: Context): string
  /** @throws AppError 429. */
  visitor(context: Context, network: string): Promise<Visitor>
}

export function requesters(deps: RequesterDeps): Requesters {
  const { settings, now, peerAddress } = deps
  const clientAddress = clientAddressReader(settings)
  const identify = identityReader({ ...deps, apiKeys: createApiKeys(deps) })
  const countNetwork = requestCounter({ maxPerMinute: settings.requestsPerMinutePerAddress, now })
  const countVisitor = requestCounter({ maxPerMinute: settings.requestsPerMinute, now })
  return {
    network(context) {
      const address = clientAddress({ peerAddress: peerAddress(context), headers: context.req.raw.headers })
      const network = networkOf(address)
      countNetwork(network)
      return network
    },

    async visitor(context, network) {
      const visitor = await identify(context, network)
      countVisitor(visitor.ownerId === null ? network : `owner ${visitor.ownerId}`)
      return visitor
    },
  }
}
