import type { LinkKind, Region } from '#shared/model.ts'
import type { LinkFigures } from '#store/pages/page-row.ts'
import type { TestRecord } from './test-crawl.ts'

/**
 * What docs/link-analysis.md says, written a second time without regard for size: every page looks at all links of all pages, and
 * ranks are found by many rounds.
 */

const weights: Record<Region, number> = { main: 1, body: 1, nav: 0.5, header: 0.5, aside: 0.5, footer: 0.25, head: 0 }
const ROUNDS = 300
const DAMPING = 0.85

interface NaiveLink {
  from: string
  to: string
  /** The crawl knows the URL. */
  isTaken: boolean
  kind: LinkKind
  isFollowed: boolean
  weight: number
}

export function naiveFigures(
  records: readonly TestRecord[],
  about: { site: string; pageLinkKinds: readonly LinkKind[] },
): Record<string, LinkFigures> {
  const pathOf = (url: string) => url.replace(about.site, '')
  const byPath = new Map(records.map(record => [record.path, record]))
  const links = records
    .flatMap(record => linksOf(record, pathOf))
    .filter(link => link.to !== link.from || !link.isTaken)
  const pageLinks = links.filter(link => about.pageLinkKinds.includes(link.kind))
  const ranked = records.filter(isRanked).map(({ path }) => path)
  const endOf = (path: string): string | null => {
    let at = byPath.get(path)
    for (let step = 0; step < 20 && at?.fetched?.hops; step++)
      at = byPath.get(pathOf(at.fetched.hops[0]?.location ?? ''))
    return at && ranked.includes(at.path) ? at.path : null
  }
  const scores = scoresOf(ranked, countedLinks(links, { ranked, endOf }))
  return Object.fromEntries(
    records.map(({ path }) => {
      const named = pageLinks.filter(link => link.from === path && !byPath.get(path)?.fetched?.hops)
      const naming = pageLinks.filter(link => link.isTaken && link.to === path)
      const figures: LinkFigures = {
        score: scores.get(path) ?? null,
        inlinks: naming.length,
        followedInlinkPages: new Set(naming.filter(link => link.isFollowed).map(link => link.from)).size,
        outlinks: named.length,
        outlinkTargets: new Set(named.map(link => link.to)).size,
        followedOutlinks: named.filter(link => link.isFollowed).length,
        externalOutlinks: named.filter(link => link.isTaken && link.to.startsWith('http')).length,
      }
      return [path, figures]
    }),
  )
}

function linksOf(
  { path, links = [], fetched, columns, isDropping }: TestRecord,
  pathOf: (url: string) => string,
): NaiveLink[] {
  const isTaken = !isDropping
  const location = fetched?.hops?.[0]?.location
  if (location !== undefined)
    return [{ from: path, to: pathOf(location), isTaken, kind: 'redirect', isFollowed: true, weight: 0 }]
  if (columns === null) return []
  return links.map(({ url, kind = 'anchor', region = 'main', isNofollow = false }) => ({
    from: path,
    to: pathOf(url),
    isTaken,
    kind,
    isFollowed: !isNofollow,
    weight: isNofollow || (kind !== 'anchor' && kind !== 'area') ? 0 : weights[region],
  }))
}

function isRanked({ path, columns, fetched }: TestRecord): boolean {
  if (columns === null || fetched?.hops || (fetched?.status ?? 200) !== 200) return false
  const { isNoindex = false, canonicalUrl = null } = columns ?? {}
  return !isNoindex && (canonicalUrl === null || canonicalUrl.endsWith(path))
}

type Weights = Map<string, Map<string, number>>

/** The weightiest link of each page to each URL; URLs that end at the same page count one by one. */
function countedLinks(
  links: readonly NaiveLink[],
  { ranked, endOf }: { ranked: readonly string[]; endOf(path: string): string | null },
): Weights {
  const counted: Weights = new Map()
  for (const from of ranked) {
    const best = new Map<string, number>()
    for (const { to, weight } of links.filter(link => link.isTaken && link.from === from))
      best.set(to, Math.max(best.get(to) ?? 0, weight))
    const ends = new Map<string, number>()
    for (const [to, weight] of best) {
      const end = endOf(to)
      if (end !== null && end !== from && weight > 0) ends.set(end, (ends.get(end) ?? 0) + weight)
    }
    counted.set(from, ends)
  }
  return counted
}

function scoresOf(ranked: readonly string[], counted: Weights): Map<string, number> {
  const count = ranked.length
  let ranks = new Map(ranked.map(path => [path, 1 / count]))
  let base = 1 / count
  for (let round = 0; round < ROUNDS; round++) {
    const idle = ranked
      .filter(path => counted.get(path)?.size === 0)
      .reduce((sum, path) => sum + (ranks.get(path) ?? 0), 0)
    base = (1 - DAMPING) / count + (DAMPING * idle) / count
    const next = new Map(ranked.map(path => [path, base]))
    for (const [from, ends] of counted) {
      const sum = [...ends.values()].reduce((total, weight) => total + weight, 0)
      for (const [to, weight] of ends)
        next.set(to, (next.get(to) ?? 0) + (DAMPING * (ranks.get(from) ?? 0) * weight) / sum)
    }
    ranks = next
  }
  const highest = Math.max(...ranks.values())
  return new Map(
    [...ranks].map(([path, rank]) => {
      if (rank >= highest) return [path, 100]
      if (rank <= base) return [path, 0]
      return [path, Math.max(1, Math.round((100 * Math.log(rank / base)) / Math.log(highest / base)))]
    }),
  )
}
