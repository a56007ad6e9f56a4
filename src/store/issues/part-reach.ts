import { setImmediate } from 'node:timers/promises'
import { MAX_NAMED_SOURCES } from '#shared/limits.ts'
import { type IssueDetails, type IssueType, type Severity, severities } from '#shared/model.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isAnyText } from '../database/indexed-text.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import { selectListed } from '../pages/listed-query.ts'
import { countPages, pageBit, pagesInPart, withoutPages } from '../pages/page-parts.ts'
import type { StoredReach } from './finding-reach.ts'
import { type IssueQuery, readRuns, typesOf } from './issue-keys.ts'
import { type IssuePagesQuery, readPageIdsOfIssue } from './issue-pages.ts'

/** Pages looked up at once; an embedded database runs other queries in between. */
const PAGES_AT_ONCE = 500

/** What the issues of one check and severity affect of some pages. */
export interface PartReach extends StoredReach {
  /** Of these pages, those that issues of the check affect, of any severity: each once. */
  checkPages: number
  /** The issues. */
  issueIds: readonly number[]
}

/**
 * How many of the pages that meet conditions the issues of each check affect, as the pages list counts the issues of a page: without those
 * of the whole host.
 */
export async function readPartReach(
  crawl: ReportCrawl,
  conditions: readonly PageCondition[],
): Promise<readonly PartReach[]> {
  return await crawl.lists.read(crawl, {
    name: `issues of pages ${JSON.stringify(conditions)}`,
    make: () => sumUp(crawl, conditions),
    sizeOf: reaches => reaches.reduce((sum, { issueIds }) => sum + issueIds.length, 0),
  })
}

/** The issues of these pages that the filter may let through, in no order. */
export async function readPartIssues(
  crawl: ReportCrawl,
  { conditions = [], checkId, severity, ...query }: IssueQuery,
): Promise<number[]> {
  const types = typesOf(query)
  const ids: number[] = []
  for (const reach of await readPartReach(crawl, conditions))
    if (
      (checkId === undefined || reach.checkId === checkId) &&
      (severity === undefined || reach.severity === severity) &&
      (types === null || types.includes(reach.type))
    )
      for (const id of reach.issueIds) ids.push(id)
  return ids
}

interface Check {
  checkId: string
  type: IssueType
  severity: Severity
}

interface Sum extends Check {
  ids: Set<number>
  affected: number
}

async function sumUp(crawl: CrawlDatabase, conditions: readonly PageCondition[]): Promise<PartReach[]> {
  const sums = new Map<string, Partial<Record<Severity, Sum>>>()
  const pagesOfCheck = new Map<string, number>()
  const add = ({ id, checkId, type, severity }: Check & { id: number }, pages: number) => {
    let ofCheck = sums.get(checkId)
    if (!ofCheck) {
      ofCheck = {}
      sums.set(checkId, ofCheck)
    }
    ofCheck[severity] ??= { checkId, type, severity, ids: new Set(), affected: 0 }
    const sum = ofCheck[severity]
    sum.ids.add(id)
    sum.affected += pages
  }
  const wide = await readWideIssues(crawl)
  const pageIds = new Set<number>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const pages: ListedPage[] = await selectListed(crawl, { conditions })
      .select(['listed.url_id as urlId', 'listed.url', 'listed.number'])
      .where('listed.url_id', '>', after)
      .orderBy('listed.url_id')
      .limit(PAGES_AT_ONCE)
      .execute()
    if (pages.length > 0) {
      const marks = pageMarks(pages)
      const byUrl = new Map(pages.map(page => [page.url, page]))
      for (const issue of await readNamed(crawl, [...byUrl.keys()])) {
        const page = byUrl.get(issue.url)
        if (!page) continue
        const ofWide = wide.byId.get(issue.id)
        if (ofWide) ofWide.pages.add(page.urlId)
        else add(issue, 1)
        wide.pagesOfCheck.get(issue.checkId)?.add(page.urlId)
        marks.add(issue.checkId, page.number)
      }
      for (const { part, bits, ...issue } of await readSets(crawl, pages)) {
        add(issue, countPages(bits))
        for (const number of pagesInPart(bits, part)) marks.add(issue.checkId, number)
      }
      for (const [checkId, count] of marks.counts()) pagesOfCheck.set(checkId, (pagesOfCheck.get(checkId) ?? 0) + count)
      if (wide.byId.size > 0) for (const { urlId } of pages) pageIds.add(urlId)
    }
    after = pages.at(-1)?.urlId
    await setImmediate()
  }
  for (const [id, { issue, pages, ...check }] of wide.byId) {
    for (const pageId of await readPageIdsOfIssue(crawl, issue)) if (pageIds.has(pageId)) pages.add(pageId)
    if (pages.size > 0) add({ ...check, id }, pages.size)
    for (const pageId of pages) wide.pagesOfCheck.get(check.checkId)?.add(pageId)
    await setImmediate()
  }
  return [...sums.values()]
    .flatMap(Object.values<Sum>)
    .sort((a, b) => compare(a.checkId, b.checkId) || compare(a.severity, b.severity))
    .map(({ ids, ...sum }) => ({
      ...sum,
      issueCount: ids.size,
      hostWideCount: 0,
      checkPages: wide.pagesOfCheck.get(sum.checkId)?.size ?? pagesOfCheck.get(sum.checkId) ?? 0,
      issueIds: [...ids],
    }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Which of a few pages each check affects. */
function pageMarks(pages: readonly ListedPage[]) {
  const positions = new Map(pages.map(({ number }, position) => [number, position]))
  const byCheck = new Map<string, Uint8Array>()
  return {
    add(checkId: string, number: number): void {
      let marks = byCheck.get(checkId)
      if (!marks) {
        marks = new Uint8Array(pages.length)
        byCheck.set(checkId, marks)
      }
      marks[positions.get(number) ?? 0] = 1
    },
    counts(): [string, number][] {
      return [...byCheck].map(([checkId, marks]) => [checkId, marks.reduce((sum, mark) => sum + mark, 0)])
    },
  }
}

interface ListedPage {
  urlId: number
  url: string
  number: number
}

function ofIssues({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('issue')
    .select(['issue.id', 'issue.check_id as checkId', 'issue.type', 'issue.severity'])
    .where('issue.crawl_id', '=', crawlId)
    .where('issue.is_host_wide', '=', 0)
}

async function readNamed(crawl: CrawlDatabase, urls: readonly string[]) {
  return await ofIssues(crawl)
    .innerJoin('issue_url', 'issue_url.issue_id', 'issue.id')
    .select('issue_url.url')
    .where('issue_url.crawl_id', '=', crawl.crawlId)
    .where('issue_url.is_affected', '=', 1)
    .where(isAnyText(crawl, 'issue_url.url', urls))
    .execute()
}

/** Of the causes that pages share. */
async function readSets(crawl: CrawlDatabase, pages: readonly ListedPage[]) {
  const parts = new Map<number, number>()
  for (const { number } of pages) {
    const { part, bit } = pageBit(number)
    parts.set(part, (parts.get(part) ?? 0) + bit)
  }
  const rows = await ofIssues(crawl)
    .innerJoin('issue_page', 'issue_page.issue_id', 'issue.id')
    .select(['issue_page.part', 'issue_page.pages'])
    .where('issue_page.crawl_id', '=', crawl.crawlId)
    .where('issue_page.part', 'in', [...parts.keys()])
    .execute()
  return rows.flatMap(({ part, pages: known, ...issue }) => {
    const { common } = withoutPages(Number(known), parts.get(part) ?? 0)
    return common === 0 ? [] : [{ ...issue, part, bits: common }]
  })
}

interface WideIssue extends Check {
  issue: IssuePagesQuery['issue']
  /** Those of its pages that meet the conditions. */
  pages: Set<number>
}

/** Issues about a target that more pages link to than they name: those pages are found by the links. */
async function readWideIssues(crawl: CrawlDatabase) {
  const byId = new Map<number, WideIssue>()
  const pagesOfCheck = new Map<string, Set<number>>()
  for (const { type, checkId, isNew } of await readRuns(crawl, {})) {
    const rows = await crawl.db
      .selectFrom('issue')
      .select(['id', 'severity', 'page_url', 'details', 'affected_order'])
      .where('crawl_id', '=', crawl.crawlId)
      .where('type', '=', type)
      .where('check_id', '=', checkId)
      .where('is_new', '=', isNew)
      .where('severity_rank', 'in', [...severities.keys()])
      .where('affected_order', '<', -MAX_NAMED_SOURCES)
      .where('is_host_wide', '=', 0)
      .execute()
    for (const { id, severity, page_url, details: json, affected_order } of rows) {
      const details: IssueDetails = JSON.parse(json)
      if (details.referringKinds === undefined) continue
      const issue = { id, pageUrl: page_url, details, affectedCount: -affected_order }
      byId.set(id, { checkId, type, severity, issue, pages: new Set() })
      pagesOfCheck.set(checkId, pagesOfCheck.get(checkId) ?? new Set())
    }
    await setImmediate()
  }
  return { byId, pagesOfCheck }
}
