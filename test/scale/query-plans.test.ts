import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Kysely, KyselyPlugin } from 'kysely'
import pg from 'pg'
import { SITE, startTestCrawl, testIssue } from '#store/contract/test-crawl.ts'
import { createStore } from '#store/create-store.ts'
import type { Database } from '#store/database/database.ts'
import { openPostgresDatabase } from '#store/database/postgres.ts'
import type { Schema } from '#store/database/schema.ts'
import { issuesOfPage } from '#store/pages/issues-of-page.ts'
import type { ReadingStore, Store } from '#store/store.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

/**
 * How PostgreSQL finds and orders texts, of which indexes hold a hash or the beginning: each read has to be a range of an index. Of
 * SQLite: reading-plans.test.ts.
 */

const PAGES = 3_000
const LONG = 'x'.repeat(3_000)
const pathOf = (index: number) => `/${String(index).padStart(5, '0')}${index % 100 === 0 ? LONG : ''}`
const urlOf = (index: number) => SITE + pathOf(index)

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

let server: PostgresServer
let database: Database & AsyncDisposable
let client: pg.Client
let reading: ReadingStore
let siteFacts: Store['crawls']['siteFacts']
let crawlId: number
const statements: Statement[] = []

/** Notes each query as it is compiled. */
function noting(db: Kysely<Schema>): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

before(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  const onLost = (error: Error) => {
    throw error
  }
  database = await openPostgresDatabase({ url, maxConnections: 2, connectTimeoutMs: 5_000, onLost })
  const store = { ...createStore(database, {}), [Symbol.asyncDispose]: async () => {} }
  const crawl = await startTestCrawl(store)
  crawlId = crawl.crawlId
  await crawl.commit(
    Array.from({ length: PAGES }, (_, index) => ({
      path: pathOf(index),
      number: index + 1,
      issues: [testIssue({ path: pathOf(index) })],
    })),
  )
  await crawl.commitRows(
    Array.from({ length: PAGES }, (_, index) => ({
      url: `${urlOf(index)}?skipped`,
      state: 'skipped' as const,
      skipReason: 'robots' as const,
    })),
  )
  const noted = createStore({ ...database, db: database.db.withPlugin(noting(database.db)) }, {})
  reading = noted.reading
  siteFacts = noted.crawls.siteFacts
  client = new pg.Client({ connectionString: url })
  await client.connect()
  // Counts the rows, of which PostgreSQL knows nothing yet.
  await store.crawls.resolveCanonicals(crawl.claim)
})
after(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function plansOf(read: () => Promise<unknown>): Promise<string> {
  statements.length = 0
  await read()
  const plans: string[] = []
  for (const { sql, parameters } of statements.splice(0)) {
    if (!sql.startsWith('select') && !sql.startsWith('(select')) continue
    const { rows } = await client.query<Record<string, string>>(`explain ${sql}`, [...parameters])
    plans.push(sql, ...rows.map(row => String(row['QUERY PLAN'])))
  }
  return plans.join('\n')
}

const cases: [name: string, read: () => Promise<unknown>, index: RegExp][] = [
  ['a URL', () => reading.linkTargets(crawlId, [urlOf(7), urlOf(100)]), /Index Scan using url_by_lookup_key/],
  [
    'the URLs next to one',
    () => reading.neighbours(crawlId, urlOf(100), 3),
    /Index Scan (?:Backward )?using url_in_order/,
  ],
  [
    // Any condition and any order reads the short rows of all pages, and by their keys those of the ten that are sent.
    'the pages of one response',
    () => reading.pages(crawlId, { sort: { column: 'url', isDescending: false }, limit: 10 }),
    /Index Scan using page_key on page .*Index Scan using page_list_key/s,
  ],
  [
    'skipped URLs after one',
    () => reading.skippedUrls(crawlId, { after: { reason: 'robots', url: urlOf(100) }, limit: 100 }),
    /url_left_out.*\n\s+Index Cond: .*ROW\(skip_reason, /,
  ],
  ['issues', () => reading.issues(crawlId, { limit: 100 }), /Index (?:Only )?Scan using issue_by_check/],
  ['issues of a URL', () => reading.issues(crawlId, { url: urlOf(100) }), /using issue_url_key/],
  [
    'issues of one finding',
    () => reading.issuesNaming({ crawlIds: [crawlId], checkId: 'title-missing', urls: [urlOf(100)], limit: 10 }),
    /using issue_url_key/,
  ],
  ['groups of pages', async () => Array.fromAsync((await siteFacts(crawlId)).groups('title')), /using group_key_key/],
]

describe('on PostgreSQL, a range of an index finds', () => {
  for (const [name, read, index] of cases)
    it(name, async () => {
      const plans = await plansOf(read)
      assert.match(plans, index)
      assert.doesNotMatch(plans, /Seq Scan on (?:url|issue|issue_url|group_key)\b/, plans)
    })

  it('the issues of each page, by one plan for all of them', async () => {
    const statement = `select count(*) from ${issuesOfPage(database)} join issue on issue.id = of_page.issue_id`
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare of_page as ${statement.replaceAll('?', '$')}`)
    const { rows } = await client.query<Record<string, string>>(`explain execute of_page(${crawlId}, '${urlOf(7)}')`)
    const plan = rows.map(row => String(row['QUERY PLAN'])).join('\n')
    for (const index of ['issue_url_key', 'url_by_lookup_key', 'issue_pkey'])
      assert.match(plan, new RegExp(`using ${index}`), plan)
  })
})
