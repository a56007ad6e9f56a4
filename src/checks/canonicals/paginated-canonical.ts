import type { PageSummary } from '#shared/site-facts.ts'
import { maybeSamePagination, pageNumberOf, paginationUrl } from '../urls/pagination-url.ts'

/** A paginated page with the first page, or the URL of the list without a page number, as canonical. */
export function namesFirstPage(page: Pick<PageSummary, 'url' | 'canonicalUrl' | 'paginationUrls'>): boolean {
  const { url, canonicalUrl, paginationUrls } = page
  if (canonicalUrl === null) return false
  const number = pageNumberOf(url)
  if (number !== null && number > 1) {
    return (pageNumberOf(canonicalUrl) ?? 1) <= 1 && paginationUrl(url).key === paginationUrl(canonicalUrl).key
  }
  const isInList = paginationUrls.some(other => other !== url && maybeSamePagination(url, other))
  return number === null && isInList && maybeSamePagination(url, canonicalUrl) && isBare(canonicalUrl) && !isBare(url)
}

/** Lists count by numbers of many names, such as `?start=20`; their first page mostly carries none. */
function isBare(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && !/\d/.test(parsed.pathname + parsed.search)
}
