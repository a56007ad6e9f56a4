import type { CheckResponse } from '#shared/api/checks.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { wordSearch } from '../../word-search.ts'

/** The websites that a search finds, the one crawled last first; entries without a date count as oldest. */
export function visibleWebsites(websites: readonly WebsiteResponse[], search: string): WebsiteResponse[] {
  const needle = search.trim().toLowerCase()
  return websites
    .filter(({ url, status }) => url.toLowerCase().includes(needle) || status.includes(needle))
    .sort((a, b) => (b.lastCrawled ?? '').localeCompare(a.lastCrawled ?? ''))
}

/** Checks whose id, title or type has every typed word. */
export function foundChecks(checks: readonly CheckResponse[], search: string): CheckResponse[] {
  const matches = wordSearch(search)
  return checks.filter(({ id, title, type }) => matches(`${id} ${title} ${type.replaceAll('_', ' ')}`))
}
