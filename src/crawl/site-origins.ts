import type { CrawlContext } from './crawl-context.ts'
import { scopeHostOf } from './scope.ts'

/** Hosts of one site that a crawl visits: with wildcard DNS, a domain has subdomains without end. */
export const MAX_SITE_HOSTS = 100

/**
 * Origins of the site whose URLs wait to be requested, in stable order, without those of hosts beyond the limit. Called between levels, when
 * the URLs that wait do not depend on the order of arrival; so neither do the hosts within the limit.
 */
export function originsToRequest({ frontier, checkpoint, state }: CrawlContext): string[] {
  const origins = [...frontier.urls.waitingOrigins()].sort()
  if (state.options.subdomains.length === 0) return origins
  const hosts = new Set([checkpoint.scopeHost, ...(checkpoint.siteHosts ?? [])])
  const isWithin = (origin: string) => {
    const host = scopeHostOf(origin)
    if (hosts.size < MAX_SITE_HOSTS) hosts.add(host)
    return hosts.has(host)
  }
  const within = origins.filter(isWithin)
  checkpoint.siteHosts = [...hosts]
  return within
}

/** Whether a URL of the site lies on a host beyond the limit. */
export function isBeyondHosts({ checkpoint }: Pick<CrawlContext, 'checkpoint'>, url: string): boolean {
  return checkpoint.siteHosts !== undefined && !checkpoint.siteHosts.includes(scopeHostOf(url))
}
