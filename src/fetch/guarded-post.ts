import { createAddressGuard, resolveWithSystem, targetOf } from './address-guard.ts'
import { createConnections } from './connections.ts'
import { Exchange } from './exchange.ts'
import type { FetchLimits, TargetPolicy } from './fetch.ts'
import { createLargeBodyLanes } from './large-body-lanes.ts'
import { directly, routeOf } from './outbound/route.ts'

/** The response to a message, or why there was none: a sentence. */
export type PostResult = { ok: true; status: number; text: string } | { ok: false; message: string }

/** Sends a text to a URL that a user chose: under the address guard, without following redirects. */
export interface GuardedPost extends AsyncDisposable {
  post(message: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<PostResult>
}

const TIMEOUT_MS = 15_000
/** Of the response, what is kept. */
const MAX_RESPONSE_CHARACTERS = 500
const MAX_RESPONSE_BYTES = 64 * 1024

export function createGuardedPost({ limits, policy }: { limits: FetchLimits; policy: TargetPolicy }): GuardedPost {
  const guard = createAddressGuard(policy)
  const lanes = createLargeBodyLanes(1)
  const connections = createConnections({
    limits,
    guard,
    resolve: resolveWithSystem,
    // Proxies and certificates of the settings are for crawls.
    route: routeOf(directly),
    wallClock: Date.now,
  })
  return {
    async post({ url: text, headers, body }) {
      const url = new URL(text)
      const port = guard.checkPort(targetOf(url))
      if (!port.ok) return { ok: false, message: port.detail }
      const exchange = new Exchange({
        url,
        // A message has a response with a body, as a GET has.
        method: 'GET',
        limits: { ...limits, maxBodyBytes: MAX_RESPONSE_BYTES },
        lanes,
        remainingMs: TIMEOUT_MS,
        now: () => performance.now(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        readsBody: () => true,
      })
      const sent = Object.entries({ ...headers, 'user-agent': limits.userAgent }).flat()
      const path = url.pathname + url.search
      connections.dispatch({ origin: url.origin, path, method: 'POST', headers: sent, body }, exchange)
      const result = await exchange.result
      if (result.kind === 'failure') return { ok: false, message: result.detail }
      const start = new TextDecoder().decode(result.body).slice(0, MAX_RESPONSE_CHARACTERS)
      return { ok: true, status: result.status, text: start }
    },
    [Symbol.asyncDispose]: () => connections.destroy(),
  }
}
