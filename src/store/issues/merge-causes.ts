import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { PageFacts } from '#shared/facts.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import { MAX_LISTED_PAGES, MIN_PAGES_OF_CAUSE } from '#shared/limits.ts'
import type { NewIssue } from '#shared/model.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { countPages, hasPageOf, isInPart, pageBit } from '../pages/page-parts.ts'
import { readPageFacts } from '../pages/stored-pages.ts'
import { decideIssues } from './apply-settings.ts'
import { readParts } from './found-causes.ts'
import { failsPages, insertIssues } from './issue-writes.ts'
import { removePageIssue } from './page-issues.ts'

/** What a check says of some causes of a page; null where the page has none of them. */
export type DescribeCauses = (of: CausesOfPage) => NewIssue | null

export interface CausesOfPage {
  checkId: string
  page: PageFacts
  isChosen(causeKey: number): boolean
  /** One cause that many pages share, of which the page is an example. */
  isShared: boolean
}

/** Pages whose issues one transaction writes anew. */
const PAGES_AT_ONCE = 20

const hasPage = sql<SqlBool>`${sql.raw(hasPageOf('found_cause'))}`
const isFoundOn = isOnPage('found_cause.pages')
const isDescribedOn = isOnPage('found_cause.described')
const isOmittedOn = isOnPage('(found_cause.pages & ~found_cause.described)')
const HAS_DESCRIBED = sql<SqlBool>`found_cause.described <> 0`
const HAS_OMITTED = sql<SqlBool>`found_cause.pages <> found_cause.described`

function isOnPage(pages: string) {
  return sql<SqlBool>`${sql.raw(isInPart(pages, { part: 'found_cause.part' }))}`
}

/** Sets the bit of a page, or takes it away. */
const MARK_DESCRIBED = `update found_cause set described = described | cast(? as bigint)
  where crawl_id = ? and check_id = ? and cause_key = ? and part = ?`
const MARK_OMITTED = `update found_cause set described = described & ~cast(? as bigint)
  where crawl_id = ? and check_id = ? and cause_key = ? and part = ?`
const INSERT_PAGES = `insert into issue_page (crawl_id, issue_id, part, pages)
  select crawl_id, cast(? as integer), part, pages from found_cause
  where crawl_id = ? and check_id = ? and cause_key = ? and pages <> 0`

/**
 * Once all links are counted: makes one issue of each cause that several pages share, and takes it out of the issues of those pages.
 * In short transactions that leave the rest to be done, so it may be interrupted and called again. The result does not depend on what
 * was omitted from the issues of pages while the crawl went on.
 */
export async function mergeCauses(
  claimed: ClaimedDatabase,
  describe: DescribeCauses,
  abandon?: AbortSignal,
): Promise<void> {
  const { db, crawlId } = claimed
  const factsOf = recentFacts(claimed)
  const checks = await db
    .selectFrom('found_cause')
    .select('check_id as checkId')
    .distinct()
    .where('crawl_id', '=', crawlId)
    .orderBy('check_id')
    .execute()
  for (const { checkId } of checks) {
    const keys = await readKeys(claimed, checkId)
    const shared = new Map(
      keys.filter(({ pages }) => pages >= MIN_PAGES_OF_CAUSE).map(({ key, pages }) => [key, pages]),
    )
    for (const { key, pages, described } of keys) {
      const isDescribed = shared.has(key)
      if (described === (isDescribed ? 0 : pages)) continue
      await describeAnew(claimed, { checkId, key, isDescribed, shared, describe, factsOf }, abandon)
    }
    for (const [key, total] of shared) {
      if (abandon?.aborted) return
      const issue = await describeShared(claimed, { checkId, key, total, describe, factsOf })
      await fencedWrite(claimed, { write: fenced => writeCause(fenced, { checkId, key, issue }) })
      await setImmediate()
    }
    // What is left are causes of single pages, which their issues describe.
    if (!abandon?.aborted) await fencedWrite(claimed, { write: fenced => deleteCauses(fenced, { checkId }) })
  }
}

type FactsOf = (url: string) => Promise<PageFacts | null>

/** What a template gets wrong is described for the same few pages again and again, and to extract their facts takes a while. */
const MAX_RECENT = 4

/** The facts of pages, kept of the last few. */
function recentFacts(claimed: ClaimedDatabase): FactsOf {
  const recent = new Map<string, PageFacts | null>()
  return async url => {
    const known = recent.get(url)
    const facts = known === undefined ? await readPageFacts(claimed, url) : known
    recent.delete(url)
    recent.set(url, facts)
    forgetOldest(recent, MAX_RECENT)
    return facts
  }
}

interface KeyPages {
  key: number
  pages: number
  described: number
}

/** The causes of a check that several pages share, or that the issue of a page does not describe. */
async function readKeys(claimed: ClaimedDatabase, checkId: string): Promise<KeyPages[]> {
  const keys: KeyPages[] = []
  let last: KeyPages | undefined
  const close = () => {
    if (last && (last.pages >= MIN_PAGES_OF_CAUSE || last.described < last.pages)) keys.push(last)
  }
  for await (const rows of readParts(claimed, checkId)) {
    for (const { key, pages, described } of rows) {
      if (last?.key !== key) {
        close()
        last = { key, pages: 0, described: 0 }
      }
      last.pages += countPages(pages)
      last.described += countPages(described)
    }
  }
  close()
  return keys
}

interface SharedCause {
  checkId: string
  key: number
}

interface PageOfCause {
  url: string
  number: number
}

/** With the issue that its check has of it now. */
interface DescribedPage extends PageOfCause {
  issue: NewIssue | null
}

interface Rewriting extends SharedCause {
  /** Which of its pages: those whose issue describes the cause, or those whose issue does not. */
  isDescribed: boolean
  shared: ReadonlyMap<number, number>
  describe: DescribeCauses
  factsOf: FactsOf
}

/** Writes the issues of pages anew: without what is shared, with what is not. Described before they are written: that may take a while. */
async function describeAnew(claimed: ClaimedDatabase, rewriting: Rewriting, abandon?: AbortSignal): Promise<void> {
  const { checkId, shared, describe, factsOf } = rewriting
  let after = -1
  while (!abandon?.aborted) {
    const pages = await readSome(claimed, rewriting, after)
    const described: DescribedPage[] = []
    for (const { url, number } of pages) {
      const page = await factsOf(url)
      if (page === null) continue
      described.push({
        url,
        number,
        issue: describe({ checkId, page, isChosen: key => !shared.has(key), isShared: false }),
      })
    }
    await fencedWrite(claimed, {
      async write(fenced) {
        for (const page of described) await describePage(fenced, { checkId, page })
      },
    })
    const last = pages.at(-1)
    if (!last || pages.length < PAGES_AT_ONCE) return
    after = last.number
    await setImmediate()
  }
}

async function readSome(
  { db, crawlId }: CrawlDatabase,
  { checkId, key, isDescribed }: Rewriting,
  afterNumber: number,
): Promise<PageOfCause[]> {
  return await db
    .selectFrom('found_cause')
    .innerJoin('page', join =>
      join.onRef('page.crawl_id', '=', 'found_cause.crawl_id').on(isDescribed ? isDescribedOn : isOmittedOn),
    )
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(['url.url', 'page.number'])
    .where('found_cause.crawl_id', '=', crawlId)
    .where('found_cause.check_id', '=', checkId)
    .where('found_cause.cause_key', '=', key)
    .where('found_cause.part', '>=', pageBit(Math.max(0, afterNumber)).part)
    // Most parts have no such page.
    .where(isDescribed ? HAS_DESCRIBED : HAS_OMITTED)
    .where('page.number', '>', afterNumber)
    .orderBy('found_cause.part')
    .orderBy('page.number')
    .limit(PAGES_AT_ONCE)
    .execute()
}

async function describePage(
  fenced: FencedWrite,
  { checkId, page: { url, number, issue } }: { checkId: string; page: DescribedPage },
): Promise<void> {
  const { transaction, specifics, crawlId, committedMs } = fenced
  const before = await removePageIssue(fenced, { checkId, url })
  if (issue) {
    const issues = [issue]
    const ids = await insertIssues(fenced, { issues, isSite: false, discoveredMs: committedMs })
    await decideIssues(fenced, { issues, ids, isSite: false, nowMs: committedMs })
  }
  const described = issue?.details.causeKeys ?? []
  const { part, bit } = pageBit(number)
  const rowsOf = (keys: readonly number[]) => keys.map(key => [bit, crawlId, checkId, key, part])
  await specifics.runEach(transaction, { statement: MARK_OMITTED, rows: rowsOf(before) })
  await specifics.runEach(transaction, { statement: MARK_DESCRIBED, rows: rowsOf(described) })
}

/** The issue of a cause that pages share: what the check says of it on the first of them, with all of them; null where none has it. */
async function describeShared(
  claimed: ClaimedDatabase,
  {
    checkId,
    key,
    total,
    describe,
    factsOf,
  }: SharedCause & { total: number; describe: DescribeCauses; factsOf: FactsOf },
): Promise<NewIssue | null> {
  const pages = await readMostLinked(claimed, { checkId, key })
  for (const { url } of pages) {
    const page = await factsOf(url)
    const described = page && describe({ checkId, page, isChosen: each => each === key, isShared: true })
    if (!described) continue
    const { details } = described
    return { ...described, details: { ...details, affectedUrls: pages.map(each => each.url) }, affectedCount: total }
  }
  return null
}

async function writeCause(
  fenced: FencedWrite,
  { checkId, key, issue }: SharedCause & { issue: NewIssue | null },
): Promise<void> {
  const { transaction, specifics, crawlId, committedMs } = fenced
  if (issue) {
    const ids = await insertIssues(fenced, {
      issues: [issue],
      isSite: false,
      discoveredMs: committedMs,
      areUrlsLater: true,
    })
    const rows = ids.map(id => [id, crawlId, checkId, key])
    await specifics.runEach(transaction, { statement: INSERT_PAGES, rows })
    if (failsPages(issue)) await failPagesOf(fenced, { checkId, key })
    await decideIssues(fenced, { issues: [issue], ids, isSite: false, nowMs: committedMs })
  }
  await deleteCauses(fenced, { checkId, key })
}

/** The pages that most pages link to, first. */
async function readMostLinked({ db, crawlId }: CrawlDatabase, { checkId, key }: SharedCause) {
  return await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('found_cause')
        .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'found_cause.crawl_id').on(isFoundOn))
        .select(['page.url_id', 'page.inlink_count', 'page.number'])
        .where('found_cause.crawl_id', '=', crawlId)
        .where('found_cause.check_id', '=', checkId)
        .where('found_cause.cause_key', '=', key)
        .orderBy('page.inlink_count', 'desc')
        .orderBy('page.number')
        .orderBy('page.url_id')
        .limit(MAX_LISTED_PAGES)
        .as('linked'),
    )
    .innerJoin('url', join => join.on('url.crawl_id', '=', crawlId).onRef('url.id', '=', 'linked.url_id'))
    .select('url.url')
    .orderBy('linked.inlink_count', 'desc')
    .orderBy('linked.number')
    .orderBy('url.id')
    .execute()
}

/** Pages whose other causes are no more than information. No site check has made a page fail yet. */
async function failPagesOf(
  { transaction, crawlId, counts }: FencedWrite,
  { checkId, key }: SharedCause,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('page')
    .set({ fails_page_check: 1, is_passed: 0 })
    .where('crawl_id', '=', crawlId)
    .where('is_passed', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('found_cause')
          .select('found_cause.part')
          .where('found_cause.crawl_id', '=', crawlId)
          .where('found_cause.check_id', '=', checkId)
          .where('found_cause.cause_key', '=', key)
          .where(hasPage),
      ),
    )
    .executeTakeFirst()
  counts.passed -= Number(numUpdatedRows)
}

/** All of the check without a key. */
async function deleteCauses(
  { transaction, crawlId }: FencedWrite,
  { checkId, key }: { checkId: string; key?: number },
): Promise<void> {
  await transaction
    .deleteFrom('found_cause')
    .where('crawl_id', '=', crawlId)
    .where('check_id', '=', checkId)
    .$if(key !== undefined, causes => causes.where('cause_key', '=', key ?? 0))
    .execute()
}
