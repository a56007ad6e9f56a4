import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Evidence, IssueDetails, LinkKind, Place } from '#shared/model.ts'
import type { Inlinks, SiteFacts } from '#shared/site-facts.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

/** Sources named in an issue; beyond them only the total is kept. */
export const MAX_SOURCES = 1_000
const MAX_SHARED_PLACES = 10

/** Who names a URL, shaped for an issue about that URL. */
export interface Referrers {
  /** Distinct source pages. */
  total: number
  sources: string[]
  isHighPriority: boolean
  places: Place[]
}

/** null when no page names it by a link of these kinds: then there is nothing for the owner to mend. */
export async function referrersOf(site: SiteFacts, url: string, kinds: readonly LinkKind[]): Promise<Referrers | null> {
  const inlinks = await site.inlinks(url, { limit: MAX_SOURCES, kinds })
  return inlinks.total === 0 || inlinks.places.length === 0 ? null : fromInlinks(inlinks)
}

function fromInlinks({ total, places, isHighPriority }: Inlinks): Referrers {
  return {
    total,
    isHighPriority,
    sources: [...new Set(places.map(place => place.sourceUrl))],
    places: places.map(({ sourceUrl, text, region, path, line }) => ({ sourceUrl, text, region, path, line })),
  }
}

/** Those of several URLs with one cause, taken together; pages that name more than one of them count once. */
export async function referrersOfAll(
  site: SiteFacts,
  urls: readonly string[],
  kinds: readonly LinkKind[],
): Promise<Referrers | null> {
  const sources = new Set<string>()
  const places: Place[] = []
  let isHighPriority = false
  for (const url of urls) {
    const referrers = await referrersOf(site, url, kinds)
    if (referrers === null) continue
    for (const source of referrers.sources) if (sources.size < MAX_SOURCES) sources.add(source)
    if (places.length < MAX_SOURCES) places.push(...referrers.places)
    isHighPriority ||= referrers.isHighPriority
  }
  return sources.size === 0 ? null : { total: sources.size, sources: [...sources], isHighPriority, places }
}

/** Fields that clients read by name. */
export function referrerDetails(referrers: Referrers): Omit<IssueDetails, 'evidence'> {
  const [first = ''] = referrers.sources
  return {
    sourceUrl: first,
    directReferrer: first,
    referringSources: referrers.sources,
    highPrioritySource: referrers.isHighPriority,
  }
}

/** Each place, and those that many pages share: mended once, in the template, they are mended everywhere. */
export function referrerEvidence(referrers: Referrers): Evidence[] {
  const items = sharedPlaces(referrers.places)
  const places = referrers.places.slice(0, MAX_EVIDENCE_URLS)
  const named: Evidence = { kind: 'places', label: 'Named on', places, total: referrers.total }
  if (items.length === 0) return [named]
  const columns = ['Region', 'Element', 'On']
  return [named, tableEvidence({ label: 'One place to mend', columns, items, row: item => item })]
}

function sharedPlaces(places: readonly Place[]): string[][] {
  const groups = new Map<string, { region: string; path: string; sources: Set<string> }>()
  for (const { region, path, sourceUrl } of places) {
    const key = `${region} ${path}`
    const group = groups.get(key) ?? { region, path, sources: new Set<string>() }
    group.sources.add(sourceUrl)
    groups.set(key, group)
  }
  return [...groups.values()]
    .filter(group => group.path !== '' && group.sources.size > 1)
    .sort((a, b) => b.sources.size - a.sources.size)
    .slice(0, MAX_SHARED_PLACES)
    .map(group => [group.region, group.path, counted(group.sources.size, 'page')])
}
