import type { SiteFacts } from '#shared/site-facts.ts'
import { each } from './each.ts'
import { linkingKinds } from './targets.ts'

/** So many different silent hosts, and not one that answers, say more about this machine's network than about the links. */
export const SUSPICIOUS_SILENT_HOSTS = 3

export interface OutsideNetwork {
  /** False when every verdict about a foreign host would rest on this machine's own connection. */
  isReachable: boolean
  /** Silent targets and their hosts (counted up to the threshold), when nothing answered at all. */
  silentTargets: number
  silentHosts: number
}

/**
 * Whether the crawl reached the world outside the site. A name that does not resolve proves a dead host only where other
 * names do resolve; for a site on a private address not even the start page proves that.
 */
export async function outsideNetwork(site: SiteFacts): Promise<OutsideNetwork> {
  const external = { scope: 'external' as const, kinds: linkingKinds }
  for await (const target of each(site.targets({ ...external, statusFrom: 100 }))) {
    if (target.status !== null && hasPublicName(target.url))
      return { isReachable: true, silentTargets: 0, silentHosts: 0 }
  }
  const hosts = new Set<string>()
  let silentTargets = 0
  for await (const target of each(site.targets({ ...external, outcome: 'failed' }))) {
    silentTargets++
    if (hosts.size < SUSPICIOUS_SILENT_HOSTS) hosts.add(new URL(target.url).hostname)
  }
  const isSuspicious = site.crawl.isPrivateHost ? hosts.size > 0 : hosts.size >= SUSPICIOUS_SILENT_HOSTS
  return { isReachable: !isSuspicious, silentTargets, silentHosts: hosts.size }
}

/** An answer of an address or of this machine itself needs no name server. */
function hasPublicName(url: string): boolean {
  const labels = new URL(url).hostname.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && /^[a-z]/i.test(last) && last !== 'localhost'
}
