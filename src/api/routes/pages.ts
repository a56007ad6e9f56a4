import { issuePages } from '#report/issue-list.ts'
import { notCrawled } from '#report/not-crawled-list.ts'
import { readPageDetail } from '#report/page-detail.ts'
import { readPageLinks } from '#report/page-detail-links.ts'
import { pageResponse } from '#report/page-list.ts'
import { readStructure } from '#report/structure.ts'
import { prepareVisits } from '#report/visits/prepare-visits.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { MAX_NOT_CRAWLED_PER_RESPONSE } from '#shared/api/not-crawled.ts'
import { LINKS_PER_RESPONSE_DEFAULT } from '#shared/api/page-details.ts'
import { MAX_PAGES_PER_RESPONSE, PAGES_PER_ISSUE_DEFAULT } from '#shared/api/pages.ts'
import { MAX_STRUCTURE_LINKS, MAX_STRUCTURE_PAGES } from '#shared/api/structure.ts'
import { ruleMatcher } from '#shared/crawl-scope.ts'
import { AppError } from '#shared/errors.ts'
import { URL_REQUIRED } from '#shared/start-url.ts'
import type { Routes } from '../call.ts'
import { notCrawledFilter, pageFilter, pageSort, withSegment } from '../list-filters.ts'
import { pacedReading } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { readingFor, refuseVisitColumns } from '../shared-reading.ts'
import type { RouteDeps } from './route-deps.ts'

/** The pages list: a plain array, with the number of all rows that match beside it in a header. */
export function pageRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listPages'> {
  return {
    listPages: async (call, sent) => {
      const query = await withSegment(store, call, sent)
      refuseVisitColumns(call.visitor, query)
      const { offset = 0, limit = MAX_PAGES_PER_RESPONSE } = query
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      await prepareVisits(store, crawl)
      const urls = query.issues && (await urlsOfIssues(store, { crawlId: crawl.id, ...query, issues: query.issues }))
      const filter = { ...pageFilter(query), ...pageSort(query), ...(urls && { urls }) }
      call.setHeader('X-Total-Count', String(await store.reading.countPages(crawl.id, filter)))
      const rows = await readingFor(store.reading, call.visitor).pages(crawl.id, { ...filter, offset, limit })
      return rows.map(row => pageResponse(row, crawl.websiteId))
    },
  }
}

/** The URLs that a crawl knows and did not visit. */
export function notCrawledRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listNotCrawled'> {
  return {
    listNotCrawled: async (call, query) => {
      const { offset = 0, limit = MAX_NOT_CRAWLED_PER_RESPONSE } = query
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const filter = notCrawledFilter(query)
      call.setHeader('X-Total-Count', String(await store.reading.countSkippedUrls(crawl.id, filter)))
      const rows = await store.reading.skippedUrls(crawl.id, { ...filter, offset, limit })
      const excludedBy = ruleMatcher(crawl.options.exclude)
      return rows.map(row => notCrawled(row, excludedBy))
    },
  }
}

/** The first URLs that each issue is about. */
async function urlsOfIssues(
  { reading }: RouteDeps['store'],
  {
    crawlId,
    issues,
    perIssue = PAGES_PER_ISSUE_DEFAULT,
  }: { crawlId: number; issues: readonly number[]; perIssue?: number },
): Promise<string[]> {
  const rows = await reading.issuesById(crawlId, issues)
  return [...new Set(rows.flatMap(row => issuePages(row).slice(0, perIssue)))]
}

/** The pages of a crawl as a tree with links. */
export function structureRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'structure'> {
  return {
    structure: async ({ website, signal }, { crawl: crawlId }) => {
      const crawl = await chosenCrawl(store, { website, crawlId })
      const reading = pacedReading(store.reading, signal)
      return readStructure(reading, { crawl, maxPages: MAX_STRUCTURE_PAGES, maxLinks: MAX_STRUCTURE_LINKS })
    },
  }
}

/** One URL of a crawl: what is known about it, and its links part by part. */
export function pageDetailRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'pageDetail' | 'pageLinks'> {
  return {
    pageDetail: async ({ website, visitor }, query) => {
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      return readPageDetail(readingFor(store.reading, visitor), { crawl, url: given(query.url) })
    },

    pageLinks: async ({ website }, query) => {
      const { direction = 'out', group = 'all', offset = 0, limit = LINKS_PER_RESPONSE_DEFAULT } = query
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const part = { crawlId: crawl.id, url: given(query.url), direction, group, offset, limit }
      return readPageLinks(store.reading, part)
    },
  }
}

function given(url: string | undefined): string {
  if (url === undefined) throw new AppError('bad-request', URL_REQUIRED)
  return url
}
