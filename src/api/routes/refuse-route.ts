import { AppError } from '#shared/errors.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { Call } from '../call.ts'
import type { ApiSettings } from '../settings.ts'

/** @throws AppError for a way to the servers that the operator does not offer. */
export function refuseRoute(
  { hostMap, proxy }: CrawlRoute,
  { settings, call }: { settings: Pick<ApiSettings, 'hostMaps' | 'proxyNames'>; call: Pick<Call, 'visitor'> },
): void {
  if (proxy !== '' && !settings.proxyNames.includes(proxy))
    throw new AppError('bad-request', 'This server has no proxy with this name')
  if (hostMap.length === 0 || settings.hostMaps === 'anyone') return
  if (settings.hostMaps === 'never')
    throw new AppError('forbidden', 'The operator of this server lets no crawl name the IP addresses of hosts')
  if (call.visitor.account === null)
    throw new AppError('unauthorized', 'This server lets users who have signed in name the IP addresses of hosts')
}
