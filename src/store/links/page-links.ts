import type { LinkFact } from '#shared/element-facts.ts'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { findPage, keyToReadAfter } from '../pages/page-key.ts'
import { type FullLinkSource, readLinkSources, readLinkSourcesAfter, unpackFound, unpackLinks } from './link-sources.ts'
import { type LinkTarget, readTargetsById } from './link-targets.ts'

export interface PageLinks {
  url: string
  links: PageLink[]
}

export interface PageLink extends Omit<LinkFact, 'url'> {
  /** null for a URL that the crawl did not store, because it knew too many. */
  target: LinkTarget | null
}

/** One part of the links of, or to, one URL. */
export interface LinkListQuery {
  url: string
  offset: number
  limit: number
  /** All when absent. */
  kinds?: readonly LinkKind[]
}

/**
 * Pages after one with all their links in the order of the source, by frontier number; none after a page that is not in the list. A page
 * may hold ten thousand links, so read few pages at a time.
 */
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

/** One part of the links of one page in the order of the source; none for a URL that is not in the list. */
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

/** A link whose target is an id, 0 when the crawl did not store it. */
type LinkOfSource = Omit<PageLink, 'target'> & { targetId: number }

function linksOf(source: FullLinkSource): LinkOfSource[] {
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

/** A redirect has no element. */
const bareLink: Omit<PageLink, 'kind' | 'target'> = {
  fragment: null,
  text: '',
  rel: [],
  isNofollow: false,
  region: 'body',
  path: '',
  line: 0,
}
