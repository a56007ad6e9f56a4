/**
 * Crawl depth (clicks from the seed) of a page that nothing but a sitemap leads to, and of what only such pages name. Below all
 * others, so that no rule about pages far from the start applies.
 */
export const UNKNOWN_DEPTH = -1

/** Stands for the number of the naming page where only a sitemap lists a URL: after all others. */
export const LISTED_FIRST_NUMBER = 2_147_483_647

export function isKnownDepth(depth: number): boolean {
  return depth !== UNKNOWN_DEPTH
}
