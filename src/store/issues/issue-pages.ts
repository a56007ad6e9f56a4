import { type SqlBool, sql } from 'kysely'
import { affectedPages } from '#shared/affected-pages.ts'
import type { LinkKind, NewIssue } from '#shared/model.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, isText, textInOrder, textOrder } from '../database/indexed-text.ts'
import { findUrl, maskOf, readSources } from '../links/inlinks.ts'
import { readTargetsById } from '../links/link-targets.ts'
import { DECIDED, isDecided } from '../pages/decided.ts'
import { isInPart, pageBit } from '../pages/page-parts.ts'

/** Values of one query. */
const URLS_AT_ONCE = 500

export interface IssuePagesQuery {
  issue: Pick<NewIssue, 'pageUrl' | 'details' | 'affectedCount'> & { id: number }
  /** Only pages after this one in the order of the list; from the beginning without it. */
  after?: string | undefined
  limit: number
}

export interface IssuePages {
  /** Number of affected pages; a check of the whole site may name fewer. */
  total: number
  urls: string[]
}

/**
 * One part of the pages that an issue affects, in a stable order: those of a cause by frontier number, those that an issue of the site
 * keeps apart by URL; those that link to a target by frontier number, where there are more than the issue names; otherwise those that it
 * names. The total is that of the issue.
 */
export async function readIssuePages(crawl: CrawlDatabase, query: IssuePagesQuery): Promise<IssuePages> {
  const { issue, after, limit } = query
  const list = await listOf(crawl, issue)
  const total = issue.affectedCount
  if (list.kind === 'kept') return { total, urls: await readKeptPages(crawl, { issueId: issue.id, after, limit }) }
  if (list.kind === 'target') return { total, urls: await readPagesOfTarget(crawl, { list, after, limit }) }
  const { urls: named } = list
  const start = after === undefined ? 0 : named.indexOf(after) + 1
  const urls = after !== undefined && start === 0 ? [] : named.slice(start, start + limit)
  return { total: Math.max(total, named.length), urls }
}

interface LinksToTarget {
  kind: 'target'
  url: string
  kinds: readonly LinkKind[]
}

/** Where the pages of an issue are: in `issue_page` or `issue_url`, among the links to a target, or in its details. */
type PageList = { kind: 'kept' } | LinksToTarget | { kind: 'named'; urls: readonly string[] }

async function listOf(crawl: CrawlDatabase, issue: IssuePagesQuery['issue']): Promise<PageList> {
  const { details, affectedCount } = issue
  const { causeKeys, targetUrl, referringKinds } = details
  if (targetUrl !== undefined && referringKinds !== undefined)
    return { kind: 'target', url: targetUrl, kinds: referringKinds }
  if (causeKeys !== undefined && targetUrl === undefined && affectedCount > 1) return { kind: 'kept' }
  const urls = [...new Set(affectedPages(issue))]
  const kept = urls.length < affectedCount ? await readListedPages(crawl, { issueId: issue.id, limit: 1 }) : []
  return kept.length > 0 ? { kind: 'kept' } : { kind: 'named', urls }
}

interface PagesQuery {
  issueId: number
  after?: string | undefined
  limit: number
}

/** Pages after one of them, of a cause by frontier number, of an issue of the site by URL; none of other issues. */
export async function readKeptPages(crawl: CrawlDatabase, query: PagesQuery): Promise<string[]> {
  return (await isCause(crawl, query.issueId))
    ? await readPagesOfCause(crawl, query)
    : await readListedPages(crawl, query)
}

async function isCause({ db, crawlId }: CrawlDatabase, issueId: number): Promise<boolean> {
  const first = await db
    .selectFrom('issue_page')
    .select('part')
    .where('crawl_id', '=', crawlId)
    .where('issue_id', '=', issueId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

const isInSet = sql<SqlBool>`${sql.raw(isInPart('issue_page.pages', { part: 'issue_page.part' }))}`

function selectPages({ db, crawlId }: CrawlDatabase, issueId: number) {
  return db
    .selectFrom('issue_page')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'issue_page.crawl_id').on(isInSet))
    .where('issue_page.crawl_id', '=', crawlId)
    .where('issue_page.issue_id', '=', issueId)
}

async function readPagesOfCause(crawl: CrawlDatabase, { issueId, after, limit }: PagesQuery): Promise<string[]> {
  const last = after === undefined ? -1 : await findNumber(crawl, after)
  if (last === undefined) return []
  const rows = await selectPages(crawl, issueId)
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select('url.url')
    .where('issue_page.part', '>=', pageBit(Math.max(0, last)).part)
    .where('page.number', '>', last)
    // As along the keys of both tables, so that nothing is sorted.
    .orderBy('issue_page.part')
    .orderBy('page.number')
    .limit(limit)
    .execute()
  return rows.map(({ url }) => url)
}

async function findNumber({ db, specifics, crawlId }: CrawlDatabase, url: string): Promise<number | undefined> {
  const page = await db
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .select('page.number')
    .where('url.crawl_id', '=', crawlId)
    .where(isText({ specifics }, 'url.url', url))
    .where(isDecided)
    .executeTakeFirst()
  return page?.number
}

/** Pages of an issue of the site that are kept apart, after one of them, by URL. */
export async function readListedPages(
  { db, specifics, crawlId }: CrawlDatabase,
  { issueId, after = '', limit }: PagesQuery,
): Promise<string[]> {
  const rows = await db
    .selectFrom('issue_url')
    .select('url')
    .where('crawl_id', '=', crawlId)
    .where('issue_id', '=', issueId)
    .where('is_listed', '=', ({ lit }) => lit(1))
    .where(isBeyond(textOrder({ specifics }, 'url'), '>', textInOrder({ specifics }, after)))
    .orderBy(inOrder({ specifics }, 'url'))
    .limit(limit)
    .execute()
  return rows.map(({ url }) => url)
}

/** Ids of the URLs of all pages that an issue affects. */
export async function readPageIdsOfIssue(
  crawl: CrawlDatabase,
  issue: IssuePagesQuery['issue'],
): Promise<readonly number[]> {
  const list = await listOf(crawl, issue)
  if (list.kind === 'kept') {
    const ofCause = await selectPages(crawl, issue.id).select('page.url_id as id').execute()
    const pages = ofCause.length > 0 ? ofCause : await readListedIds(crawl, issue.id)
    return pages.map(({ id }) => id)
  }
  if (list.kind === 'target') return await readSourceIds(crawl, { list, limit: Number.POSITIVE_INFINITY })
  const ids: number[] = []
  for (const urls of slices(list.urls, URLS_AT_ONCE)) ids.push(...(await readUrlIds(crawl, urls)))
  return ids
}

/** Joined in this order: SQLite, which does not know the size of a crawl, would read all of its URLs first. */
async function readUrlIds({ db, specifics, crawlId }: CrawlDatabase, urls: readonly string[]): Promise<number[]> {
  const { lookupKey } = specifics.indexedText
  const wanted = sql.join(urls.map(url => sql`(cast(${url} as text))`))
  const { rows } = await sql<{ id: number }>`with wanted (wanted_url) as (values ${wanted})
    select url.id from wanted cross join url where url.crawl_id = ${crawlId} and url.${sql.raw(DECIDED)}
      and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('wanted_url'))} and url.url = wanted_url`.execute(db)
  return rows.map(({ id }) => id)
}

/** Joined in this order, as in `readUrlIds()`. */
async function readListedIds({ db, specifics, crawlId }: CrawlDatabase, issueId: number): Promise<{ id: number }[]> {
  const { lookupKey } = specifics.indexedText
  const { rows } = await sql<{ id: number }>`select url.id from issue_url cross join url
    where issue_url.crawl_id = ${crawlId} and issue_url.issue_id = ${issueId} and issue_url.is_listed = 1
      and url.crawl_id = ${crawlId} and url.${sql.raw(DECIDED)} and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('issue_url.url'))}
      and url.url = issue_url.url`.execute(db)
  return rows
}

interface SourceQuery {
  list: LinksToTarget
  after?: string | undefined
  limit: number
}

async function readPagesOfTarget(crawl: CrawlDatabase, query: SourceQuery): Promise<string[]> {
  const ids = await readSourceIds(crawl, query)
  const targets = await readTargetsById(crawl, ids)
  return ids.flatMap(id => targets.get(id)?.url ?? [])
}

/** Pages that link to a target, but itself. */
async function readSourceIds(crawl: CrawlDatabase, { list, after, limit }: SourceQuery): Promise<number[]> {
  const last = after === undefined ? null : await findUrl(crawl, after)
  if (last === undefined) return []
  const { targetId, sources } = await readSources(crawl, {
    url: list.url,
    mask: maskOf(list.kinds),
    offset: 0,
    limit: limit + 1,
    ...(last && { afterId: last.id }),
  })
  return [...sources.keys()].filter(id => id !== targetId).slice(0, limit)
}
