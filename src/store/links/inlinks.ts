import type { StoredLink } from '#shared/link-codec.ts'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { kindsToMask, maskToKinds } from '#shared/page-record.ts'
import type { Inlinks } from '#shared/site-facts.ts'
import { batches, slices } from '../database/batches.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import { LinkRows } from './link-rows.ts'
import { isNearStart } from './link-scores.ts'
import { LANDMARK_SHIFT } from './link-source-mask.ts'
import { LINK_SOURCES_AT_ONCE, type LinkSource, placeOfFound, readLinkSources } from './link-sources.ts'
import type { IsTopPage } from './top-pages.ts'

const PARTS_AT_ONCE = 20
const ALL_KINDS = kindsToMask(linkKinds, linkKinds)

type InlinkPlace = Inlinks['places'][number]

export interface InlinkQuery {
  url: string
  limit: number
  kinds?: readonly LinkKind[] | undefined
  /** Without it no page is of high priority for its rank. */
  isTopPage?: IsTopPage
}

/**
 * Who names a URL, from the by-target index: distinct source pages by frontier number, and for the first `limit` of them the
 * place of their first link. Before the index is built there are none.
 */
export async function readInlinks(crawl: CrawlDatabase, query: InlinkQuery): Promise<Inlinks> {
  const target = await findUrl(crawl, query.url)
  if (!target) return { total: 0, places: [], isHighPriority: false }
  const mask = maskOf(query.kinds)
  // One page is read even when no place is wanted: the first has the smallest depth.
  const wanted = Math.max(1, query.limit)
  const { total, sources, isInLandmark, isFromTopPage } = await readSources(crawl, {
    targetId: target.id,
    mask,
    offset: 0,
    limit: wanted,
    ...(query.isTopPage && { isTopPage: query.isTopPage }),
  })
  const places: InlinkPlace[] = []
  for (const slice of slices([...sources.keys()], LINK_SOURCES_AT_ONCE)) {
    for (const source of await readLinkSources(crawl, slice)) {
      places.push(placeOf(source, { targetId: target.id, kinds: (sources.get(source.urlId) ?? 0) & mask }))
    }
  }
  const isHighPriority = isInLandmark || isFromTopPage || places.some(({ sourceDepth }) => isNearStart(sourceDepth))
  return { total, places: places.slice(0, query.limit), isHighPriority }
}

export async function findUrl({ db, crawlId }: CrawlDatabase, url: string): Promise<{ id: number } | undefined> {
  return await db
    .selectFrom('url')
    .select('id')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where('url', '=', url)
    .executeTakeFirst()
}

/** All kinds where none are named. */
export function maskOf(kinds: readonly LinkKind[] | undefined): number {
  return kinds ? kindsToMask(kinds, linkKinds) : ALL_KINDS
}

/** Counts the sources whose links are of the kinds asked for; one part of them by id with their mask. */
export async function readSources(
  { db, crawlId }: CrawlDatabase,
  asked: { targetId: number; mask: number; offset: number; limit: number; isTopPage?: IsTopPage },
): Promise<{ total: number; sources: Map<number, number>; isInLandmark: boolean; isFromTopPage: boolean }> {
  const sources = new Map<number, number>()
  let total = 0
  let landmarkKinds = 0
  let isFromTopPage = false
  const parts = batches({
    after: -1,
    read: after =>
      db
        .selectFrom('inlink')
        .select(['part', 'sources'])
        .where('crawl_id', '=', crawlId)
        .where('target_id', '=', asked.targetId)
        .where('part', '>', after)
        .orderBy('part')
        .limit(PARTS_AT_ONCE)
        .execute(),
    keyOf: row => row.part,
  })
  for await (const rows of parts) {
    for (const row of rows) {
      const pairs = unpackNumbers(row.sources)
      for (let index = 0; index < pairs.length; index += 2) {
        const id = pairs[index] ?? 0
        const kinds = pairs[index + 1] ?? 0
        if ((kinds & asked.mask) === 0) continue
        total++
        landmarkKinds |= (kinds >>> LANDMARK_SHIFT) & asked.mask
        isFromTopPage ||= asked.isTopPage?.(id) ?? false
        if (total > asked.offset && sources.size < asked.limit) sources.set(id, kinds)
      }
    }
  }
  return { total, sources, isInLandmark: landmarkKinds !== 0, isFromTopPage }
}

function placeOf(source: LinkSource, target: { targetId: number; kinds: number }): InlinkPlace {
  const link = firstLink(source, target)
  const [kind = 'anchor'] = maskToKinds(target.kinds, linkKinds)
  return {
    sourceUrl: source.url,
    sourceNumber: source.number,
    sourceDepth: source.depth,
    kind: link?.kind ?? kind,
    text: link?.text ?? '',
    region: link?.region ?? 'body',
    path: link?.path ?? '',
    line: link?.line ?? 0,
    isNofollow: link?.isNofollow ?? false,
  }
}

/** Of these kinds; none for a redirect, which names its target without an element. */
function firstLink({ links, found }: LinkSource, target: { targetId: number; kinds: number }): StoredLink | null {
  if (links === null) return null
  const urlIndex = placeOfFound(found, target.targetId)
  const rows = new LinkRows(links)
  for (let link = 0; link < rows.length; link++) {
    if (rows.urlIndexOf(link) === urlIndex && (target.kinds & (1 << rows.kindIndexOf(link))) !== 0)
      return rows.link(link)
  }
  return null
}

export function isOneOf(link: StoredLink, kinds: number): boolean {
  return (kinds & (1 << linkKinds.indexOf(link.kind))) !== 0
}
