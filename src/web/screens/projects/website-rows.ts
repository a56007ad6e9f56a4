/** The websites of the list: searched and sorted. */
import type { WebsiteResponse } from '#shared/api/websites.ts'

/** The one crawled last first; entries without a date count as oldest. */
export function visibleWebsites(websites: readonly WebsiteResponse[], search: string): WebsiteResponse[] {
  const needle = search.trim().toLowerCase()
  return websites
    .filter(({ url, status }) => url.toLowerCase().includes(needle) || status.includes(needle))
    .sort((a, b) => (b.lastCrawled ?? '').localeCompare(a.lastCrawled ?? ''))
}
