import type { Selectable } from 'kysely'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase, UrlTable } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import { findPage, keyToReadAfter } from '../pages/pages.ts'
import type { LinkListQuery, LinkTarget, PageLink, PageLinks } from '../store.ts'
import { type LinkSource, readLinkSources, readLinkSourcesAfter, unpackFound, unpackLinks } from './link-sources.ts'

/** Values of one `in` list: far below what any database takes. */
export const TARGETS_AT_ONCE = 1_000

/** Pages after one with all their links, by frontier number; none after a page that is not in the list. */
export async function readLinksOfPages(
  crawl: CrawlDatabase,
  range: { afterUrl?: string; limit: number },
): Promise<PageLinks[]> {
  const after = await keyToReadAfter(crawl, range)
  if (!after) return []
  const sources = await readLinkSourcesAfter(crawl, { after, limit: range.limit })
  const pages = sources.map(source => ({ url: source.url, links: linksOf(source) }))
  const targets = await readTargetsById(
    crawl,
    pages.flatMap(page => page.links.map(link => link.targetId)),
  )
  return pages.map(({ url, links }) => ({ url, links: withTargets(links, targets) }))
}

/** One part of the links of one page; none for a URL that is not in the list. */
export async function readOutlinks(
  crawl: CrawlDatabase,
  { url, offset, limit, kinds }: LinkListQuery,
): Promise<{ total: number; links: PageLink[] }> {
  const page = await findPage(crawl, url)
  const [source] = page ? await readLinkSources(crawl, [page.urlId]) : []
  if (!source) return { total: 0, links: [] }
  const all = linksOf(source).filter(link => kinds === undefined || kinds.includes(link.kind))
  const links = all.slice(offset, offset + limit)
  const targets = await readTargetsById(
    crawl,
    links.map(link => link.targetId),
  )
  return { total: all.length, links: withTargets(links, targets) }
}

/**
 * What is known of URLs by their address. Found one by one: for a list of addresses SQLite, which knows nothing of how large a crawl
 * is, would look through all of its URLs.
 */
export async function readLinkTargets(
  { db, crawlId }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, LinkTarget>> {
  const targets = new Map<string, LinkTarget>()
  const selected = db.selectFrom('url').select(targetColumns).where('crawl_id', '=', crawlId).where(isDecided)
  for (const url of new Set(urls)) {
    const row = await selected.where('url', '=', url).executeTakeFirst()
    if (row) targets.set(row.url, toLinkTarget(row))
  }
  return targets
}

/** In which ways pages name a URL. */
export async function readLinkKinds({ db, crawlId }: CrawlDatabase, url: string): Promise<LinkKind[]> {
  const row = await db
    .selectFrom('url')
    .select('kinds')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where('url', '=', url)
    .executeTakeFirst()
  return row ? maskToKinds(row.kinds, linkKinds) : []
}

export async function readTargetsById(
  { db, crawlId }: CrawlDatabase,
  ids: readonly number[],
): Promise<Map<number, LinkTarget>> {
  const distinct = new Set(ids)
  distinct.delete(0)
  const targets = new Map<number, LinkTarget>()
  for (const slice of slices([...distinct], TARGETS_AT_ONCE)) {
    const rows = await db
      .selectFrom('url')
      .select(targetColumns)
      .where('crawl_id', '=', crawlId)
      .where('id', 'in', slice)
      .execute()
    for (const row of rows) targets.set(row.id, toLinkTarget(row))
  }
  return targets
}

/** A link whose target is an id still, 0 when the crawl did not take it in. */
type LinkOfSource = Omit<PageLink, 'target'> & { targetId: number }

function linksOf(source: LinkSource): LinkOfSource[] {
  const found = unpackFound(source)
  if (source.links === null) {
    return found.flatMap(({ id, kinds }) =>
      maskToKinds(kinds, linkKinds).map(kind => ({ ...bareLink, kind, targetId: id })),
    )
  }
  return unpackLinks(source).map(({ urlIndex, ...link }) => ({ ...link, targetId: found[urlIndex]?.id ?? 0 }))
}

function withTargets(links: readonly LinkOfSource[], targets: ReadonlyMap<number, LinkTarget>): PageLink[] {
  return links.map(({ targetId, ...link }) => ({ ...link, target: targets.get(targetId) ?? null }))
}

/** A redirect names its target without an element. */
const bareLink: Omit<PageLink, 'kind' | 'target'> = {
  fragment: null,
  text: '',
  rel: [],
  isNofollow: false,
  region: 'body',
  path: '',
  line: 0,
}

export const targetColumns = [
  'id',
  'url',
  'scope',
  'status',
  'failure',
  'failure_detail',
  'skip_reason',
  'media_type',
  'bytes',
] as const

export function toLinkTarget(row: Pick<Selectable<UrlTable>, (typeof targetColumns)[number]>): LinkTarget {
  return {
    url: row.url,
    isExternal: row.scope === 'external',
    statusCode: row.status,
    failure: row.failure,
    failureDetail: row.failure_detail ?? '',
    skipReason: row.skip_reason,
    mediaType: row.media_type ?? '',
    bytes: row.bytes,
  }
}
