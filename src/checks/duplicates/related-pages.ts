import type { HostVariant, PageSummary, SiteFactsCrawl } from '#shared/site-facts.ts'
import { maybeSamePagination, paginationUrl } from '../urls/pagination-url.ts'
import { createDisjointSets } from './disjoint-sets.ts'

/**
 * Groups pages that may rightly share title, description and text: language versions of each other (hreflang) and pages of one
 * paginated list. Pages with equal text on variants of one host are grouped as well: the host is one cause,
 * reported once and not again for every page. Gives each page the index of the first page of its group. Linear in the number
 * of pages and of their alternates.
 */
export function relatedGroups(pages: readonly PageSummary[], crawl: SiteFactsCrawl): number[] {
  const sets = createDisjointSets(pages.length)
  const first = new Map<string, number>()
  const uniteByKey = (key: string, index: number) => {
    const other = first.get(key)
    if (other === undefined) first.set(key, index)
    else sets.unite(other, index)
  }
  const indexOf = new Map(pages.map((page, index) => [page.url, index]))
  const lists = pages.map(page => paginationUrl(page.url))
  const numbered = new Set(lists.filter(list => list.isNumbered).map(list => list.key))
  const copies = hostCopies(crawl).map(variant => new URL(variant.url).origin)
  for (const [index, page] of pages.entries()) {
    const siblings = page.paginationUrls.filter(url => maybeSamePagination(page.url, url))
    for (const url of [...page.alternates, ...siblings]) {
      const other = indexOf.get(url)
      if (other !== undefined) sets.unite(index, other)
    }
    const list = lists[index]
    if (list && numbered.has(list.key)) uniteByKey(`list ${list.key}`, index)
    const origin = copies.find(copy => page.url.startsWith(`${copy}/`))
    if (origin !== undefined && page.textHash !== '') {
      uniteByKey(`copy ${page.url.slice(origin.length)} ${page.textHash}`, index)
    }
  }
  return pages.map((_, index) => sets.find(index))
}

/** Whether two pages are related. */
export function areRelated(pair: readonly [PageSummary, PageSummary], crawl: SiteFactsCrawl): boolean {
  const [groupOfA, groupOfB] = relatedGroups(pair, crawl)
  return groupOfA === groupOfB
}

/**
 * The variants of the start host (http or https, with or without `www.`) that show a home page of their own instead of
 * redirecting to one; empty when there are fewer than two, or when all name the same canonical.
 */
export function hostCopies(crawl: SiteFactsCrawl): HostVariant[] {
  const serving = crawl.hostVariants.filter(isServing)
  const canonicals = new Set(serving.map(variant => variant.canonicalUrl ?? variant.url))
  return canonicals.size < 2 ? [] : serving
}

function isServing({ status, location, isHtml }: HostVariant): boolean {
  return status === 200 && location === null && isHtml
}
