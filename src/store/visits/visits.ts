import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { sql } from 'kysely'
import {
  type JoinedUrl,
  MAX_VISIT_IMPORTS,
  type PageVisits,
  type UrlVisits,
  type VisitKind,
  type VisitRow,
  type VisitSummary,
  type VisitTotals,
} from '#shared/visits.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase, Database } from '../database/database.ts'
import { holdWebsite } from '../issues/website-settings.ts'
import { DECIDED } from '../pages/decided.ts'
import { issuesNaming } from '../pages/issues-of-page.ts'

/** Files of visits of a website, and their rows as they are joined to crawls. The caller has checked the owner. */
export interface VisitStore {
  /** In the order in which they were added. */
  imports(websiteId: number): Promise<VisitImportRow[]>
  /** What an import says of each URL; none where it is gone. */
  urlsOfImport(importId: number): Promise<UrlVisits[]>
  add(added: NewVisitImport): Promise<{ ok: true; id: number } | { ok: false; reason: 'full' | 'gone' }>
  /** False when the website has no such import. */
  remove(websiteId: number, importId: number): Promise<boolean>
  /** URLs with a query that the crawl requested or skipped, at most `max`. */
  urlsWithQuery(crawlId: number, max: number): Promise<string[]>
  /** What is needed to join, by URL; none for URLs that the crawl does not know. */
  joinedUrls(crawlId: number, urls: readonly string[]): Promise<Map<string, JoinedUrl>>
  /** What the rows of a crawl come from; null before they are first written. */
  joined(crawlId: number): Promise<VisitJoin | null>
  /** Removes what is there, so that rows can be written. */
  beginJoin(crawlId: number): Promise<void>
  addRows(crawlId: number, rows: readonly (VisitRow & { id: number })[]): Promise<void>
  /** Writes the figures of pages into the pages list; 0 for a page without any, null for a figure that no file has. */
  setPageVisits(crawlId: number, visits: { byUrl: ReadonlyMap<string, PageVisits>; none: PageVisits }): Promise<void>
  /** Clicks of the pages that the issues of each check affect. */
  checkClicks(crawlId: number, clicks: ReadonlyMap<string, number>): Promise<Record<string, number>>
  finishJoin(crawlId: number, join: VisitJoin): Promise<void>
}

export interface VisitImportRow {
  id: number
  kind: VisitKind
  name: string
  createdMs: number
  summary: VisitSummary
}

export interface NewVisitImport {
  websiteId: number
  name: string
  nowMs: number
  summary: VisitSummary
  urls: readonly UrlVisits[]
}

export interface VisitJoin {
  version: string
  totals: VisitTotals
  checkClicks: Record<string, number>
}

const pack = promisify(deflate)
const unpack = promisify<Uint8Array, Buffer>(inflate)
/** URLs looked up by one statement, and rows written by one. */
const URLS_AT_ONCE = 100
const ROWS_AT_ONCE = 500
/** Pages of the list of one update: so many are written in some ten milliseconds. */
const PAGES_AT_ONCE = 20_000

const INSERT_ROW = `insert into visit_url
  (crawl_id, id, url, clicks, impressions, visits, bot_requests, last_bot_ms, waste, waste_requests, is_unlinked, is_status_different, row)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const UPDATE_PAGE = `update page_list set clicks = ?, impressions = ?, visits = ?, bot_requests = ?, last_bot_visit = ?
  where crawl_id = ? and url_id = ?`

export function createVisitStore(database: Database): VisitStore {
  const { db, specifics } = database
  const ofCrawl = (crawlId: number): CrawlDatabase => ({ ...database, crawlId })
  return {
    async imports(websiteId) {
      const rows = await db
        .selectFrom('visit_import')
        .select(['id', 'kind', 'name', 'created_ms', 'summary'])
        .where('website_id', '=', websiteId)
        .orderBy('id')
        .execute()
      return rows.map(({ id, kind, name, created_ms, summary }) => ({
        id,
        kind,
        name,
        createdMs: created_ms,
        summary: JSON.parse(summary),
      }))
    },

    async urlsOfImport(importId) {
      const row = await db.selectFrom('visit_import').select('urls').where('id', '=', importId).executeTakeFirst()
      return row === undefined ? [] : JSON.parse((await unpack(row.urls)).toString('utf8'))
    },

    async add({ websiteId, name, nowMs, summary, urls }) {
      const packed = await pack(JSON.stringify(urls))
      return await db.transaction().execute(async transaction => {
        if (!(await holdWebsite(transaction, websiteId))) return { ok: false, reason: 'gone' }
        const { count } = await transaction
          .selectFrom('visit_import')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('website_id', '=', websiteId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_VISIT_IMPORTS) return { ok: false, reason: 'full' }
        const { id } = await transaction
          .insertInto('visit_import')
          .values({
            website_id: websiteId,
            kind: summary.kind,
            name,
            created_ms: nowMs,
            summary: JSON.stringify(summary),
            urls: packed,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { ok: true, id }
      })
    },

    async remove(websiteId, importId) {
      const { numDeletedRows } = await db
        .deleteFrom('visit_import')
        .where('website_id', '=', websiteId)
        .where('id', '=', importId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async urlsWithQuery(crawlId, max) {
      const rows = await db
        .selectFrom('url')
        .select('url')
        .where('crawl_id', '=', crawlId)
        .where('scope', '=', 'internal')
        .where(sql<boolean>`url.${sql.raw(DECIDED)}`)
        .where('url', 'like', '%?%')
        .limit(max)
        .execute()
      return rows.map(({ url }) => url)
    },

    joinedUrls: (crawlId, urls) => readJoinedUrls(ofCrawl(crawlId), urls),

    async joined(crawlId) {
      const row = await db.selectFrom('visit_join').selectAll().where('crawl_id', '=', crawlId).executeTakeFirst()
      if (row === undefined) return null
      return { version: row.version, totals: JSON.parse(row.totals), checkClicks: JSON.parse(row.check_clicks) }
    },

    async beginJoin(crawlId) {
      await writeJoin(db, crawlId, { version: '', totals: '{}', check_clicks: '{}' })
      for (;;) {
        const { numDeletedRows } = await db
          .deleteFrom('visit_url')
          .where('crawl_id', '=', crawlId)
          .where('id', 'in', ({ selectFrom }) =>
            selectFrom('visit_url as old').select('old.id').where('old.crawl_id', '=', crawlId).limit(ROWS_AT_ONCE),
          )
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
      }
    },

    async addRows(crawlId, rows) {
      await db.transaction().execute(async transaction => {
        await specifics.runEach(transaction, {
          statement: INSERT_ROW,
          rows: rows.map(({ id, ...row }) => [
            crawlId,
            id,
            row.url,
            row.clicks,
            row.impressions,
            row.visits,
            row.botRequests,
            row.lastBotMs ?? 0,
            row.waste ?? '',
            row.wasteRequests,
            Number(row.isUnlinked),
            Number(row.isStatusDifferent),
            JSON.stringify(row),
          ]),
        })
      })
    },

    async setPageVisits(crawlId, { byUrl, none }) {
      await clearPageVisits(database, { crawlId, none })
      for (const some of slices([...byUrl.keys()], ROWS_AT_ONCE)) {
        const ids = await readPageIds(ofCrawl(crawlId), some)
        await db.transaction().execute(async transaction => {
          await specifics.runEach(transaction, {
            statement: UPDATE_PAGE,
            rows: [...ids].map(([url, id]) => [...valuesOf(byUrl.get(url) ?? none), crawlId, id]),
          })
        })
      }
    },

    checkClicks: (crawlId, clicks) => readCheckClicks(ofCrawl(crawlId), clicks),

    async finishJoin(crawlId, { version, totals, checkClicks }) {
      await writeJoin(db, crawlId, {
        version,
        totals: JSON.stringify(totals),
        check_clicks: JSON.stringify(checkClicks),
      })
    },
  }
}

async function writeJoin(
  db: Database['db'],
  crawlId: number,
  row: { version: string; totals: string; check_clicks: string },
): Promise<void> {
  await db
    .insertInto('visit_join')
    .values({ crawl_id: crawlId, ...row })
    .onConflict(conflict => conflict.column('crawl_id').doUpdateSet(row))
    .execute()
}

function valuesOf({ clicks, impressions, visits, botRequests, lastBotVisit }: PageVisits) {
  return [clicks, impressions, visits, botRequests, lastBotVisit]
}

async function clearPageVisits({ db }: Database, { crawlId, none }: { crawlId: number; none: PageVisits }) {
  const last = await db
    .selectFrom('page_list')
    .select(({ fn }) => fn.max('url_id').as('id'))
    .where('crawl_id', '=', crawlId)
    .executeTakeFirst()
  for (let from = 0; from <= Number(last?.id ?? -1); from += PAGES_AT_ONCE)
    await db
      .updateTable('page_list')
      .set({
        clicks: none.clicks,
        impressions: none.impressions,
        visits: none.visits,
        bot_requests: none.botRequests,
        last_bot_visit: none.lastBotVisit,
      })
      .where('crawl_id', '=', crawlId)
      .where('url_id', '>=', from)
      .where('url_id', '<', from + PAGES_AT_ONCE)
      .execute()
}

/** The URLs stand first in the join, as a table: see `readUrlStates`. */
function wantedUrls(urls: readonly string[]) {
  return sql`with wanted (wanted_url) as (values ${sql.join(urls.map(url => sql`(cast(${url} as text))`))})`
}

function isWanted({ crawlId, specifics }: CrawlDatabase) {
  const { lookupKey } = specifics.indexedText
  return sql`url.crawl_id = ${crawlId} and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('wanted_url'))}
    and url.url = wanted_url and url.${sql.raw(DECIDED)}`
}

interface LookedUp {
  url: string
  status: number | null
  final_url: string | null
  skip_reason: string | null
  googlebot_line: number
  depth: number
  indexability: JoinedUrl['indexability']
}

async function readJoinedUrls(crawl: CrawlDatabase, urls: readonly string[]): Promise<Map<string, JoinedUrl>> {
  const found = new Map<string, JoinedUrl>()
  for (const some of slices([...new Set(urls)], URLS_AT_ONCE)) {
    const { rows } = await sql<LookedUp>`${wantedUrls(some)}
      select url.url, url.status, url.final_url, url.skip_reason, url.googlebot_line, url.depth, page.indexability
      from wanted cross join url
      left join page on page.crawl_id = url.crawl_id and page.url_id = url.id
      where ${isWanted(crawl)}`.execute(crawl.db)
    for (const row of rows)
      found.set(row.url, {
        url: row.url,
        status: row.status,
        finalUrl: row.final_url ?? row.url,
        indexability: row.indexability,
        isBlocked: row.skip_reason === 'robots' || row.googlebot_line > 0,
        // Below zero where only a sitemap lists it.
        isLinked: row.depth >= 0,
      })
  }
  return found
}

async function readPageIds(crawl: CrawlDatabase, urls: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const some of slices(urls, URLS_AT_ONCE)) {
    const { rows } = await sql<{ url: string; id: number }>`${wantedUrls(some)}
      select url.url, url.id from wanted cross join url where ${isWanted(crawl)}`.execute(crawl.db)
    for (const { url, id } of rows) ids.set(url, id)
  }
  return ids
}

async function readCheckClicks(
  crawl: CrawlDatabase,
  clicks: ReadonlyMap<string, number>,
): Promise<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const some of slices([...clicks.keys()], URLS_AT_ONCE)) {
    const { rows } = await sql<{ url: string; check_id: string }>`
      select distinct named.url, issue.check_id from (${issuesNaming(crawl, some)}) as named
      join issue on issue.id = named.issue_id where issue.is_host_wide = 0`.execute(crawl.db)
    for (const { url, check_id } of rows) sums.set(check_id, (sums.get(check_id) ?? 0) + (clicks.get(url) ?? 0))
  }
  return Object.fromEntries(sums)
}
