import type { StoredLink } from '#shared/link-rows.ts'
import { LinkRows, LinkTexts } from '#shared/link-rows.ts'
import { type LinkKind, linkKinds, pageLinkKinds } from '#shared/model.ts'
import { kindsToMask, maskToKinds } from '#shared/page-record.ts'
import type { FirstInlink, Inlinks } from '#shared/site-facts.ts'
import { batches, slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { isDecided } from '../pages/decided.ts'
import { findPage } from '../pages/page-key.ts'
import { type IsTopPage, isStart } from './link-scores.ts'
import { LANDMARK_SHIFT } from './link-source-mask.ts'
import { type FullLinkSource, LINK_SOURCES_AT_ONCE, placeOfFound, readLinkSources } from './link-sources.ts'

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
 * The pages that refer to a URL, from the by-target index: distinct source pages by frontier number, and for the first `limit` of them
 * the place of their first link. None before the index is built.
 */
export async function readInlinks(crawl: CrawlDatabase, query: InlinkQuery): Promise<Inlinks> {
  const mask = maskOf(query.kinds)
  // One page is read even when no place is wanted: the first has the smallest depth.
  const wanted = Math.max(1, query.limit)
  const { targetId, total, sources, isInLandmark, isFromTopPage } = await readSources(crawl, {
    url: query.url,
    mask,
    offset: 0,
    limit: wanted,
    ...(query.isTopPage && { isTopPage: query.isTopPage }),
  })
  const places: InlinkPlace[] = []
  for (const slice of slices([...sources.keys()], LINK_SOURCES_AT_ONCE)) {
    for (const source of await readLinkSources(crawl, slice)) {
      places.push(placeOf(source, { targetId, kinds: (sources.get(source.urlId) ?? 0) & mask }))
    }
  }
  const isHighPriority = isInLandmark || isFromTopPage || places.some(({ sourceDepth }) => isStart(sourceDepth))
  return { total, places: places.slice(0, query.limit), isHighPriority }
}

export async function findUrl(
  { db, specifics, crawlId }: CrawlDatabase,
  url: string,
): Promise<{ id: number } | undefined> {
  return await db
    .selectFrom('url')
    .select('id')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url', url))
    .executeTakeFirst()
}

/** All kinds where none are named. */
export function maskOf(kinds: readonly LinkKind[] | undefined): number {
  return kinds ? kindsToMask(kinds, linkKinds) : ALL_KINDS
}

interface SourcesOfUrl {
  /** Of the URL; 0 without sources. */
  targetId: number
  total: number
  sources: Map<number, number>
  isInLandmark: boolean
  isFromTopPage: boolean
}

/**
 * Counts the sources with links of these kinds to a URL; returns one part of them by id with their mask: from an offset, and only those
 * after a source where `afterId` names one.
 */
export async function readSources(
  crawl: CrawlDatabase,
  query: {
    url: string
    mask: number
    offset: number
    limit: number
    afterId?: number
    isTopPage?: IsTopPage
  },
): Promise<SourcesOfUrl> {
  const sources = new Map<number, number>()
  let targetId = 0
  let total = 0
  let landmarkKinds = 0
  let isFromTopPage = false
  let isAfter = query.afterId === undefined
  for await (const rows of walkParts(crawl, query.url)) {
    for (const row of rows) {
      targetId = row.id
      const pairs = unpackNumbers(row.sources)
      for (let index = 0; index < pairs.length; index += 2) {
        const id = pairs[index] ?? 0
        const kinds = pairs[index + 1] ?? 0
        if ((kinds & query.mask) === 0) continue
        total++
        landmarkKinds |= (kinds >>> LANDMARK_SHIFT) & query.mask
        isFromTopPage ||= query.isTopPage?.(id) ?? false
        if (isAfter && total > query.offset && sources.size < query.limit) sources.set(id, kinds)
        isAfter ||= id === query.afterId
      }
    }
  }
  return { targetId, total, sources, isInLandmark: landmarkKinds !== 0, isFromTopPage }
}

interface IndexPart {
  /** Of the URL. */
  id: number
  part: number
  sources: Uint8Array
}

/** What the index has of a URL. One query finds the URL and, nearly always, all of that. */
function walkParts(crawl: CrawlDatabase, url: string): AsyncGenerator<IndexPart[]> {
  const parts = crawl.db
    .selectFrom('url')
    .innerJoin('inlink', join =>
      join.onRef('inlink.crawl_id', '=', 'url.crawl_id').onRef('inlink.target_id', '=', 'url.id'),
    )
    .select(['url.id', 'inlink.part', 'inlink.sources'])
    .where('url.crawl_id', '=', crawl.crawlId)
    .where(isDecided)
    .where(isText(crawl, 'url.url', url))
    .orderBy('inlink.part')
    .limit(PARTS_AT_ONCE)
  return batches({
    after: -1,
    limit: PARTS_AT_ONCE,
    read: after => parts.where('inlink.part', '>', after).execute(),
    keyOf: row => row.part,
  })
}

function placeOf(source: FullLinkSource, target: { targetId: number; kinds: number }): InlinkPlace {
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

/** The first link of these kinds; none for a redirect, which has no element. */
function firstLink(
  { links, found, linkTexts }: FullLinkSource,
  target: { targetId: number; kinds: number },
): StoredLink | null {
  if (links === null || linkTexts === null) return null
  const urlIndex = placeOfFound(found, target.targetId)
  const rows = new LinkRows(links)
  for (let link = 0; link < rows.length; link++) {
    if (rows.urlIndexOf(link) === urlIndex && (target.kinds & (1 << rows.kindIndexOf(link))) !== 0)
      return rows.link(link, new LinkTexts(linkTexts))
  }
  return null
}

export function isOneOf(link: StoredLink, kinds: number): boolean {
  return (kinds & (1 << linkKinds.indexOf(link.kind))) !== 0
}

/** Each may have as many sources in one part of the index as a part has pages. */
const URLS_AT_ONCE = 100

/** The first page, by frontier number, that refers to each of these URLs by a link of these kinds; none for a URL without any. */
export async function readFirstInlinks(
  crawl: CrawlDatabase,
  urls: readonly string[],
  kinds: readonly LinkKind[],
): Promise<Map<string, FirstInlink>> {
  const found = new Map<string, FirstInlink>()
  const mask = maskOf(kinds)
  for (const slice of slices([...new Set(urls)], URLS_AT_ONCE)) {
    const targets = await findTargets(crawl, slice)
    const parts = await selectFirstParts(
      crawl,
      targets.map(target => target.id),
    )
    const sourceIds = new Map<string, number>()
    for (const { id, url } of targets) {
      const sources = parts.get(id)
      const sourceId = sources && (firstOf(sources, mask) ?? (await firstOfAllParts(crawl, { url, mask })))
      if (sourceId !== undefined) sourceIds.set(url, sourceId)
    }
    const pages = await readPlaces(crawl, [...sourceIds.values()])
    for (const [url, sourceId] of sourceIds) {
      const page = pages.get(sourceId)
      if (page) found.set(url, page)
    }
  }
  return found
}

/** One by one: for a list of URLs SQLite, which does not know the size of a crawl, would read all of its URLs. */
async function findTargets(crawl: CrawlDatabase, urls: readonly string[]): Promise<{ id: number; url: string }[]> {
  const targets: { id: number; url: string }[] = []
  for (const url of urls) {
    const found = await findUrl(crawl, url)
    if (found) targets.push({ id: found.id, url })
  }
  return targets
}

/** Sources of each target in the first part of the index that has any. Not joined: a join would read the whole index. */
async function selectFirstParts(
  { db, crawlId }: CrawlDatabase,
  ids: readonly number[],
): Promise<Map<number, Uint8Array>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('inlink')
    .select(['target_id', 'sources'])
    .where('crawl_id', '=', crawlId)
    .where('target_id', 'in', ids)
    .where('part', '=', ({ selectFrom }) =>
      selectFrom('inlink as first')
        .select(({ fn }) => fn.min<number>('first.part').as('part'))
        .whereRef('first.crawl_id', '=', 'inlink.crawl_id')
        .whereRef('first.target_id', '=', 'inlink.target_id'),
    )
    .execute()
  return new Map(rows.map(row => [row.target_id, row.sources]))
}

function firstOf(sources: Uint8Array, mask: number): number | undefined {
  const pairs = unpackNumbers(sources)
  for (let index = 0; index < pairs.length; index += 2) if (((pairs[index + 1] ?? 0) & mask) !== 0) return pairs[index]
  return undefined
}

async function firstOfAllParts(
  crawl: CrawlDatabase,
  query: { url: string; mask: number },
): Promise<number | undefined> {
  const { sources } = await readSources(crawl, { ...query, offset: 0, limit: 1 })
  return sources.keys().next().value
}

async function readPlaces({ db, crawlId }: CrawlDatabase, ids: readonly number[]): Promise<Map<number, FirstInlink>> {
  if (ids.length === 0) return new Map()
  const pages = await db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(['page.url_id', 'page.depth', 'url.url'])
    .where('page.crawl_id', '=', crawlId)
    .where('page.url_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(pages.map(page => [page.url_id, { sourceUrl: page.url, sourceDepth: page.depth }]))
}

/** Of a page: the links that lead to it, as its `inlinkCount` counts them. Of a file: every reference to it. */
export async function readPageInlinks(crawl: CrawlDatabase, url: string, limit: number): Promise<Inlinks> {
  const isPage = (await findPage(crawl, url)) !== undefined
  return await readInlinks(crawl, { url, limit, kinds: isPage ? pageLinkKinds : undefined })
}
