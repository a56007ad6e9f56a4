import { setImmediate } from 'node:timers/promises'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isAnyText } from '../database/indexed-text.ts'
import { selectListed } from '../pages/listed-query.ts'
import { countPages, pageBit, withoutPages } from '../pages/page-parts.ts'
import type { StoredReach } from './finding-reach.ts'

/** Pages looked up at once; an embedded database runs other queries in between. */
const PAGES_AT_ONCE = 500

/**
 * How many of the pages that meet conditions the issues of each check affect, as the pages list counts the issues of a page: without those
 * of the whole host. `issueCount` counts the same, as an issue is one of each of its pages.
 */
export async function readPartReach(
  crawl: CrawlDatabase,
  conditions: readonly PageCondition[],
): Promise<StoredReach[]> {
  const sums = new Map<string, StoredReach>()
  const add = (check: Pick<StoredReach, 'checkId' | 'type' | 'severity'>, pages: number) => {
    if (pages === 0) return
    const key = `${check.severity} ${check.checkId}`
    const sum = sums.get(key) ?? { ...check, issueCount: 0, hostWideCount: 0, affected: 0 }
    sums.set(key, { ...sum, issueCount: sum.issueCount + pages, affected: sum.affected + pages })
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const pages: ListedPage[] = await selectListed(crawl, { conditions })
      .select(['listed.url_id as urlId', 'listed.url', 'listed.number'])
      .where('listed.url_id', '>', after)
      .orderBy('listed.url_id')
      .limit(PAGES_AT_ONCE)
      .execute()
    if (pages.length > 0) {
      for (const { count, ...check } of await countNamed(crawl, pages)) add(check, Number(count))
      for (const { pageCount, ...check } of await countInSets(crawl, pages)) add(check, pageCount)
    }
    after = pages.at(-1)?.urlId
    await setImmediate()
  }
  return [...sums.values()].sort((a, b) => (a.checkId < b.checkId ? -1 : a.checkId > b.checkId ? 1 : 0))
}

interface ListedPage {
  urlId: number
  url: string
  number: number
}

function ofIssues({ db, crawlId }: CrawlDatabase) {
  return db.selectFrom('issue').where('issue.crawl_id', '=', crawlId).where('issue.is_host_wide', '=', 0)
}

async function countNamed(crawl: CrawlDatabase, pages: readonly ListedPage[]) {
  const urls = pages.map(({ url }) => url)
  return await ofIssues(crawl)
    .innerJoin('issue_url', 'issue_url.issue_id', 'issue.id')
    .select(['issue.check_id as checkId', 'issue.type', 'issue.severity'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('issue_url.crawl_id', '=', crawl.crawlId)
    .where('issue_url.is_affected', '=', 1)
    .where(isAnyText(crawl, 'issue_url.url', urls))
    .groupBy(['issue.check_id', 'issue.type', 'issue.severity'])
    .execute()
}

/** Of the causes that pages share. */
async function countInSets(crawl: CrawlDatabase, pages: readonly ListedPage[]) {
  const parts = new Map<number, number>()
  for (const { number } of pages) {
    const { part, bit } = pageBit(number)
    parts.set(part, (parts.get(part) ?? 0) + bit)
  }
  const rows = await ofIssues(crawl)
    .innerJoin('issue_page', 'issue_page.issue_id', 'issue.id')
    .select(['issue.check_id as checkId', 'issue.type', 'issue.severity', 'issue_page.part', 'issue_page.pages'])
    .where('issue_page.crawl_id', '=', crawl.crawlId)
    .where('issue_page.part', 'in', [...parts.keys()])
    .execute()
  return rows.map(({ part, pages: bits, ...check }) => {
    const { common } = withoutPages(Number(bits), parts.get(part) ?? 0)
    return { ...check, pageCount: countPages(common) }
  })
}
