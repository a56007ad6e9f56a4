import { linkKinds } from '#shared/model.ts'
import { joinedMasks, maskOfLink, PAGE_LINKS } from './link-source-mask.ts'
import { type LinkSource, unpackFound, unpackLinks } from './link-sources.ts'

/** What one page's links to one URL come to. */
export interface LinkedTarget {
  id: number
  /** In the words of link-source-mask.ts. */
  mask: number
  /** Links of kinds that lead to pages. */
  linkCount: number
  /** One of those may be followed. */
  isFollowed: boolean
}

/** Counts of one page's links of kinds that lead to pages. */
export interface OutlinkCounts {
  outlinks: number
  outlinkTargets: number
  followedOutlinks: number
  externalOutlinks: number
}

export interface PageLinkCounts {
  /** Each URL once, itself and what the crawl did not take in left out. */
  targets: LinkedTarget[]
  counts: OutlinkCounts
}

/** Reads the links of one page; those to itself count for nothing. */
export function countLinks(source: LinkSource, isExternal: (urlId: number) => boolean): PageLinkCounts {
  const targets = unpackFound(source).map(
    ({ id, kinds }): LinkedTarget => ({ id, mask: kinds, ...countsOf(source, kinds) }),
  )
  const counts: OutlinkCounts = { outlinks: 0, outlinkTargets: 0, followedOutlinks: 0, externalOutlinks: 0 }
  for (const link of unpackLinks(source)) {
    const target = targets[link.urlIndex]
    if (!target || target.id === source.urlId) continue
    target.mask = joinedMasks(target.mask, maskOfLink(link))
    if (((1 << linkKinds.indexOf(link.kind)) & PAGE_LINKS) === 0) continue
    if (target.linkCount === 0) counts.outlinkTargets++
    target.linkCount++
    target.isFollowed ||= !link.isNofollow
    counts.outlinks++
    if (!link.isNofollow) counts.followedOutlinks++
    if (target.id !== 0 && isExternal(target.id)) counts.externalOutlinks++
  }
  return { targets: targets.filter(({ id }) => id !== 0 && id !== source.urlId), counts }
}

/** To begin with: a redirect names its target without an element, and search engines follow it. */
function countsOf({ links }: LinkSource, kinds: number): Pick<LinkedTarget, 'linkCount' | 'isFollowed'> {
  const isRedirect = links === null && (kinds & PAGE_LINKS) !== 0
  return { linkCount: isRedirect ? 1 : 0, isFollowed: isRedirect }
}
