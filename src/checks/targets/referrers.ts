import { HIGH_PRIORITY_SOURCES } from '#shared/constants.ts'
import { MAX_EVIDENCE_URLS, MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { Evidence, IssueDetails, LinkKind, Place } from '#shared/model.ts'
import type { Inlinks, SiteFacts } from '#shared/site-facts.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

const MAX_SHARED_PLACES = 10
const MAX_URLS_CHECKED = 100

/** The pages that link to a URL, for an issue about that URL. */
export interface Referrers {
  /** Distinct source pages. */
  total: number
  sources: string[]
  isHighPriority: boolean
  places: Place[]
  /** Of the links that count, where there are more sources than are kept. */
  kinds?: readonly LinkKind[]
}

interface ReferrerChoice {
  url: string
  /** Links of these kinds count. */
  kinds: readonly LinkKind[]
  /** Skips nofollow links. */
  isFollowed?: boolean
  /** Sources that are read; MAX_NAMED_SOURCES by default. */
  limit?: number
}

type InlinkPlace = Inlinks['places'][number]

/**
 * The pages that link to a URL, except itself; null without any, because then there is nothing to fix.
 */
export async function referrersOf(site: SiteFacts, choice: ReferrerChoice): Promise<Referrers | null> {
  const { url, kinds, isFollowed = false, limit = MAX_NAMED_SOURCES } = choice
  const { total, places, isHighPriority } = await site.inlinks(url, { limit, kinds })
  const kept = places.filter(place => place.sourceUrl !== url && !(isFollowed && place.isNofollow))
  const sources = sourcesOf(kept)
  if (sources.length === 0) return null
  const excluded = sourcesOf(places).length - sources.length
  const isCut = total > places.length && !isFollowed
  return { total: total - excluded, sources, isHighPriority, places: kept.map(placeOf), ...(isCut && { kinds }) }
}

/**
 * The referrers of several URLs with one cause; pages that link to more than one of them count once. At most the first hundred URLs
 * are checked, until MAX_NAMED_SOURCES pages are known.
 */
export async function referrersOfAll(
  site: SiteFacts,
  { urls, kinds }: { urls: readonly string[]; kinds: readonly LinkKind[] },
): Promise<Referrers | null> {
  const sources = new Set<string>()
  const places: Place[] = []
  let isHighPriority = false
  for (const url of urls.slice(0, MAX_URLS_CHECKED)) {
    if (sources.size >= MAX_NAMED_SOURCES) break
    const referrers = await referrersOf(site, { url, kinds })
    if (referrers === null) continue
    for (const source of referrers.sources) if (sources.size < MAX_NAMED_SOURCES) sources.add(source)
    if (places.length < MAX_NAMED_SOURCES) places.push(...referrers.places)
    isHighPriority ||= referrers.isHighPriority
  }
  return sources.size === 0 ? null : { total: sources.size, sources: [...sources], isHighPriority, places }
}

/** The pages of several URLs with one mistake. `more`: pages that are only counted. */
export function joinReferrers(referrers: readonly Referrers[], more: number): Referrers {
  const sources = new Set(referrers.flatMap(each => each.sources))
  return {
    total: sources.size + more,
    sources: [...sources].slice(0, MAX_NAMED_SOURCES),
    isHighPriority: referrers.some(each => each.isHighPriority),
    places: referrers.flatMap(each => each.places).slice(0, MAX_NAMED_SOURCES),
  }
}

function sourcesOf(places: readonly InlinkPlace[]): string[] {
  return [...new Set(places.map(place => place.sourceUrl))]
}

function placeOf({ sourceUrl, text, region, path, line }: InlinkPlace): Place {
  return { sourceUrl, text, region, path, line }
}

/** Fields that clients read by name. */
export function referrerDetails(referrers: Referrers): Omit<IssueDetails, 'evidence'> {
  const [first = ''] = referrers.sources
  return {
    sourceUrl: first,
    directReferrer: first,
    referringSources: referrers.sources,
    ...(referrers.kinds && { referringKinds: [...referrers.kinds] }),
    highPrioritySource: referrers.isHighPriority || referrers.total >= HIGH_PRIORITY_SOURCES,
  }
}

/** The places, and those that several pages share: a fix in the template fixes all of them. */
export function referrerEvidence(referrers: Referrers): Evidence[] {
  const items = sharedPlaces(referrers)
  const places = referrers.places.slice(0, MAX_EVIDENCE_URLS)
  const named: Evidence = { kind: 'places', label: 'Linked from', places, total: referrers.total }
  if (items.length === 0) return [named]
  const columns = ['Region', 'Element', 'On']
  return [named, tableEvidence({ label: 'Shared template elements', columns, items, row: item => item })]
}

function sharedPlaces({ places, sources, total }: Referrers): string[][] {
  // Of the pages that are only counted, the elements are unknown.
  const atLeast = total > sources.length ? 'at least ' : ''
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
    .map(group => [group.region, group.path, `${atLeast}${counted(group.sources.size, 'page')}`])
}
