import { parentPort, workerData } from 'node:worker_threads'
import { createAddressGuard, type Resolve, resolveWithSystem } from '#fetch/address-guard.ts'
import { directly, routeOf } from '#fetch/outbound/route.ts'
import { createCachingResolver } from '#fetch/resolver.ts'
import { openGuardedProxy } from './guarded-proxy.ts'
import { createTargetGuard } from './guarded-targets.ts'
import { type FromProxy, type ProxyJob, proxyJobSchema } from './proxy-messages.ts'

/** The thread of a measurement's proxy: Lighthouse calculates beside it, and must not hold up what it measures. */

const CONNECT_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 256

const job = proxyJobSchema.parse(workerData)
const route = routeOf(job.policy.outbound ?? directly, job.route)
const proxy = await openGuardedProxy({
  ...job,
  targetGuard: createTargetGuard({
    guard: createAddressGuard({ targets: job.policy.targets, allow: job.policy.allow }),
    resolve: resolverOf(job),
    route,
  }),
  certificates: route.certificates,
  maxConnections: MAX_CONNECTIONS,
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
})

function send(message: FromProxy): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', () =>
  send({ kind: 'report', troubles: [...proxy.troubles], isExhausted: proxy.isExhausted() }),
)
send({ kind: 'ready', port: proxy.port, greetingUrl: proxy.greetingUrl })

function resolverOf({ hosts }: ProxyJob): Resolve {
  const system = createCachingResolver(resolveWithSystem, Date.now)
  return async hostname => (Object.hasOwn(hosts, hostname) ? (hosts[hostname] ?? []) : system(hostname))
}
