import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { UrlListEntry } from '#shared/site-facts.ts'
import type { SiteFinding } from './check.ts'

/** URLs with one problem: the first of them, and how many there are. */
export interface UrlGroup<Match extends UrlListEntry> {
  first: Match
  /** The first, at most MAX_EVIDENCE_URLS. */
  matches: Match[]
  urls: string[]
  total: number
  /** What a finding says of them, with the way to all of them. */
  affected: Pick<SiteFinding, 'affectedUrls' | 'affectedCount' | 'list'>
}

/** Groups by key what a walk over the site finds, in the order of the first of each; groups beyond `maxGroups` are omitted. */
export async function urlGroups<Match extends UrlListEntry>(
  walk: () => AsyncIterable<Match>,
  { maxGroups }: { maxGroups: number },
): Promise<UrlGroup<Match>[]> {
  const groups = new Map<string, { first: Match; matches: Match[]; total: number }>()
  for await (const match of walk()) {
    const group = groups.get(match.key)
    if (group) {
      group.total++
      if (group.matches.length < MAX_EVIDENCE_URLS) group.matches.push(match)
    } else if (groups.size < maxGroups) groups.set(match.key, { first: match, matches: [match], total: 1 })
  }
  return [...groups].map(([key, { first, matches, total }]) => {
    const urls = matches.map(({ url }) => url)
    const affected = { affectedUrls: urls, affectedCount: total, list: { key, walk } }
    return { first, matches, urls, total, affected }
  })
}
