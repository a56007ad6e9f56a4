import type { LinkFact } from '#shared/element-facts.ts'
import { linkKinds } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isOneOf, maskOf, readSources } from './inlinks.ts'
import { type FullLinkSource, LINK_SOURCES_AT_ONCE, readLinkSources, unpackFound, unpackLinks } from './link-sources.ts'
import { type LinkTarget, readTargetsById, TARGETS_AT_ONCE } from './link-targets.ts'
import type { LinkListQuery } from './page-links.ts'

/** A page that names a URL, with the first of its links to it. */
export interface InlinkPage extends Omit<LinkFact, 'url' | 'fragment'> {
  source: LinkTarget
  /** Crawl depth of the page. */
  depth: number
  /** The link score of the source, see LinkFigures; null where unknown, or where search engines may not index it. */
  linkScore: number | null
  /** Links of this page to the URL; 1 for a redirect, which has no element. */
  linkCount: number
}

/** One part of the pages that refer to a URL, by frontier number. None before the links of the crawl are indexed. */
export async function readInlinkPages(
  crawl: CrawlDatabase,
  { url, offset, limit, kinds }: LinkListQuery,
): Promise<{ total: number; pages: InlinkPage[] }> {
  const mask = maskOf(kinds)
  const { targetId, total, sources } = await readSources(crawl, { url, mask, offset, limit })
  const ids = [...sources.keys()]
  const targets = await readTargetsById(crawl, ids)
  const scores = await readScores(crawl, ids)
  const pages: InlinkPage[] = []
  for (const slice of slices(ids, LINK_SOURCES_AT_ONCE)) {
    for (const page of await readLinkSources(crawl, slice)) {
      const source = targets.get(page.urlId)
      const kindsOfPage = (sources.get(page.urlId) ?? 0) & mask
      if (!source) continue
      const linkScore = scores.get(page.urlId) ?? null
      pages.push(inlinkPage(page, { source, linkScore, targetId, kinds: kindsOfPage }))
    }
  }
  return { total, pages }
}

async function readScores({ db, crawlId }: CrawlDatabase, ids: readonly number[]): Promise<Map<number, number | null>> {
  const scores = new Map<number, number | null>()
  for (const slice of slices(ids, TARGETS_AT_ONCE)) {
    const rows = await db
      .selectFrom('link_figures')
      .select(['url_id', 'score'])
      .where('crawl_id', '=', crawlId)
      .where('url_id', 'in', slice)
      .execute()
    for (const row of rows) scores.set(row.url_id, row.score)
  }
  return scores
}

function inlinkPage(
  page: FullLinkSource,
  at: { source: LinkTarget; linkScore: number | null; targetId: number; kinds: number },
): InlinkPage {
  const urlIndex = unpackFound(page).findIndex(found => found.id === at.targetId)
  const links = unpackLinks(page).filter(link => link.urlIndex === urlIndex && isOneOf(link, at.kinds))
  const [first] = links
  const [kind = 'anchor'] = maskToKinds(at.kinds, linkKinds)
  return {
    source: at.source,
    linkScore: at.linkScore,
    depth: page.depth,
    kind: first?.kind ?? kind,
    text: first?.text ?? '',
    rel: first?.rel ?? [],
    isNofollow: first?.isNofollow ?? false,
    region: first?.region ?? 'body',
    path: first?.path ?? '',
    line: first?.line ?? 0,
    linkCount: Math.max(1, links.length),
  }
}
