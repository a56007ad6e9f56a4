import { unpackNumbers } from '../database/packed-numbers.ts'
import { LinkRows } from './link-rows.ts'
import { joinedMasks, maskOfRow, PAGE_LINKS } from './link-source-mask.ts'
import type { LinkSource } from './link-sources.ts'

/** What one page's links come to, by place in its list of distinct URLs: columns, since a crawl has a hundred such places a page. */
export interface LinkedTargets {
  /** 0 for a URL that the crawl did not take in. */
  ids: Uint32Array
  /** In the words of link-source-mask.ts. */
  masks: Uint32Array
  /** Links of kinds that lead to pages. */
  linkCounts: Uint32Array
  /** 1 where one of those may be followed. */
  isFollowed: Uint8Array
}

/** Counts of one page's links of kinds that lead to pages. */
export interface OutlinkCounts {
  outlinks: number
  outlinkTargets: number
  followedOutlinks: number
  externalOutlinks: number
}

/** Reads the links of one page; those to itself count for nothing. */
export function countLinks(
  source: Pick<LinkSource, 'urlId' | 'links' | 'found'>,
  isExternal: (urlId: number) => boolean,
): { targets: LinkedTargets; counts: OutlinkCounts } {
  const targets = namedTargets(source)
  const { ids, masks, linkCounts, isFollowed } = targets
  const counts: OutlinkCounts = { outlinks: 0, outlinkTargets: 0, followedOutlinks: 0, externalOutlinks: 0 }
  if (source.links === null) return { targets, counts }
  const rows = new LinkRows(source.links)
  for (let link = 0; link < rows.length; link++) {
    const place = rows.urlIndexOf(link)
    const id = ids[place]
    if (id === undefined || id === source.urlId) continue
    masks[place] = joinedMasks(masks[place] ?? 0, maskOfRow(rows, link))
    if (((1 << rows.kindIndexOf(link)) & PAGE_LINKS) === 0) continue
    const linkCount = linkCounts[place] ?? 0
    if (linkCount === 0) counts.outlinkTargets++
    linkCounts[place] = linkCount + 1
    counts.outlinks++
    if (!rows.isNofollow(link)) {
      isFollowed[place] = 1
      counts.followedOutlinks++
    }
    if (id !== 0 && isExternal(id)) counts.externalOutlinks++
  }
  return { targets, counts }
}

/** What a page is known to name before its links are read. */
function namedTargets({ links, found }: Pick<LinkSource, 'links' | 'found'>): LinkedTargets {
  const pairs = unpackNumbers(found)
  const length = pairs.length / 2
  const ids = new Uint32Array(length)
  const masks = new Uint32Array(length)
  const linkCounts = new Uint32Array(length)
  const isFollowed = new Uint8Array(length)
  for (let place = 0; place < length; place++) {
    ids[place] = pairs[2 * place] ?? 0
    masks[place] = pairs[2 * place + 1] ?? 0
    // A redirect names its target without an element, and search engines follow it.
    if (links !== null || ((masks[place] ?? 0) & PAGE_LINKS) === 0) continue
    linkCounts[place] = 1
    isFollowed[place] = 1
  }
  return { ids, masks, linkCounts, isFollowed }
}
