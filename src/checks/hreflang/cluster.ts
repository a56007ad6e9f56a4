import { setImmediate } from 'node:timers/promises'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'

/** Versions of one page that are followed; the largest sites have about a hundred. */
export const MAX_VERSIONS = 200
/** Pages read in one turn of the event loop: the annotations of each may be megabytes. */
export const PAGES_PER_TURN = 10

/** A page of a cluster. */
export interface Member {
  page: PageSummary
  /** What it lists, itself included. */
  listed: Set<string>
}

/**
 * The pages connected by alternates that were read and stand for themselves, in the order in which they are met. Those of an earlier cluster
 * are omitted: many pages that lead to one cluster would otherwise each repeat all of it.
 */
export async function clusterOf(
  site: SiteFacts,
  start: PageSummary,
  isTaken: (page: PageSummary) => boolean,
): Promise<Member[]> {
  const members = new Map<string, Member>()
  const waiting = [start]
  const known = new Set([start.url])
  for (let page = waiting.shift(); page !== undefined && members.size < MAX_VERSIONS; page = waiting.shift()) {
    members.set(page.url, { page, listed: new Set([page.url, ...page.alternates]) })
    if (members.size % PAGES_PER_TURN === 0) await setImmediate()
    for (const url of page.alternates) {
      if (known.has(url) || known.size >= MAX_VERSIONS) continue
      known.add(url)
      const other = await site.page(url)
      if (other?.isEligible && !isTaken(other)) waiting.push(other)
    }
  }
  return [...members.values()]
}
