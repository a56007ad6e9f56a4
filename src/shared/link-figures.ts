/**
 * How a page stands among the links of its site; docs/link-analysis.md says how each figure comes about. A link is one of a kind that
 * leads to pages; links of a page to itself are omitted.
 */
export interface LinkFigures {
  /** 0 to 100, the strongest page of the site having 100; null for a page that search engines may not list. */
  score: number | null
  /** Links to the page, however many stand on one page. */
  inlinks: number
  /** Other pages with a link to it that may be followed. */
  followedInlinkPages: number
  /** Links on the page. */
  outlinks: number
  /** Distinct URLs that they name. */
  outlinkTargets: number
  /** Those that may be followed. */
  followedOutlinks: number
  /** Those that leave the site. */
  externalOutlinks: number
}
