import type { CrawlCounts } from '../store.ts'

/** Counts of a crawl that has not begun. */
export function noCounts(): CrawlCounts {
  return {
    pagesCrawled: 0,
    pagesListed: 0,
    urlsFound: 0,
    urlsProbed: 0,
    bytes: 0,
    bySeverity: { error: 0, warning: 0, info: 0 },
    byCategory: { brokenLinks: 0, redirects: 0, duplicates: 0, metaIssues: 0, other: 0 },
    redirectIssues: 0,
    duplicateIssues: 0,
    passed: 0,
  }
}

/** Adds to a sum by key; counters are gathered in memory and written once. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, count = 1): void {
  sums.set(key, (sums.get(key) ?? 0) + count)
}
