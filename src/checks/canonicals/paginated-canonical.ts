import type { PageSummary } from '#shared/site-facts.ts'
import { listAddress, listPageNumber, mayBeOneList } from '../urls/pagination-url.ts'

/** A later page of a paginated list that names the first one, or the bare address of the list, as its canonical. */
export function namesFirstPage(page: Pick<PageSummary, 'url' | 'canonicalUrl' | 'paginationUrls'>): boolean {
  const { url, canonicalUrl, paginationUrls } = page
  if (canonicalUrl === null || canonicalUrl === url) return false
  const number = listPageNumber(url)
  if (number !== null && number > 1) {
    return (listPageNumber(canonicalUrl) ?? 1) <= 1 && listAddress(url).key === listAddress(canonicalUrl).key
  }
  const isInList = paginationUrls.some(other => other !== url && mayBeOneList(url, other))
  return number === null && isInList && mayBeOneList(url, canonicalUrl) && isBare(canonicalUrl) && !isBare(url)
}

/** Lists count by numbers of many names, such as `?start=20`; their first page mostly carries none. */
function isBare(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && !/\d/.test(parsed.pathname + parsed.search)
}
