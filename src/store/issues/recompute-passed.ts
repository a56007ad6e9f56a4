import { isGoodStatus } from '#shared/http-status.ts'
import { slices } from '../database/batches.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { isAnyText } from '../database/indexed-text.ts'
import { isDecided } from '../pages/decided.ts'
import { issuesOfPage } from '../pages/issues-of-page.ts'

/** URLs looked up at once. */
const URLS_AT_ONCE = 500

const findFailing = (write: Pick<CountedWrite, 'specifics'>) =>
  `select issue.id from ${issuesOfPage(write)} join issue on issue.id = of_page.issue_id
    where issue.is_site = ?3 and issue.severity <> 'info' and issue.is_host_wide = 0 limit 1`
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
  for (const pages of await readPages(write, freed)) {
    const stillByPage = await stillFailed(write, { pages, freed: freed.byPageIssues, isSite: 0 })
    const stillBySite = await stillFailed(write, { pages, freed: freed.bySiteIssues, isSite: 1 })
    for (const page of pages) {
      const isStill = isBadResponse(page) || isUnchecked(page) || stillByPage.has(page.url)
      await writePage(write, page, {
        byPage: freed.byPageIssues.has(page.url) ? Number(isStill) : page.fails_page_check,
        bySite: freed.bySiteIssues.has(page.url) ? Number(stillBySite.has(page.url)) : page.fails_site_check,
      })
    }
  }
}

/** Which of the pages an error or warning makes fail. */
async function stillFailed(
  { transaction, specifics, crawlId }: CountedWrite,
  { pages, freed, isSite }: { pages: readonly PageRow[]; freed: ReadonlySet<string>; isSite: 0 | 1 },
): Promise<ReadonlySet<string>> {
  const candidates = pages.filter(page => freed.has(page.url))
  const found = await specifics.queryEach(transaction, {
    statement: findFailing({ specifics }),
    rows: candidates.map(page => [crawlId, page.url, isSite]),
  })
  return new Set(candidates.filter((_, index) => found[index] !== undefined).map(page => page.url))
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
    .leftJoin('page_copy', join =>
      join.onRef('page_copy.crawl_id', '=', 'page.crawl_id').onRef('page_copy.url_id', '=', 'page.url_id'),
    )
    .select(['page.is_eligible', 'url.is_challenge', 'page_copy.original_id'])
    .select(({ eb }) => eb('page.columns', 'is not', null).as('has_facts'))
    .where('url.crawl_id', '=', crawlId)
    .where(isAnyText({ specifics }, 'url.url', urls))
    .where(isDecided)
    .execute()
}

/** As in responses.ts: a page that does not exist never passes. */
function isBadResponse({ failure, final_status }: PageRow): boolean {
  return failure !== null || !isGoodStatus(final_status)
}

/** As in responses.ts: nothing checked the content of the HTML page, or that of its original was. SQLite gives 0 and 1 for a condition. */
function isUnchecked({ is_challenge, is_eligible, has_facts, original_id }: PageRow): boolean {
  return is_challenge === 1 || original_id !== null || (Boolean(has_facts) && is_eligible === 0)
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
