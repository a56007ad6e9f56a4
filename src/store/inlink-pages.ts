import { linkKinds } from '#shared/model.ts'
import { maskToKinds } from '#shared/outcome.ts'
import { slices } from './batches.ts'
import { findUrl, isOneOf, maskOf, readSources } from './inlinks.ts'
import { LINK_SOURCES_AT_ONCE, type LinkSource, readLinkSources, unpackFound, unpackLinks } from './link-sources.ts'
import { readTargetsById } from './page-links.ts'
import type { CrawlDatabase } from './schema.ts'
import type { InlinkPage, LinkListQuery, LinkTarget } from './store.ts'

/** One part of the pages that name a URL, from the by-target index. */
export async function readInlinkPages(
  crawl: CrawlDatabase,
  { url, offset, limit, kinds }: LinkListQuery,
): Promise<{ total: number; pages: InlinkPage[] }> {
  const target = await findUrl(crawl, url)
  if (!target) return { total: 0, pages: [] }
  const mask = maskOf(kinds)
  const { total, sources } = await readSources(crawl, { targetId: target.id, mask, offset, limit })
  const ids = [...sources.keys()]
  const answers = await readTargetsById(crawl, ids)
  const pages: InlinkPage[] = []
  for (const slice of slices(ids, LINK_SOURCES_AT_ONCE)) {
    for (const page of await readLinkSources(crawl, slice)) {
      const source = answers.get(page.urlId)
      const kindsOfPage = (sources.get(page.urlId) ?? 0) & mask
      if (source) pages.push(inlinkPage(page, { source, targetId: target.id, kinds: kindsOfPage }))
    }
  }
  return { total, pages }
}

function inlinkPage(page: LinkSource, at: { source: LinkTarget; targetId: number; kinds: number }): InlinkPage {
  const urlIndex = unpackFound(page).findIndex(found => found.id === at.targetId)
  const links = unpackLinks(page).filter(link => link.urlIndex === urlIndex && isOneOf(link, at.kinds))
  const [first] = links
  const [kind = 'anchor'] = maskToKinds(at.kinds, linkKinds)
  return {
    source: at.source,
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
