import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { issueTypes } from '#shared/model.ts'
import { readFirstInlinks } from '../links/inlinks.ts'
import { readLinkGraph } from '../links/internal-rank-graph.ts'
import { readRankedPages } from '../links/internal-rank-pages.ts'
import { createTargetReader } from '../links/targets.ts'
import { readExternalUrls } from '../links/url-ids.ts'
import { createReadingStore } from '../reading.ts'
import type { ReadingStore } from '../store.ts'
import type { CrawlDatabase, DatabaseSpecifics } from './database.ts'
import { indexedAsItIs } from './indexed-text.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteSchemaWords } from './sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/**
 * How SQLite goes about the batches of an export: each has to be a range of an index that begins where the last one ended. A scan
 * or a sort would make the time of an export grow with the square of its length.
 */

const specifics: Pick<DatabaseSpecifics, 'contains' | 'indexedText'> = {
  indexedText: indexedAsItIs,
  contains: column => sql`instr(${column}, 'x') > 0`,
}

/** A crawl with two issues, two pages and two skipped URLs, and the queries that the database runs. */
async function openWatched() {
  const raw = new DatabaseSync(':memory:')
  const queries: CompiledQuery[] = []
  const db = new Kysely<Schema>({
    dialect: sqliteDialect(raw),
    log: event => void queries.push(event.query),
  })
  await migrate(db, sqliteSchemaWords)
  raw.exec(`insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (1, 'visitor', 1, 1);
    insert into website (id, owner_id, url, clear_at_ms, is_cleared) values (1, 1, 'https://site.test/', null, 0);
    insert into crawl (id, website_id, seed_url, crawl_limit, options, status, phase, epoch, worker, lease_until_ms,
      is_stop_requested, is_hidden, created_ms, started_ms, committed_ms, ended_ms, end_reason, end_sentence, checkpoint, notes,
      counts, inlink_part, inlink_number, inlink_url_id, is_pause_requested, idle_claims, listed_urls) values (1, 1, 'https://site.test/', 9, '{}', 'complete', 'done', 1, '', 0, 0, 0, 1, 1, 1, 1, 'finished', '',
      null, '[]', '{}', 1, 9, 9, 0, 0, null)`)
  const page = raw.prepare(`insert into page values (1, ?, ?, 1, 200, '2xx', 0, 'x', null, 1, 'indexable', 0, 0, 1, 0)`)
  const body = raw.prepare(
    `insert into page_body values (1, ?, null, x'0100000001000000', null, null, null, 1, 0, x'7b7d', x'', null, null)`,
  )
  const url = raw.prepare(`insert into url (crawl_id, id, url, scope, state, skip_reason, depth, redirect_depth, number,
    first_number, first_position, kinds, is_followed, is_challenge) values (1, ?, ?, 'internal', ?, ?, 1, 0, ?, 1, 1, 1, 1, 0)`)
  const issue = raw.prepare(
    `insert into issue (id, crawl_id, is_site, check_id, type, severity, severity_rank, affected_order, page_url, message, details,
      is_host_wide, discovered_ms) values (?, 1, 0, ?, ?, 'error', 0, -1, 'https://site.test/1', 'x', '{}', 0, 1)`,
  )
  const counter = raw.prepare(`insert into issue_counter values (1, 0, ?, ?, 'error', 0, 1)`)
  const suppressed =
    raw.prepare(`insert into suppressed_issue values (?, 1, 0, ?, 'redirect', 'error', 0, -1, 'https://site.test/1', 'x',
    '{}', 0, 1, null, 0, 'muted', 1, 'x', null, 1)`)
  for (const id of [1, 2]) {
    suppressed.run(id + 2, `check-${id}`)
    page.run(id, id)
    body.run(id)
    url.run(id, `https://site.test/${id}`, 'visited', null, id)
    url.run(id + 2, `https://site.test/${id}`.repeat(2), 'skipped', 'robots', 0)
    issue.run(id, `check-${id}`, 'redirect')
    counter.run('redirect', `check-${id}`)
  }
  queries.length = 0
  const database = {
    db,
    specifics: {
      ...specifics,
      runEach: never,
      queryEach: never,
      usedBytes: never,
      refreshStatistics: never,
      leaseNowMs: never,
      isFull: () => false,
      isEmbedded: true,
    },
  }
  return {
    crawl: { ...database, crawlId: 1 },
    reading: createReadingStore(database, { extract: async () => null, key: null }),
    /** What SQLite would do for every query since the last call. */
    plans: () =>
      queries.splice(0).flatMap(query => {
        const parameters = query.parameters.map(value => (typeof value === 'number' ? value : String(value)))
        const rows = raw.prepare(`explain query plan ${query.sql}`).all(...parameters)
        return rows.map(row => String(row.detail))
      }),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

async function never(): Promise<never> {
  throw new Error('a read writes nothing')
}

const afterIssue = { afterId: 1, limit: 500 }
const afterPage = { afterUrl: 'https://site.test/1', limit: 500 }
/** The range that has to be looked through, in the words of `explain query plan`. */
const reads: [string, (reading: ReadingStore) => Promise<readonly unknown[]>, RegExp][] = [
  [
    'issues',
    reading => reading.issues(1, afterIssue),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND is_new=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  [
    'issues of one severity',
    reading => reading.issues(1, { ...afterIssue, severity: 'error' }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND is_new=\? AND severity_rank=\? AND \(affected_order,page_url\)>/,
  ],
  [
    'issues of all types by name',
    reading => reading.issues(1, { ...afterIssue, types: issueTypes }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND is_new=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  [
    'issues with a text',
    reading => reading.issues(1, { ...afterIssue, search: 'x' }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND is_new=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  [
    'suppressed issues',
    reading => reading.suppressedIssues(1, { kind: 'muted', afterId: 3, limit: 500 }),
    /suppressed_by_cause \(crawl_id=\? AND cause=\? AND \(severity_rank,affected_order,check_id,page_url\)>/,
  ],
  ['pages', reading => reading.pages(1, afterPage), /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/],
  [
    'pages of a status',
    reading => reading.pages(1, { ...afterPage, statusClass: '2xx' }),
    /page_by_status \(crawl_id=\? AND status_class=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'pages of an indexability',
    reading => reading.pages(1, { ...afterPage, indexability: 'indexable' }),
    /page_by_indexability \(crawl_id=\? AND indexability=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'pages that passed',
    reading => reading.pages(1, { ...afterPage, isPassed: true }),
    /page_by_passed \(crawl_id=\? AND is_passed=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'facts of pages',
    reading => reading.factsOfPages(1, afterPage),
    /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'links of pages',
    reading => reading.linksOfPages(1, afterPage),
    /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'pages of the structure',
    reading => reading.structurePages(1, afterPage),
    /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'links of the structure',
    reading => reading.structureLinks(1, afterPage),
    /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'skipped URLs',
    reading => reading.skippedUrls(1, { after: { reason: 'robots', url: 'https://site.test/1' }, limit: 500 }),
    /url_left_out \(crawl_id=\? AND \(skip_reason,url\)>\(\?,\?\)\)/,
  ],
]

/** All rows of a crawl, where a few are wanted. */
const WHOLE_INDEX = /inlink USING PRIMARY KEY \(crawl_id=\?\)/
const ALL_URLS = /url USING (?:PRIMARY KEY|INDEX \w+) \(crawl_id=\?\)/
/** So many that looking through all may seem cheaper. */
const manyUrls = Array.from({ length: 100 }, (_, index) => `https://site.test/${index}`)

describe('the walk over all links of a crawl', () => {
  const walks: [string, (crawl: CrawlDatabase) => Promise<unknown>, RegExp[]][] = [
    [
      'the pages that take part',
      crawl => readRankedPages(crawl),
      [
        /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
        /page_by_status \(crawl_id=\? AND status_class=\? AND \(number,url_id\)>\(\?,\?\)\)/,
      ],
    ],
    [
      'the index by target, in the order of the list',
      async crawl => readLinkGraph(crawl, { pages: await readRankedPages(crawl) }),
      [
        /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
        /inlink USING PRIMARY KEY \(crawl_id=\? AND target_id=\?/,
      ],
    ],
    [
      'what failed or redirects',
      crawl => Array.fromAsync(createTargetReader(crawl)({ statusFrom: 300 })),
      [
        /url_in_trouble \(crawl_id=\? AND \(number,url\)>\(\?,\?\)\)/,
        /url_in_trouble \(crawl_id=\? AND number=\? AND url>\?\)/,
      ],
    ],
    [
      'what belongs to other sites',
      crawl => Array.fromAsync(createTargetReader(crawl)({ scope: 'external', statusFrom: 100 })),
      [
        /url_external \(crawl_id=\? AND \(number,url\)>\(\?,\?\)\)/,
        /url_external \(crawl_id=\? AND number=\? AND url>\?\)/,
      ],
    ],
    [
      'the first that names a URL',
      crawl => readFirstInlinks(crawl, manyUrls, ['anchor']),
      [/url_by_lookup_key \(crawl_id=\? AND url=\?\)/, /inlink USING PRIMARY KEY \(crawl_id=\? AND target_id=\?/],
    ],
    ['which URLs belong to other sites', readExternalUrls, [/url_log USING INDEX \S+ \(crawl_id=\? AND part>\?\)/]],
  ]
  for (const [name, walk, ranges] of walks)
    it(`is made of ranges of an index: ${name}`, async () => {
      await using watched = await openWatched()
      await walk(watched.crawl)
      const plans = watched.plans()
      for (const range of ranges)
        assert.ok(
          plans.some(plan => range.test(plan)),
          plans.join('\n'),
        )
      for (const plan of plans) {
        assert.doesNotMatch(plan, WHOLE_INDEX)
        assert.doesNotMatch(plan, /^SCAN (?!\(|CONSTANT)/, plans.join('\n'))
      }
    })
})

describe('a batch of an export', () => {
  for (const [name, read, range] of reads)
    it(`is a range of an index: ${name}`, async () => {
      await using watched = await openWatched()
      const rows = await read(watched.reading)
      assert.ok(rows.length > 0, 'nothing was read')
      const plans = watched.plans()
      assert.ok(
        plans.some(plan => range.test(plan)),
        plans.join('\n'),
      )
      // `chosen` holds the keys of the batch.
      for (const plan of plans)
        assert.doesNotMatch(plan, /^SCAN (?!chosen|wanted|\(|CONSTANT|\d+ CONSTANT ROWS)|ORDER BY/, plans.join('\n'))
    })

  it('finds one finding in several crawls by the URLs that it names', async () => {
    await using watched = await openWatched()
    const query = { crawlIds: [1, 2], checkId: 'check-1', urls: ['https://site.test/1'], limit: 100 }
    await watched.reading.issuesNaming(query)
    const plans = watched.plans()
    assert.ok(plans.some(plan => /SEARCH issue_url USING PRIMARY KEY \(crawl_id=\? AND url=\?\)/.test(plan)))
    assert.ok(plans.some(plan => /SEARCH issue USING INTEGER PRIMARY KEY/.test(plan)))
    for (const plan of plans)
      assert.doesNotMatch(plan, /^SCAN (?!named|wanted|\(|CONSTANT|\d+ CONSTANT ROWS)/, plans.join('\n'))
  })

  it('looks targets of links up one by one', async () => {
    await using watched = await openWatched()
    assert.equal((await watched.reading.linkTargets(1, manyUrls)).size, 2)
    const plans = watched.plans()
    assert.ok(plans.some(plan => /url_by_lookup_key \(crawl_id=\? AND url=\?\)/.test(plan)))
    for (const plan of plans) assert.doesNotMatch(plan, ALL_URLS)
  })
})
