/** One address that a sitemap lists: of a page, or (in an index) of another sitemap. As written, references resolved. */
export interface SitemapEntry {
  loc: string
  /** Versions in other languages (`xhtml:link rel=alternate`). */
  alternates: string[]
}

export type SitemapKind = 'urls' | 'index' | 'text' | 'none'

export interface SitemapBatch {
  kind: SitemapKind
  entries: SitemapEntry[]
}

export interface SitemapSummary {
  kind: SitemapKind
  /** Why reading ended early, null when it did not. Entries before that place count. */
  problem: SitemapProblem | null
}

/** too-many: more entries than the protocol allows. doctype: has a document type declaration, which nothing here reads. */
export type SitemapProblem = 'not-a-sitemap' | 'malformed' | 'doctype' | 'too-many'

/** Longest text of one address that is kept while it is read: 8,192 characters, each of which may be a reference. */
export const MAX_LOC_LENGTH = 65_536
