import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'

/** Versions of one page that are followed; the largest sites have about a hundred. */
export const MAX_VERSIONS = 200

/** A page of a cluster. */
export interface Member {
  page: PageSummary
  /** What it lists, itself included. */
  listed: Set<string>
}

/** The pages connected by alternates that were read and stand for themselves, in the order in which they are met. */
export async function clusterOf(site: SiteFacts, start: PageSummary): Promise<Member[]> {
  const members = new Map<string, Member>()
  const waiting = [start]
  const known = new Set([start.url])
  for (let page = waiting.shift(); page !== undefined && members.size < MAX_VERSIONS; page = waiting.shift()) {
    members.set(page.url, { page, listed: new Set([page.url, ...page.alternates]) })
    for (const url of page.alternates) {
      if (known.has(url) || known.size >= MAX_VERSIONS) continue
      known.add(url)
      const other = await site.page(url)
      if (other?.isEligible) waiting.push(other)
    }
  }
  return [...members.values()]
}
