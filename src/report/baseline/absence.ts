import { checkById } from '#checks/index.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, PageRow, ReadingStore } from '#store/store.ts'

/**
 * Why a crawl does not find what an earlier one found. Fixed only where it could have found it: the check ran, and the pages were
 * requested again. A page that was not crawled, or that the check did not check, shows nothing.
 */
export type Absence = 'fixed' | 'not-crawled' | 'not-checked'

export interface AbsentFinding {
  checkId: string
  pageUrl: string
  details: { affectedUrls?: readonly string[] | undefined }
}

/** The URLs of the finding are those of the host of the crawl. */
export type AbsenceOf = (finding: AbsentFinding) => Promise<Absence>

/** Pages of a finding that are looked up. */
const MAX_PAGES = 20

export async function absenceIn(
  reading: Pick<ReadingStore, 'checkCounters' | 'target' | 'pages'>,
  crawl: Pick<CrawlRow, 'id'>,
): Promise<AbsenceOf> {
  const counters = new Map((await reading.checkCounters(crawl.id)).map(({ checkId, ...counter }) => [checkId, counter]))
  return async ({ checkId, pageUrl, details: { affectedUrls = [] } }) => {
    if (!hasRun(counters.get(checkId))) return 'not-checked'
    const urls = (affectedUrls.length > 0 ? affectedUrls : [pageUrl]).slice(0, MAX_PAGES)
    const rows = await reading.pages(crawl.id, { urls, limit: MAX_PAGES })
    const pages = new Map(rows.map(page => [page.url, page]))
    for (const url of urls) {
      const page = pages.get(url)
      if (page && !couldFind(checkId, page)) return 'not-checked'
      if (page) continue
      const target = await reading.target(crawl.id, url)
      if (target !== null && target.skipReason === null) continue
      // What a check of the whole host names, such as robots.txt, is no URL of the crawl.
      const isOfHost = target === null && affectedUrls.length === 0 && isSiteCheck(checkId)
      if (!isOfHost) return 'not-crawled'
    }
    return 'fixed'
  }
}

function hasRun(counter: CheckCounter | undefined): boolean {
  return counter !== undefined && counter.passed + counter.failed > 0
}

/** A check of pages reads what the page has; most read only what search results can show. */
function couldFind(checkId: string, { columns }: PageRow): boolean {
  const check = checkById.get(checkId)
  if (check === undefined || 'scope' in check) return true
  return columns !== null && (check.applies !== 'html-ok' || columns.isEligible)
}

function isSiteCheck(checkId: string): boolean {
  const check = checkById.get(checkId)
  return check !== undefined && 'scope' in check
}
