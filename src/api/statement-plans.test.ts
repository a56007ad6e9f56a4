import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { type CompiledQuery, Kysely } from 'kysely'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { createStore } from '#store/create-store.ts'
import { migrate } from '#store/database/migrate.ts'
import type { Schema } from '#store/database/schema.ts'
import { sqliteSchemaWords, sqliteSpecifics } from '#store/database/sqlite.ts'
import { sqliteDialect } from '#store/database/sqlite-dialect.ts'
import { BENCH_SEGMENT } from '../../test/bench/api-crawl.ts'
import { apiQuestions } from '../../test/bench/api-questions.ts'
import { extractTestPage } from '../../test/support/storage.ts'
import { createTestApp } from './test-app.ts'

/**
 * How SQLite goes about every statement of every GET of the API: nothing that grows with a crawl is looked through, or sorted, as a
 * whole. SQLite keeps no statistics here, so that its plans are the same for a crawl of four pages and for one of a million.
 */

/** Looks through all rows of a table, of an index, or of a crawl; sorts; makes an index for this once. */
const SUSPICIOUS =
  /^SCAN (?!\(|CONSTANT|\d+ CONSTANT ROWS)|TEMP B-TREE|\((?:crawl_id|owner_id|website_id)=\?\)|AUTOMATIC/

/** Steps, in the words of `explain query plan`, that may be: in any statement, or in those of which this is a part. */
const allowed: { step: RegExp; statement?: RegExp; because: string }[] = [
  { step: /^SCAN wanted$/, because: 'twenty URLs of one issue at most' },
  { step: /^SCAN chosen$/, because: 'the keys of the rows of one response are limited' },
  {
    step: /^SCAN named$|TEMP B-TREE/,
    statement: /\) as named/,
    because: 'the issues of each crawl that name one of a few URLs are limited',
  },
  { step: /SEARCH (?:issue|check|crawl)_counter/, because: 'a crawl has a few of them for each check' },
  {
    step: /TEMP B-TREE/,
    statement: /from "(?:issue|check)_counter"/,
    because: 'a crawl has a few of them for each check',
  },
  { step: /page_speed_(?:group|sample)/, because: 'the operator says how many there may be' },
  { step: /issue_of_site|TEMP B-TREE/, statement: /"is_site" = \?/, because: 'few issues are about a whole host' },
  {
    step: /TEMP B-TREE/,
    statement: /"issue_url"\."url" (?:=|in)/,
    because: 'issues of one URL, or of a batch of pages',
  },
  {
    step: /TEMP B-TREE/,
    statement: /from "issue" where (?:.+ and )?"id" in/,
    because: 'issues that were found, up to a limit',
  },
  {
    step: /TEMP B-TREE/,
    statement: /from "recheck" where "crawl_id" in/,
    because: 'a finding has ten rechecks at most in each of some ten crawls',
  },
  { step: /TEMP B-TREE/, statement: /from "website" inner join/, because: 'an owner has some ten websites' },
  {
    step: /SEARCH (?:website|crawl|newest|started|account)/,
    because: 'an owner has one account and some ten websites, a website ten crawls',
  },
  { step: /^SCAN account$/, because: 'these are the people who may sign in' },
  {
    step: /mute|check_setting|check_threshold|api_key|schedule|alert_(?:setting|channel)|light_check|share_link|visit_import/,
    because: 'a website and an account have a limited number',
  },
  { step: /SCAN crawl USING INDEX crawl_(?:not_ended|failed)/, because: 'an index of the few that are so' },
  { step: /TEMP B-TREE/, statement: /"crawl"\."status" in/, because: 'few crawls have not ended' },
  {
    step: /SCAN \w+ USING (?:COVERING )?INDEX/,
    statement: /as "running"/,
    because: 'the operator sees how many there are',
  },
  {
    step: /^SEARCH suppressed_issue USING COVERING INDEX/,
    statement: /^select distinct "check_id"/,
    because: 'a comparison reads all issues of both crawls, and this once',
  },
  {
    step: /TEMP B-TREE/,
    statement: /from "page_field" where/,
    because: 'a response has a limited number of pages, and a page of few fields',
  },
  { step: /SEARCH visit_join/, because: 'a website has twenty files at most' },
  {
    step: /^SEARCH visit_url USING PRIMARY KEY|TEMP B-TREE/,
    statement: /from "visit_url"/,
    because: 'a file has fifty thousand URLs at most',
  },
  {
    step: /^SEARCH url USING PRIMARY KEY \(crawl_id=\?\)$/,
    statement: /as "alternates"/,
    because: 'readiness counts the Markdown files of a crawl once, in one scan',
  },
  { step: /SEARCH search_part/, because: 'a crawl has one part for five thousand issues' },
  {
    step: /^SEARCH translation_set USING (?:COVERING )?INDEX \w+ \(crawl_id=\?\)$|^USE TEMP B-TREE FOR ORDER BY/,
    statement: /from "translation_set"/,
    because: 'only a site in several languages has them, and any choice is one scan, as of the pages list',
  },
  {
    step: /^SEARCH listed USING PRIMARY KEY \(crawl_id=\?\)$|^USE TEMP B-TREE FOR (?:ORDER BY|string_agg)/,
    statement: /from "page_list" as "listed"/,
    because:
      'any condition and any order is one scan of short rows: a tenth of a second for two hundred thousand pages',
  },
  {
    step: /^SEARCH page_list USING PRIMARY KEY \(crawl_id=\?\)$/,
    statement: /sum\("words"\)/,
    because: 'a sum over all pages is one scan of short rows',
  },
]

describe('the plans of what the API reads', () => {
  const raw = new DatabaseSync(':memory:')
  const queries: CompiledQuery[] = []
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw), log: event => void queries.push(event.query) })
  const store = {
    ...createStore({ db, specifics: sqliteSpecifics(raw) }, { extract: extractTestPage }),
    [Symbol.asyncDispose]: async () => {},
  }
  const test = createTestApp({ store })
  const visitor = test.visitor()
  const url = 'https://bench.test/'
  /** Issues of several pages, which are kept apart, among the links to a target, or named as far as there is room. */
  const shared = (pageUrl: string) => [
    testIssue(pageUrl, { affectedCount: 3, details: { causeKeys: [7], affectedUrls: [pageUrl], evidence: [] } }),
    testIssue(pageUrl, { affectedCount: 3, details: { affectedUrls: [pageUrl], evidence: [] } }),
    testIssue(pageUrl, {
      affectedCount: 2_000,
      details: { targetUrl: `${url}gone`, referringKinds: ['anchor'], affectedUrls: [pageUrl], evidence: [] },
    }),
  ]
  before(async () => {
    await migrate(db, sqliteSchemaWords)
    const account = await store.accounts.find(await test.addAccount('admin', 'admin'))
    const pages = ['', 'guides/', 'products/', 'news/'].map(
      (path): TestPage => ({
        url: url + path,
        issues: [
          ...['title-missing', 'h1-missing'].map(checkId => testIssue(url + path, { checkId })),
          ...shared(url + path),
        ],
      }),
    )
    const of = { ownerId: account?.ownerId ?? 0, url, pages, nowMs: 1 }
    const gone = { url: `${url}gone`, issues: [testIssue(url, { checkId: 'title-duplicate' })] }
    await addCrawl(store, { ...of, pages: [{ url }, gone] })
    await addCrawl(store, of)
    await store.settings.setSegments(1, [BENCH_SEGMENT])
    await visitor.signIn('admin')
  })
  after(() => db.destroy())

  // Of the crawl that is there; far into a list, the query is another one.
  for (const { name, path } of apiQuestions({
    websiteId: 1,
    crawlId: 2,
    issueId: 2,
    issues: 1_000_000,
    pages: 100_000,
  }))
    it(`has no surprises: ${name}`, async () => {
      queries.length = 0
      const response = await visitor.get(path)
      await response.text()
      assert.equal(response.status, 200)
      for (const [statement, plan] of plansOf(queries))
        assert.deepEqual(
          plan.filter(step => SUSPICIOUS.test(step) && !isAllowed(step, { statement, plan })),
          [],
          `${statement}\n${plan.join('\n')}`,
        )
    })

  /** Each statement once. */
  function plansOf(queries: readonly CompiledQuery[]): [string, string[]][] {
    const distinct = new Map(queries.map(query => [query.sql, query]))
    return [...distinct.values()].map(query => {
      const parameters = query.parameters.map(value => (typeof value === 'number' ? value : String(value)))
      const steps = raw.prepare(`explain query plan ${query.sql}`).all(...parameters)
      return [query.sql, steps.map(step => String(step.detail))]
    })
  }
})

function isAllowed(step: string, { statement, plan }: { statement: string; plan: readonly string[] }): boolean {
  // A walk along an index that ends at its limit, as nothing is sorted.
  const isLimited = /limit \?(?: offset \?)?$/.test(statement) && !plan.some(each => each.includes('TEMP B-TREE'))
  if (isLimited && / USING .*INDEX .*\(crawl_id=\?\)/.test(step)) return true
  return allowed.some(each => each.step.test(step) && (each.statement?.test(statement) ?? true))
}
