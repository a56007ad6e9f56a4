import type { Selectable } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { maskToKinds } from '#shared/outcome.ts'
import { slices } from './batches.ts'
import { isDecided } from './decided.ts'
import { type LinkSource, noPage, readLinkSourcesAfter, unpackFound, unpackLinks } from './link-sources.ts'
import { findPage } from './pages.ts'
import type { CrawlDatabase, UrlTable } from './schema.ts'
import type { LinkTarget, PageLink, PageLinks } from './store.ts'

/** Values of one `in` list: far below what any database takes. */
const TARGETS_AT_ONCE = 1_000

/** Pages after one with all their links, by frontier number; none after a page that is not in the list. */
export async function readLinksOfPages(
  crawl: CrawlDatabase,
  { afterUrl, limit }: { afterUrl?: string; limit: number },
): Promise<PageLinks[]> {
  const last = afterUrl === undefined ? null : await findPage(crawl, afterUrl)
  if (last === undefined) return []
  const after = last ? { number: last.number, urlId: last.url_id } : noPage
  const sources = await readLinkSourcesAfter(crawl, { after, limit })
  const pages: PageLinks[] = []
  const targets = await readTargetsById(crawl, sources)
  for (const source of sources) pages.push({ url: source.url, links: linksOf(source, targets) })
  return pages
}

/** What is known of URLs by their address. */
export async function readLinkTargets(
  { db, crawlId }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, LinkTarget>> {
  const targets = new Map<string, LinkTarget>()
  for (const slice of slices([...new Set(urls)], TARGETS_AT_ONCE)) {
    const rows = await db
      .selectFrom('url')
      .select(targetColumns)
      .where('crawl_id', '=', crawlId)
      .where(isDecided)
      .where('url', 'in', slice)
      .execute()
    for (const row of rows) targets.set(row.url, toLinkTarget(row))
  }
  return targets
}

async function readTargetsById(
  { db, crawlId }: CrawlDatabase,
  sources: readonly LinkSource[],
): Promise<Map<number, LinkTarget>> {
  const ids = new Set(sources.flatMap(source => unpackFound(source).map(found => found.id)))
  ids.delete(0)
  const targets = new Map<number, LinkTarget>()
  for (const slice of slices([...ids], TARGETS_AT_ONCE)) {
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

function linksOf(source: LinkSource, targets: ReadonlyMap<number, LinkTarget>): PageLink[] {
  const found = unpackFound(source)
  if (source.links === null) {
    return found.flatMap(({ id, kinds }) =>
      maskToKinds(kinds, linkKinds).map(kind => ({ ...bareLink, kind, target: targets.get(id) ?? null })),
    )
  }
  return unpackLinks(source).map(({ urlIndex, ...link }) => ({
    ...link,
    target: targets.get(found[urlIndex]?.id ?? 0) ?? null,
  }))
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

const targetColumns = [
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

function toLinkTarget(row: Pick<Selectable<UrlTable>, (typeof targetColumns)[number]>): LinkTarget {
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
