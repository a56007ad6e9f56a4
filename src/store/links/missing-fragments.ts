import { hasId, unpackIds } from '#shared/fnv.ts'
import { HTTP_OK } from '#shared/http-status.ts'
import { MAX_MISSING_PER_TARGET } from '#shared/limits.ts'
import { LinkRows, LinkTexts, nameFragments } from '#shared/link-rows.ts'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { MissingFragment } from '#shared/site-facts.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { noPage } from '../pages/page-key.ts'
import { type LinkSource, readLinkSources, walkLinkSources } from './link-sources.ts'

const MAX_MISSING = 10_000
/** Places kept of one missing fragment; the others are only counted. */
const MAX_PLACES = 20
const MISSING_PER_BATCH = 100
/** What follows is a directive for the browser, such as a text to find (https://wicg.github.io/scroll-to-text-fragment/). */
const DIRECTIVE = ':~:'
const clickedKinds: readonly LinkKind[] = ['anchor', 'area']
const CLICKED = kindsToMask(clickedKinds, linkKinds)

/**
 * Links with a fragment whose target is a crawled page of this site without such an id, by (target, fragment), in the order of the
 * linking pages. Reads all pages once and keeps only missing fragments: at most MAX_MISSING, and MAX_MISSING_PER_TARGET per target.
 */
export async function* readMissingFragments(crawl: CrawlDatabase): AsyncGenerator<MissingFragment[]> {
  const targets = new FragmentTargets(crawl)
  const missing: Missing = { byKey: new Map(), perTarget: new Map() }
  for await (const sources of walkLinkSources(crawl, noPage)) {
    const naming = sources.flatMap(source => namedFragments(source) ?? [])
    await targets.prepare(targetIdsOf(naming))
    for (const page of naming) await addMissing(crawl, { missing, page, targets })
  }
  yield* slices([...missing.byKey.values()], MISSING_PER_BATCH)
}

interface Missing {
  byKey: Map<string, MissingFragment>
  /** Kept so far, by id of the target's URL. */
  perTarget: Map<number, number>
}

/** A page with links that name parts of their targets. */
interface NamingPage {
  urlId: number
  rows: LinkRows
  named: NamedFragment[]
}

interface NamedFragment {
  /** Place of the link. */
  link: number
  targetId: number
  fragment: string
}

/** null where no link of the page names a part of a known target. */
function namedFragments(source: LinkSource): NamingPage | null {
  if (source.links === null || !nameFragments(source.links)) return null
  const rows = new LinkRows(source.links)
  const found = unpackNumbers(source.found)
  const named: NamedFragment[] = []
  for (let link = 0; link < rows.length; link++) {
    if (((1 << rows.kindIndexOf(link)) & CLICKED) === 0) continue
    const fragment = namedElement(rows.fragmentOf(link) ?? '')
    const targetId = found[2 * rows.urlIndexOf(link)] ?? 0
    if (fragment !== null && targetId !== 0) named.push({ link, targetId, fragment })
  }
  return named.length === 0 ? null : { urlId: source.urlId, rows, named }
}

function* targetIdsOf(pages: readonly NamingPage[]): Generator<number> {
  for (const { named } of pages) for (const { targetId } of named) yield targetId
}

async function addMissing(
  crawl: CrawlDatabase,
  { missing, page, targets }: { missing: Missing; page: NamingPage; targets: FragmentTargets },
): Promise<void> {
  const ofThisPage = new Set<string>()
  // Most pages have none that is missing.
  let known: { url: string; texts: LinkTexts } | null = null
  for (const { link, targetId, fragment } of page.named) {
    const { url, ids } = await targets.of(targetId)
    if (ids === null || hasId(ids, fragment)) continue
    const key = `${targetId}#${fragment}`
    if (ofThisPage.has(key)) continue
    ofThisPage.add(key)
    const entry = missing.byKey.get(key) ?? keep(missing, { key, targetId, url, fragment })
    if (entry === null) continue
    entry.total++
    if (entry.places.length < MAX_PLACES) {
      known ??= await readTexts(crawl, page.urlId)
      const { text, region, path, line } = page.rows.link(link, known.texts)
      entry.places.push({ sourceUrl: known.url, text, region, path, line })
    }
  }
}

/** The URL of a page, and the texts of its links. */
async function readTexts(crawl: CrawlDatabase, urlId: number): Promise<{ url: string; texts: LinkTexts }> {
  const [source] = await readLinkSources(crawl, [urlId])
  return { url: source?.url ?? '', texts: new LinkTexts(source?.linkTexts ?? new Uint8Array()) }
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

/** Ids kept in memory, of all targets together. */
const MAX_CACHED_IDS = 200_000
/** Each may have as many ids as the facts of a page. */
const TARGETS_AT_ONCE = 50

/** A page that links with a fragment lead to. */
interface FragmentTarget {
  url: string
  /** null for a target of which no absence can be proved. */
  ids: ReadonlySet<number> | null
}

const unprovable: FragmentTarget = { url: '', ids: null }

/** Reads each target once, as long as it is cached; the least recently used are dropped first. */
class FragmentTargets {
  readonly #crawl: CrawlDatabase
  readonly #cache = new Map<number, FragmentTarget>()
  #size = 0

  constructor(crawl: CrawlDatabase) {
    this.#crawl = crawl
  }

  /** Reads the first of the targets that will be needed at once: most pages link to parts of themselves, each another target. */
  async prepare(urlIds: Iterable<number>): Promise<void> {
    const unknown = Iterator.from(urlIds).filter(id => !this.#cache.has(id))
    const ids = [...new Set(unknown)].slice(0, TARGETS_AT_ONCE)
    if (ids.length === 0) return
    const targets = await readTargets(this.#crawl, ids)
    for (const id of ids) this.#remember(id, targets.get(id) ?? unprovable)
  }

  async of(urlId: number): Promise<FragmentTarget> {
    if (!this.#cache.has(urlId)) await this.prepare([urlId])
    const target = this.#cache.get(urlId) ?? unprovable
    this.#remember(urlId, target)
    return target
  }

  #remember(urlId: number, target: FragmentTarget): void {
    if (!this.#cache.delete(urlId)) this.#size += sizeOf(target)
    this.#cache.set(urlId, target)
    for (const [oldestId, oldest] of this.#cache) {
      if (this.#size <= MAX_CACHED_IDS || oldestId === urlId) break
      this.#cache.delete(oldestId)
      this.#size -= sizeOf(oldest)
    }
  }
}

function sizeOf(target: FragmentTarget): number {
  return 1 + (target.ids?.size ?? 0)
}

async function readTargets(
  { db, crawlId }: CrawlDatabase,
  urlIds: readonly number[],
): Promise<Map<number, FragmentTarget>> {
  const pages = await db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.id', 'url.url', 'url.scope', 'url.is_challenge', 'page_body.ids'])
    .where('page.crawl_id', '=', crawlId)
    .where('page.url_id', 'in', urlIds)
    .where('page.status', '=', HTTP_OK)
    .execute()
  return new Map(pages.map(page => [page.id, toTarget(page)]))
}

interface TargetRow {
  url: string
  scope: 'internal' | 'external'
  is_challenge: number
  ids: Uint8Array | null
}

function toTarget({ url, scope, is_challenge, ids }: TargetRow): FragmentTarget {
  const isProvable = ids !== null && scope === 'internal' && is_challenge === 0
  return { url, ids: isProvable ? unpackIds(ids) : null }
}
