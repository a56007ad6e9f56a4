import type { IssueDetails } from '#shared/model.ts'
import { slices } from '../database/batches.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { isAnyText, isTextStatement } from '../database/indexed-text.ts'
import { isDecided } from '../pages/decided.ts'
import { failedUrls } from './issue-writes.ts'

/** URLs looked up at once. */
const URLS_AT_ONCE = 500
/** Issues of site checks whose details are read at once: each may name ten thousand URLs. */
const ISSUES_AT_ONCE = 50

const findPageIssue = (write: CountedWrite) =>
  `select issue.id from issue_url join issue on issue.id = issue_url.issue_id
    where issue_url.crawl_id = ?1 and ${isTextStatement(write, { column: 'issue_url.url', value: '?2', key: 'lookupKey' })}
      and issue.is_site = 0 and issue.page_url = issue_url.url and issue.severity <> 'info' and issue.is_host_wide = 0
    limit 1`
const UPDATE_PAGE = `update page set fails_page_check = ?, fails_site_check = ?, is_passed = ?
  where crawl_id = ? and url_id = ?`

/** URLs of pages that errors and warnings make fail: those of page checks, those of site checks. */
export interface FailedPages {
  byPageIssues: ReadonlySet<string>
  bySiteIssues: ReadonlySet<string>
}

/** Makes pages fail, for issues that were added to the report. */
export async function failPages(write: CountedWrite, failed: FailedPages): Promise<void> {
  for (const pages of await readPages(write, failed)) {
    for (const page of pages)
      await writePage(write, page, {
        byPage: failed.byPageIssues.has(page.url) ? 1 : page.fails_page_check,
        bySite: failed.bySiteIssues.has(page.url) ? 1 : page.fails_site_check,
      })
  }
}

/** Makes pages pass again whose issues were removed from the report, unless other issues make them fail. */
export async function recomputePassed(write: CountedWrite, freed: FailedPages): Promise<void> {
  const stillBySite = await failedBySite(write, freed.bySiteIssues)
  for (const pages of await readPages(write, freed)) {
    const own = pages.filter(page => freed.byPageIssues.has(page.url))
    const found = await write.specifics.queryEach(write.transaction, {
      statement: findPageIssue(write),
      rows: own.map(page => [write.crawlId, page.url]),
    })
    const stillByPage = new Set(own.filter((_, index) => found[index] !== undefined).map(page => page.url))
    for (const page of pages) {
      const isStill = isBadResponse(page) || isUnchecked(page) || stillByPage.has(page.url)
      await writePage(write, page, {
        byPage: freed.byPageIssues.has(page.url) ? Number(isStill) : page.fails_page_check,
        bySite: freed.bySiteIssues.has(page.url) ? Number(stillBySite.has(page.url)) : page.fails_site_check,
      })
    }
  }
}

type PageRow = Awaited<ReturnType<typeof readSome>>[number]

async function readPages(write: CountedWrite, { byPageIssues, bySiteIssues }: FailedPages): Promise<PageRow[][]> {
  const found: PageRow[][] = []
  for (const urls of slices([...new Set([...byPageIssues, ...bySiteIssues])], URLS_AT_ONCE))
    found.push(await readSome(write, urls))
  return found
}

async function readSome({ transaction, specifics, crawlId }: CountedWrite, urls: readonly string[]) {
  return await transaction
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .select(['url.id', 'url.url', 'url.failure', 'url.final_status'])
    .select(['page.fails_page_check', 'page.fails_site_check', 'page.is_passed'])
    .select(['page.is_eligible', 'url.is_challenge'])
    .select(({ eb }) => eb('page.columns', 'is not', null).as('has_facts'))
    .where('url.crawl_id', '=', crawlId)
    .where(isAnyText({ specifics }, 'url.url', urls))
    .where(isDecided)
    .execute()
}

/** As in responses.ts: a page that does not exist never passes. */
function isBadResponse({ failure, final_status }: PageRow): boolean {
  return failure !== null || final_status === null || final_status < 200 || final_status >= 400
}

/** As in responses.ts: nothing checked the content of the HTML page. SQLite gives 0 and 1 for a condition. */
function isUnchecked({ is_challenge, is_eligible, has_facts }: PageRow): boolean {
  return is_challenge === 1 || (Boolean(has_facts) && is_eligible === 0)
}

async function writePage(
  { transaction, specifics, crawlId, counts }: CountedWrite,
  page: PageRow,
  { byPage, bySite }: { byPage: number; bySite: number },
): Promise<void> {
  if (byPage === page.fails_page_check && bySite === page.fails_site_check) return
  const isPassed = byPage + bySite === 0 ? 1 : 0
  counts.passed += isPassed - page.is_passed
  const values = [byPage, bySite, isPassed, crawlId, page.id]
  await specifics.runEach(transaction, { statement: UPDATE_PAGE, rows: [values] })
}

/** Which of the URLs an error or warning of a site check makes fail; not those that it names only as sources. */
async function failedBySite(write: CountedWrite, urls: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const failed = new Set<string>()
  const open = new Set(urls)
  const ids = new Set<number>()
  for (const some of slices([...urls], URLS_AT_ONCE)) {
    for (const { url, id, page_url } of await readNaming(write, some)) {
      if (url !== page_url) ids.add(id)
      else if (open.delete(url)) failed.add(url)
    }
  }
  for (const some of slices([...ids], ISSUES_AT_ONCE)) {
    if (open.size === 0) break
    const rows = await write.transaction
      .selectFrom('issue')
      .select(['page_url', 'details'])
      .where('id', 'in', some)
      .execute()
    for (const row of rows) {
      const details: IssueDetails = JSON.parse(row.details)
      for (const url of failedUrls({ pageUrl: row.page_url, details })) if (open.delete(url)) failed.add(url)
    }
  }
  return failed
}

async function readNaming({ transaction, specifics, crawlId }: CountedWrite, urls: readonly string[]) {
  return await transaction
    .selectFrom('issue_url')
    .innerJoin('issue', 'issue.id', 'issue_url.issue_id')
    .select(['issue_url.url', 'issue.id', 'issue.page_url'])
    .where('issue_url.crawl_id', '=', crawlId)
    .where(isAnyText({ specifics }, 'issue_url.url', urls))
    .where('issue.is_site', '=', 1)
    .where('issue.severity', '!=', 'info')
    .where('issue.is_host_wide', '=', 0)
    .orderBy('issue.id')
    .execute()
}
