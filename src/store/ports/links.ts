import type { FetchFailure, LinkFact } from '#shared/facts.ts'
import type { LinkKind, SkipReason } from '#shared/model.ts'

export interface PageLinks {
  url: string
  links: PageLink[]
}

export interface PageLink extends Omit<LinkFact, 'url'> {
  /** null for a URL that the crawl did not take in, because it knew too many. */
  target: LinkTarget | null
}

/** One part of the links of, or to, one URL. */
export interface LinkListQuery {
  url: string
  offset: number
  limit: number
  /** All when left out. */
  kinds?: readonly LinkKind[]
}

/** A page that names a URL, with the first of its links to it. */
export interface InlinkPage extends Omit<LinkFact, 'url' | 'fragment'> {
  source: LinkTarget
  /** Clicks of the page from the seed. */
  depth: number
  /** How strong a source it is, see LinkFigures; null where that is not known, or search engines may not list it. */
  linkScore: number | null
  /** Links of this page to the URL; 1 for a redirect, which has no element. */
  linkCount: number
}

/** A URL that was named, with what came of asking it. */
export interface LinkTarget {
  url: string
  isExternal: boolean
  /** Status of the URL itself: that of the first redirect when it redirects. null without an answer, or when it was not asked. */
  statusCode: number | null
  failure: FetchFailure | null
  failureDetail: string
  /** Why it was not asked, or not read. */
  skipReason: SkipReason | null
  mediaType: string
  bytes: number | null
}
