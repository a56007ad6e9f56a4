import type { LinkRows, StoredLink } from '#shared/link-rows.ts'
import { type LinkKind, linkKinds, pageLinkKinds, type Region, regions } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'

/**
 * What the by-target index keeps of one page's links to one URL, in 32 bits: the kinds of links (bits 0 to 14), those of links in nav,
 * header or footer, which repeat on many pages (16 to 30), and between them the class of the weightiest followed link (bit 15
 * the lower, bit 31 the upper half).
 */
export const LANDMARK_SHIFT = 16
const CLASS_LOW_BIT = 15
const CLASS_HIGH_BIT = 31
const landmarks: readonly Region[] = ['nav', 'header', 'footer']

/** How much a link counts for the internal rank, from least to most; 0: not at all. */
export const linkClasses = ['none', 'footer', 'navigation', 'content'] as const
const [NONE, FOOTER, NAVIGATION, CONTENT] = [0, 1, 2, 3]

/** By region. Links beside the content repeat on many pages, as a navigation does. */
const regionClasses: Record<Region, number> = {
  main: CONTENT,
  body: CONTENT,
  nav: NAVIGATION,
  header: NAVIGATION,
  aside: NAVIGATION,
  footer: FOOTER,
  head: NONE,
}
/** What a person can click. */
const clickedKinds: readonly LinkKind[] = ['anchor', 'area']

export const PAGE_LINKS = kindsToMask(pageLinkKinds, linkKinds)

/** What one link adds to the mask of its page and target; masks of several are put together by `joinedMasks`. */
export function maskOfLink({ kind, region, isNofollow }: Pick<StoredLink, 'kind' | 'region' | 'isNofollow'>): number {
  const bit = 1 << linkKinds.indexOf(kind)
  const inLandmark = landmarks.includes(region) ? bit << LANDMARK_SHIFT : 0
  const linkClass = isNofollow || !clickedKinds.includes(kind) ? NONE : regionClasses[region]
  return withClass(bit | inLandmark, linkClass)
}

/** The masks of all links that there can be, followed and not, by place of the kind and of the region. */
const masks = Uint32Array.from(
  linkKinds.flatMap(kind =>
    regions.flatMap(region => [false, true].map(isNofollow => maskOfLink({ kind, region, isNofollow }))),
  ),
)

/** The same of a link that is still packed: there are a hundred of them on a page. */
export function maskOfRow(rows: LinkRows, link: number): number {
  const place = rows.kindIndexOf(link) * regions.length + rows.regionIndexOf(link)
  return masks[2 * place + (rows.isNofollow(link) ? 1 : 0)] ?? 0
}

/** Kinds of both, and the weightier class. */
export function joinedMasks(one: number, other: number): number {
  return withClass(withoutClass(one | other), Math.max(linkClassOf(one), linkClassOf(other)))
}

/** A place in `linkClasses`. */
export function linkClassOf(mask: number): number {
  return ((mask >>> CLASS_LOW_BIT) & 1) | ((mask >>> CLASS_HIGH_BIT) << 1)
}

function withoutClass(mask: number): number {
  return mask & ~((1 << CLASS_LOW_BIT) | (1 << CLASS_HIGH_BIT))
}

function withClass(mask: number, linkClass: number): number {
  return (mask | ((linkClass & 1) << CLASS_LOW_BIT) | ((linkClass >>> 1) << CLASS_HIGH_BIT)) >>> 0
}
