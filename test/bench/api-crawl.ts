import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { ensureBuiltInAccounts } from '#accounts/built-in-accounts.ts'
import { PASSWORD_COST } from '#accounts/password-hash.ts'
import { ourCatalogue } from '#checks/index.ts'
import { encodeFacts, urlsOnPage } from '#crawl/visit/encode-facts.ts'
import { columnsWith, countsWith } from '#report/test-rows.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { categoryOf, type IssueType, type Severity, severities } from '#shared/model.ts'
import type { FoundUrl } from '#shared/page-record.ts'
import { testStoredPage } from '#shared/test-stored-page.ts'
import { FILL_PAGE_LIST } from '#store/contract/test-fill-page-list.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { extractTestPage } from '../support/storage.ts'
import { ORIGIN, readPages } from './checks-crawl.ts'
import { benchSite } from './crawl/bench-site.ts'

/**
 * A data folder's database with one ended crawl of very many issues, written past the store, which would take an hour. Nothing of it
 * was ever checked: it is as long and as wide as such a crawl would be, so that responds about it cost what they would.
 */

export const BENCH_PASSWORD = 'meadow-copper-19-violin'
const BUSY_TIMEOUT_MS = 5_000
const ISSUES_PER_PAGE = 10
/** As many as a large crawl has checks that found something. */
const CHECKS = 60
/** One issue in so many is kept out of the report. */
const SET_ASIDE_EVERY = 20
/** Pages with all the facts and links that a crawl reads; the others have few facts. */
const READ_PAGES = 60
const EARLIER_CRAWLS = 9
/** Pages that all others link, by their navigation. */
const LINKED_BY_ALL = 40
const NEIGHBOURS = 15
/** Pages whose links make one part of the index. */
const PAGES_PER_PART = 3_100
const NAVIGATION_LINK = 0x8000_0000 | 1 | (1 << 16)
const CONTENT_LINK = 0x8000_0000 | 0x8000 | 1
/** The one page that holds this text in its URL. */
export const RARE_TEXT = 'quagga'
export const FREQUENT_TEXT = 'guides'
/** A third of the pages. */
export const BENCH_SEGMENT = { name: 'Guides', conditions: `url:contains:${FREQUENT_TEXT}` }
/** A group of duplicates. */
const GROUP = 20

export interface ApiCrawl {
  websiteId: number
  crawlId: number
  issues: number
  /** One of them. */
  issueId: number
  pages: number
}

export function pageCountOf(issues: number): number {
  return Math.max(READ_PAGES + LINKED_BY_ALL, Math.ceil(issues / ISSUES_PER_PAGE))
}

/** Fills a database that is not there yet; the account admin owns what is in it. */
export async function makeApiCrawl(file: string, issues: number): Promise<ApiCrawl> {
  const { websiteId, crawlId } = await startCrawls(file)
  const raw = new DatabaseSync(file)
  raw.exec('pragma synchronous = off; pragma cache_size = -400000; begin')
  const pages = pageCountOf(issues)
  const at = { raw, crawlId, pages, url: urls(pages) }
  writePages(at)
  raw.exec(FILL_PAGE_LIST)
  writeLinks(at)
  writeIssues(at, issues)
  writeSums(at)
  raw.exec('commit; pragma wal_checkpoint(truncate)')
  raw.close()
  return { websiteId, crawlId, issues, issueId: 1, pages }
}

async function startCrawls(file: string): Promise<{ websiteId: number; crawlId: number }> {
  await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, extract: extractTestPage })
  const deps = { store, now: Date.now, randomBytes, passwordCost: PASSWORD_COST }
  await ensureBuiltInAccounts(deps, { admin: BENCH_PASSWORD, user: null })
  const account = await store.accounts.findByName('admin')
  if (!account) throw new Error('there is no account')
  const start = async (nowMs: number) => {
    const options = defaultCrawlOptions
    const started = await store.websites.startCrawl({
      ownerId: account.ownerId,
      url: `${ORIGIN}/`,
      crawlLimit: 1_000_000,
      options,
      nowMs,
    })
    const claim = await store.crawls.claim('bench', nowMs, BUSY_TIMEOUT_MS)
    if (!claim) throw new Error('the crawl that was started cannot be claimed')
    await store.crawls.end(claim, { reason: 'finished', sentence: 'Every page was crawled.', endedMs: nowMs })
    return started
  }
  for (let index = 0; index < EARLIER_CRAWLS; index++) await start(index + 1)
  const started = await start(Date.now())
  await store.settings.setSegments(started.websiteId, [BENCH_SEGMENT])
  return started
}

interface Writing {
  raw: DatabaseSync
  crawlId: number
  pages: number
  url(page: number): string
}

function urls(pages: number): (page: number) => string {
  const site = benchSite(pages)
  return page => (page === pages - 1 ? `${ORIGIN}/${RARE_TEXT}.html` : ORIGIN + site.path(page))
}

function writePages({ raw, crawlId, pages, url }: Writing): void {
  const insertUrl =
    raw.prepare(`insert into url (crawl_id, id, url, scope, state, skip_reason, depth, redirect_depth, number, first_number,
    first_position, kinds, is_followed, response_kind, status, final_status, media_type, bytes, ttfb_ms, total_ms, is_challenge)
    values (?, ?, ?, ?, ?, ?, 2, 0, ?, 1, 1, 1, 1, 'responded', ?, ?, 'text/html', 41000, 20.5, 40.25, 0)`)
  const insertPage =
    raw.prepare(`insert into page (crawl_id, number, url_id, depth, status, status_class, title, columns, is_eligible,
    indexability, fails_page_check, fails_site_check, is_passed, inlink_count) values (?, ?, ?, 2, ?, ?, ?, ?, 1, 'indexable', 0, 0, ?, 30)`)
  const insertBody =
    raw.prepare(`insert into page_body (crawl_id, url_id, links, found, link_texts, extractor, context, body)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const models = readPages(benchSite(pages), READ_PAGES).map(facts => {
    const { found, places } = urlsOnPage(facts)
    return { found, facts: encodeFacts(facts, places), page: testStoredPage(facts) }
  })
  for (let page = 0; page < pages; page++) {
    const [id, status] = [page + 1, page % 50 === 7 ? 404 : 200]
    insertUrl.run(crawlId, id, url(page), 'internal', 'visited', null, id, status, status)
    const title = `A page about lead lines and other ways of measuring, number ${page}`
    const columns = JSON.stringify(columnsWith({ title, h1: title }))
    insertPage.run(crawlId, id, id, status, `${(status / 100) | 0}xx`, title, columns, page % 3 === 0 ? 1 : 0)
    const model = models[page]
    const { links = null, linkTexts = null } = model?.facts ?? {}
    const { extractor = null, context = null, body = null } = model?.page ?? {}
    insertBody.run(crawlId, id, links, foundOf(page, { model, pages }), linkTexts, extractor, context, body)
  }
  // As many URLs again that are no pages: images, other sites, what was skipped.
  for (let other = 0; other < pages; other++) {
    const [id, isSkipped] = [pages + other + 1, other % 4 === 0]
    const url = `${other % 5 === 1 ? 'https://elsewhere.test' : ORIGIN}/image/${other}.gif`
    const [state, reason] = isSkipped ? ['skipped', 'probe-budget'] : ['probed', null]
    insertUrl.run(crawlId, id, url, other % 5 === 1 ? 'external' : 'internal', state, reason, 0, 200, 200)
  }
}

function foundOf(
  page: number,
  { model, pages }: { model: { found: FoundUrl[] } | undefined; pages: number },
): Uint8Array {
  const count = model?.found.length ?? LINKED_BY_ALL + NEIGHBOURS
  const pairs = Array.from({ length: count }, (_, index) => [
    index < LINKED_BY_ALL ? index + 1 : 1 + ((page + index) % pages),
    1,
  ])
  return new Uint8Array(Uint32Array.from(pairs.flat()).buffer)
}

function writeLinks({ raw, crawlId, pages }: Writing): void {
  const figures = raw.prepare(`insert into link_figures (crawl_id, url_id, outlinks, outlink_targets, followed_outlinks,
    external_outlinks, inlinks, followed_inlink_pages, score) values (?, ?, 55, 55, 55, 0, 30, 30, 40)`)
  const index = raw.prepare(`insert into inlink (crawl_id, target_id, part, page_source_count, sources, link_count,
    followed_source_count) values (?, ?, ?, ?, ?, ?, ?)`)
  for (let target = 1; target <= pages; target++) {
    figures.run(crawlId, target)
    const isLinkedByAll = target <= LINKED_BY_ALL
    const first = isLinkedByAll ? 1 : Math.max(1, target - NEIGHBOURS)
    const last = isLinkedByAll ? pages : Math.min(pages, target + NEIGHBOURS)
    for (let part = Math.floor(first / PAGES_PER_PART); part * PAGES_PER_PART <= last; part++) {
      const pairs: number[] = []
      const end = Math.min(last, (part + 1) * PAGES_PER_PART - 1)
      for (let source = Math.max(first, part * PAGES_PER_PART); source <= end; source++)
        pairs.push(source, isLinkedByAll ? NAVIGATION_LINK : CONTENT_LINK)
      const count = pairs.length / 2
      index.run(crawlId, target, part, count, new Uint8Array(Uint32Array.from(pairs).buffer), count, count)
    }
  }
}

interface Sort {
  checkId: string
  type: IssueType
  severity: Severity
}

/** Checks that the product has, so that their texts are sent with each issue. */
const sorts: readonly Sort[] = [...ourCatalogue.values()]
  .slice(0, CHECKS)
  .map(({ id, type, severity }) => ({ checkId: id, type, severity }))

function sortOf(index: number): Sort {
  const sort = sorts[index % sorts.length]
  if (!sort) throw new Error('there are no checks')
  return sort
}

function writeIssues({ raw, crawlId, pages, url }: Writing, issues: number): void {
  const columns = `crawl_id, is_site, check_id, type, severity, severity_rank, affected_order, page_url, message, details,
    is_host_wide, discovered_ms`
  const insert = raw.prepare(`insert into issue (${columns}, id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`)
  const suppressed = raw.prepare(`insert into suppressed_issue (${columns}, id, cause, mute_id, reason, checked_ms,
    suppressed_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, null, '', 1, 1)`)
  const insertUrl = raw.prepare('insert into issue_url (crawl_id, url, issue_id, is_affected) values (?, ?, ?, 1)')
  // URLs in order: the index by URL is written as it lies.
  for (let index = 0; index < issues; index++) {
    const page = Math.floor((index * pages) / issues)
    const { checkId, type, severity } = sortOf(index)
    const isGroup = type.includes('duplicate')
    const affected = isGroup ? Array.from({ length: GROUP }, (_, each) => url((page + each) % pages)) : []
    const places = [3, 5, 8].map(step => ({
      sourceUrl: url((page * 7 + step) % pages),
      text: 'Read more about this',
      region: 'main',
      path: 'body > main > p:nth-of-type(3) > a',
      line: 40 + step,
    }))
    const details = {
      statusCode: 404,
      ...(isGroup && { duplicateUrls: affected }),
      evidence: [{ kind: 'places', label: 'Linked from', places, total: 3 }],
    }
    const pageUrl = url(page)
    const values = [
      crawlId,
      isGroup ? 1 : 0,
      checkId,
      type,
      severity,
      severities.indexOf(severity),
      -Math.max(1, affected.length),
      pageUrl,
      `Finding ${index} of ${pageUrl}: 3 links lead to it`,
      JSON.stringify(details),
      index + 1,
    ] as const
    if (index % SET_ASIDE_EVERY === 1)
      suppressed.run(...values, index % (2 * SET_ASIDE_EVERY) === 1 ? 'muted' : 'fixed')
    else insert.run(...values)
    for (const each of new Set([pageUrl, ...(isGroup ? affected.slice(0, 3) : [])]))
      insertUrl.run(crawlId, each, index + 1)
  }
}

function writeSums({ raw, crawlId, pages }: Writing): void {
  raw.exec(`insert into issue_counter (crawl_id, is_site, type, check_id, severity, is_new, count)
    select crawl_id, is_site, type, check_id, severity, is_new, count(*) from issue
    group by crawl_id, is_site, type, check_id, severity, is_new;
    insert into check_counter (crawl_id, is_site, check_id, result, reason, count)
    select crawl_id, is_site, check_id, 'failed', '', count(*) from issue group by crawl_id, is_site, check_id;
    insert into crawl_counter (crawl_id, name, key, count)
    select crawl_id, 'status', status_class, count(*) from page group by crawl_id, status_class;
    insert into crawl_counter (crawl_id, name, key, count) select ${crawlId}, 'depth', '2', ${pages};
    insert into crawl_counter (crawl_id, name, key, count)
    select crawl_id, 'skipped', skip_reason, count(*) from url where skip_reason is not null group by crawl_id, skip_reason;
    insert into crawl_counter (crawl_id, name, key, count)
    select crawl_id, 'suppressed', cause, count(*) from suppressed_issue group by crawl_id, cause`)
  const counts = countsWith({
    pagesCrawled: pages,
    pagesListed: pages,
    urlsFound: 2 * pages,
    bySeverity: { error: 0, warning: 0, info: 0 },
    byCategory: { brokenLinks: 0, redirects: 0, duplicates: 0, metaIssues: 0, other: 0 },
    passed: Number(raw.prepare('select count(*) as count from page where is_passed = 1').get()?.count),
  })
  for (const { type, severity, count } of raw
    .prepare('select type, severity, sum(count) as count from issue_counter group by type, severity')
    .all()) {
    const sort = sorts.find(each => each.type === type && each.severity === severity)
    if (!sort) continue
    counts.bySeverity[sort.severity] += Number(count)
    counts.byCategory[categoryOf(sort.type)] += Number(count)
  }
  raw.prepare('update crawl set counts = ? where id = ?').run(JSON.stringify(counts), crawlId)
}
