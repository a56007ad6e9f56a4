import type { SitemapKind } from '#shared/host-facts.ts'
import type { SourcePosition } from './xml-events.ts'

/** One URL that a sitemap lists: of a page, or in an index of another sitemap. As written, references resolved. */
export interface SitemapEntry {
  loc: string
  /** Versions in other languages (`xhtml:link rel=alternate`). */
  alternates: string[]
  /** Text of `lastmod`, cut; '' where there is none. */
  lastModified: string
  /** 1-based line on which the entry ends. */
  line: number
}

export interface SitemapBatch {
  kind: SitemapKind
  entries: SitemapEntry[]
}

export interface SitemapSummary {
  kind: SitemapKind
  /** Why reading ended early; null when it did not. Entries before that position count. */
  problem: SitemapProblem | null
  /** Position of the problem and what is wrong there; null and '' when unknown. */
  place: SourcePosition | null
  detail: string
  /** Name of the outermost element without prefix, and its namespace; '' in a text file. */
  root: string
  namespace: string
  /** Names the namespace of news sitemaps. */
  isNews: boolean
}

/** too-many: more entries than the protocol allows. doctype: has a document type declaration, which is not read. */
export type SitemapProblem = 'not-a-sitemap' | 'malformed' | 'doctype' | 'too-many'

/** Longest text of `lastmod` that is kept: the longest date is half as long. */
export const MAX_LAST_MODIFIED_LENGTH = 64
/** Longest `loc` that is kept while reading: 8,192 characters, each of which may be a reference. */
export const MAX_LOC_LENGTH = 65_536
