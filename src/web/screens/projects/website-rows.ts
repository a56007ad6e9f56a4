/** Which websites the list shows: pure, from all of them and what is searched for. */
import type { WebsiteResponse } from '#shared/api/websites.ts'

/** The one crawled last first; entries without a date count as oldest. */
export function visibleWebsites(websites: readonly WebsiteResponse[], search: string): WebsiteResponse[] {
  const needle = search.trim().toLowerCase()
  return websites
    .filter(({ url, status }) => url.toLowerCase().includes(needle) || status.includes(needle))
    .sort((a, b) => (b.lastCrawled ?? '').localeCompare(a.lastCrawled ?? ''))
}
