import { LinkRows } from '#shared/link-rows.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { joinedMasks, maskOfRow, PAGE_LINKS } from './link-source-mask.ts'
import type { LinkSource } from './link-sources.ts'

const FIRST_CAPACITY = 2 ** 16

/** Who names one URL: a row of the by-target index. */
export interface TargetSources {
  targetId: number
  /** URL id and mask of each source, flattened. */
  sources: Uint32Array
  pageSourceCount: number
  linkCount: number
  followedSourceCount: number
}

/**
 * Links of some thousand pages, inverted: columns with one entry per page and URL that it names, sorted once. A map with a list per
 * URL took four times as long.
 */
export class LinkIndexPart {
  #length = 0
  #targetIds = new Uint32Array(FIRST_CAPACITY)
  #sourceIds = new Uint32Array(FIRST_CAPACITY)
  #masks = new Uint32Array(FIRST_CAPACITY)
  #linkCounts = new Uint32Array(FIRST_CAPACITY)
  #isFollowed = new Uint8Array(FIRST_CAPACITY)

  /** Adds the links of one page, in the order of the sources. A page is not a source of itself. */
  add(sourceId: number, { ids, masks, linkCounts, isFollowed }: LinkedTargets): void {
    while (this.#length + ids.length > this.#targetIds.length) this.#grow()
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place] ?? 0
      if (id === 0 || id === sourceId) continue
      const entry = this.#length++
      this.#targetIds[entry] = id
      this.#sourceIds[entry] = sourceId
      this.#masks[entry] = masks[place] ?? 0
      this.#linkCounts[entry] = linkCounts[place] ?? 0
      this.#isFollowed[entry] = isFollowed[place] ?? 0
    }
  }

  /** By ascending id of the target. */
  *rows(): Generator<TargetSources> {
    const length = this.#length
    // The id first, then the order of insertion: both in one number, sorted without a comparator.
    const keys = new Float64Array(length)
    for (let entry = 0; entry < length; entry++) keys[entry] = (this.#targetIds[entry] ?? 0) * length + entry
    keys.sort()
    for (let start = 0; start < length; ) {
      const targetId = Math.floor((keys[start] ?? 0) / length)
      const beyond = (targetId + 1) * length
      let end = start + 1
      while (end < length && (keys[end] ?? 0) < beyond) end++
      yield this.#row(targetId, keys.subarray(start, end))
      start = end
    }
  }

  #row(targetId: number, keys: Float64Array): TargetSources {
    const sources = new Uint32Array(2 * keys.length)
    const row: TargetSources = { targetId, sources, pageSourceCount: 0, linkCount: 0, followedSourceCount: 0 }
    const first = targetId * this.#length
    for (let index = 0; index < keys.length; index++) {
      const entry = (keys[index] ?? 0) - first
      const mask = this.#masks[entry] ?? 0
      sources[2 * index] = this.#sourceIds[entry] ?? 0
      sources[2 * index + 1] = mask
      if ((mask & PAGE_LINKS) !== 0) row.pageSourceCount++
      row.linkCount += this.#linkCounts[entry] ?? 0
      row.followedSourceCount += this.#isFollowed[entry] ?? 0
    }
    return row
  }

  #grow(): void {
    const capacity = 2 * this.#targetIds.length
    this.#targetIds = copied(this.#targetIds, new Uint32Array(capacity))
    this.#sourceIds = copied(this.#sourceIds, new Uint32Array(capacity))
    this.#masks = copied(this.#masks, new Uint32Array(capacity))
    this.#linkCounts = copied(this.#linkCounts, new Uint32Array(capacity))
    this.#isFollowed = copied(this.#isFollowed, new Uint8Array(capacity))
  }
}

function copied<Numbers extends Uint32Array | Uint8Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers)
  return larger
}

/** What one page's links come to, by place in its list of distinct URLs: columns, since a crawl has a hundred such places a page. */
interface LinkedTargets {
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

/** Counts the links of one page, without those to itself. */
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

/** The URLs that a page names, before its links are read. */
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
