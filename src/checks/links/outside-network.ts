import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { linkingKinds } from '../targets/target-findings.ts'

/** If this many hosts fail and none responds, the network of this machine is the likely cause. */
export const SUSPICIOUS_FAILED_HOSTS = 3

export interface OutsideNetwork {
  /** False if every failure of an external host may be caused by this machine's connection. */
  isReachable: boolean
  /** If nothing responded: the number of failed targets, and some of them. */
  failedTargets: number
  failedUrls: string[]
  /** Counted up to SUSPICIOUS_FAILED_HOSTS. */
  failedHosts: number
}

/**
 * Whether the crawl reached the world outside the site. A name that does not resolve proves a dead host only where other
 * names do resolve; for a site on a private IP address not even the start page proves that.
 */
export async function outsideNetwork(site: SiteFacts): Promise<OutsideNetwork> {
  const external = { scope: 'external' as const, kinds: linkingKinds }
  for await (const target of each(site.targets({ ...external, statusFrom: 100 }))) {
    if (target.status !== null && hasPublicName(target.url)) {
      return { isReachable: true, failedTargets: 0, failedUrls: [], failedHosts: 0 }
    }
  }
  const hosts = new Set<string>()
  const failedUrls: string[] = []
  let failedTargets = 0
  for await (const { url } of each(site.targets({ ...external, response: 'failed' }))) {
    failedTargets++
    if (failedUrls.length < MAX_EVIDENCE_URLS) failedUrls.push(url)
    if (hosts.size < SUSPICIOUS_FAILED_HOSTS) hosts.add(new URL(url).hostname)
  }
  const isSuspicious = site.crawl.isPrivateHost ? hosts.size > 0 : hosts.size >= SUSPICIOUS_FAILED_HOSTS
  return { isReachable: !isSuspicious, failedTargets, failedUrls, failedHosts: hosts.size }
}

/** IP addresses and this machine need no DNS. */
function hasPublicName(url: string): boolean {
  const labels = new URL(url).hostname.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && /^[a-z]/i.test(last) && last !== 'localhost'
}
