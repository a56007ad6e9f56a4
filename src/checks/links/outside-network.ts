import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { linkingKinds } from '../targets/target-findings.ts'

/** So many different silent hosts, and not one that answers, say more about this machine's network than about the links. */
export const SUSPICIOUS_SILENT_HOSTS = 3

export interface OutsideNetwork {
  /** False when every verdict about a foreign host would rest on this machine's own connection. */
  isReachable: boolean
  /** When nothing answered: the targets that stayed silent, and some of them. */
  silentTargets: number
  silentUrls: string[]
  /** Counted up to SUSPICIOUS_SILENT_HOSTS. */
  silentHosts: number
}

/**
 * Whether the crawl reached the world outside the site. A name that does not resolve proves a dead host only where other
 * names do resolve; for a site on a private address not even the start page proves that.
 */
export async function outsideNetwork(site: SiteFacts): Promise<OutsideNetwork> {
  const external = { scope: 'external' as const, kinds: linkingKinds }
  for await (const target of each(site.targets({ ...external, statusFrom: 100 }))) {
    if (target.status !== null && hasPublicName(target.url)) {
      return { isReachable: true, silentTargets: 0, silentUrls: [], silentHosts: 0 }
    }
  }
  const hosts = new Set<string>()
  const silentUrls: string[] = []
  let silentTargets = 0
  for await (const { url } of each(site.targets({ ...external, outcome: 'failed' }))) {
    silentTargets++
    if (silentUrls.length < MAX_EVIDENCE_URLS) silentUrls.push(url)
    if (hosts.size < SUSPICIOUS_SILENT_HOSTS) hosts.add(new URL(url).hostname)
  }
  const isSuspicious = site.crawl.isPrivateHost ? hosts.size > 0 : hosts.size >= SUSPICIOUS_SILENT_HOSTS
  return { isReachable: !isSuspicious, silentTargets, silentUrls, silentHosts: hosts.size }
}

/** An answer of an address or of this machine itself needs no name server. */
function hasPublicName(url: string): boolean {
  const labels = new URL(url).hostname.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && /^[a-z]/i.test(last) && last !== 'localhost'
}
