import type { PageFacts } from '#shared/facts.ts'
import { MAX_IDS_PER_PAGE, MAX_MISSING_PER_TARGET } from '#shared/limits.ts'
import type { MissingFragment } from '#shared/site-facts.ts'
import { slices } from './batches.ts'
import { type LinkSource, mayNameFragments, noPage, unpackFound, unpackLinks, walkLinkSources } from './link-sources.ts'
import { unpackIds } from './page-texts.ts'
import type { CrawlDatabase } from './schema.ts'

const MAX_MISSING = 10_000
/** Places kept of one missing fragment; the others are only counted. */
const MAX_PLACES = 20
const MISSING_PER_BATCH = 100
/** Ids kept in memory, of all targets together. */
const MAX_CACHED_IDS = 200_000
const HTTP_OK = 200
/** What follows is for the browser's own use, such as a text to find (https://wicg.github.io/scroll-to-text-fragment/). */
const DIRECTIVE = ':~:'

/** Ids of a page that was crawled; null for a target of which no absence can be proved. */
type TargetIds = ReadonlySet<string> | null

/**
 * Links with a fragment whose target is a crawled page of this site without such an id, by (target, fragment), in the order of the
 * pages that name them. One walk over all pages; only what is missing is kept, and at most MAX_MISSING of it, with at most
 * MAX_MISSING_PER_TARGET of one target.
 */
export async function* readMissingFragments(crawl: CrawlDatabase): AsyncGenerator<MissingFragment[]> {
  const idsOf = cachedTargetIds(crawl)
  const missing: Missing = { byKey: new Map(), perTarget: new Map() }
  for await (const sources of walkLinkSources(crawl, noPage)) {
    for (const source of sources) await addMissing(missing, { source, idsOf })
  }
  yield* slices([...missing.byKey.values()], MISSING_PER_BATCH)
}

interface Missing {
  byKey: Map<string, MissingFragment>
  /** Kept so far, by id of the target's URL. */
  perTarget: Map<number, number>
}

interface Target {
  url: string
  ids: TargetIds
}

async function addMissing(
  missing: Missing,
  { source, idsOf }: { source: LinkSource; idsOf(urlId: number): Promise<Target> },
): Promise<void> {
  if (!mayNameFragments(source)) return
  const links = unpackLinks(source).filter(link => link.kind === 'anchor' || link.kind === 'area')
  const withFragment = links.filter(link => link.fragment !== null)
  if (withFragment.length === 0) return
  const found = unpackFound(source)
  const ofThisPage = new Set<string>()
  for (const link of withFragment) {
    const fragment = namedElement(link.fragment ?? '')
    const targetId = found[link.urlIndex]?.id ?? 0
    if (fragment === null || targetId === 0) continue
    const { url, ids } = await idsOf(targetId)
    if (ids === null || ids.has(fragment)) continue
    const key = `${targetId}#${fragment}`
    if (ofThisPage.has(key)) continue
    ofThisPage.add(key)
    const entry = missing.byKey.get(key) ?? keep(missing, { key, targetId, url, fragment })
    if (entry === null) continue
    entry.total++
    if (entry.places.length < MAX_PLACES) {
      const { text, region, path, line } = link
      entry.places.push({ sourceUrl: source.url, text, region, path, line })
    }
  }
}

/** The new entry; null where there is no room for it. */
function keep(
  { byKey, perTarget }: Missing,
  { key, targetId, url, fragment }: { key: string; targetId: number; url: string; fragment: string },
): MissingFragment | null {
  const kept = perTarget.get(targetId) ?? 0
  if (byKey.size >= MAX_MISSING || kept >= MAX_MISSING_PER_TARGET) return null
  const entry: MissingFragment = { targetUrl: url, fragment, total: 0, places: [] }
  byKey.set(key, entry)
  perTarget.set(targetId, kept + 1)
  return entry
}

/**
 * The id that a fragment names; null when it names none: the top of the page (HTML standard, "select the indicated part"), a
 * directive, or a route of a script.
 */
function namedElement(fragment: string): string | null {
  const [id = ''] = fragment.split(DIRECTIVE, 1)
  if (id === '' || id.toLowerCase() === 'top') return null
  return id.startsWith('/') || id.startsWith('!') ? null : id
}

/** Asks for each target once, as long as it is remembered; those unused for longest are forgotten first. */
function cachedTargetIds(crawl: CrawlDatabase): (urlId: number) => Promise<Target> {
  const cache = new Map<number, Target>()
  let size = 0
  return async urlId => {
    const target = cache.get(urlId) ?? (await readTarget(crawl, urlId))
    if (!cache.delete(urlId)) size += sizeOf(target)
    cache.set(urlId, target)
    for (const [oldestId, oldest] of cache) {
      if (size <= MAX_CACHED_IDS || oldestId === urlId) break
      cache.delete(oldestId)
      size -= sizeOf(oldest)
    }
    return target
  }
}

function sizeOf(target: Target): number {
  return 1 + (target.ids?.size ?? 0)
}

async function readTarget({ db, crawlId }: CrawlDatabase, urlId: number): Promise<Target> {
  const page = await db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.url', 'url.scope', 'url.is_challenge', 'page.is_eligible', 'page_body.facts', 'page_body.ids'])
    .where('page.crawl_id', '=', crawlId)
    .where('page.url_id', '=', urlId)
    .where('page.status', '=', HTTP_OK)
    .executeTakeFirst()
  if (!page?.facts || !page.ids) return { url: '', ids: null }
  const isProvable =
    page.scope === 'internal' && page.is_challenge === 0 && (page.is_eligible === 1 || !mayLackIds(page.facts))
  const ids = isProvable ? unpackIds(page.ids) : []
  // A list that was cut says nothing about what is not in it.
  return { url: page.url, ids: isProvable && ids.length < MAX_IDS_PER_PAGE ? new Set(ids) : null }
}

/** Drawn by scripts that were not run, or broken off. Eligible pages never are; of the few others the facts are read. */
function mayLackIds(facts: Uint8Array): boolean {
  const { isAppShell, response }: Pick<PageFacts, 'isAppShell' | 'response'> = JSON.parse(
    new TextDecoder().decode(facts),
  )
  return isAppShell || response.isCutOff === true
}
