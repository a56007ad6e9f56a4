import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { issueTypes } from '#shared/model.ts'
import { migrate } from './migrate.ts'
import { createReadingStore } from './reading.ts'
import type { DatabaseSpecifics, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteSchemaWords } from './sqlite-schema-words.ts'
import type { ReadingStore } from './store.ts'

/**
 * How SQLite goes about the batches of an export: each has to be a range of an index that begins where the last one ended. A scan
 * or a sort would make the time of an export grow with the square of its length.
 */

const specifics: Pick<DatabaseSpecifics, 'contains'> = { contains: column => sql`instr(${column}, 'x') > 0` }

/** A crawl with two issues, two pages and two skipped URLs, and what is asked of the database. */
async function openWatched() {
  const raw = new DatabaseSync(':memory:')
  const asked: CompiledQuery[] = []
  const db = new Kysely<Schema>({
    dialect: sqliteDialect(raw),
    log: event => void asked.push(event.query),
  })
  await migrate(db, sqliteSchemaWords)
  raw.exec(`insert into owner values (1, 'visitor', 1, 1);
    insert into website values (1, 1, 'https://site.test/', null, 0);
    insert into crawl values (1, 1, 'https://site.test/', 9, '{}', 'complete', 'done', 1, '', 0, 0, 0, 1, 1, 1, 1, 'finished', '',
      null, '[]', '{}', 1, 9, 9, 0, 0, null)`)
  const page = raw.prepare(`insert into page values (1, ?, ?, 1, 200, '2xx', 'x', null, 1, 0, 0, 1, 0)`)
  const body = raw.prepare(`insert into page_body values (1, ?, x'7b7d', null, null, null, null, x'0100000001000000')`)
  const url = raw.prepare(`insert into url (crawl_id, id, url, scope, state, skip_reason, depth, redirect_depth, number,
    first_number, first_position, kinds, is_followed, is_challenge) values (1, ?, ?, 'internal', ?, ?, 1, 0, ?, 1, 1, 1, 1, 0)`)
  const issue = raw.prepare(
    `insert into issue values (?, 1, 0, ?, ?, 'error', 0, -1, 'https://site.test/1', 'x', '{}', 0, 1)`,
  )
  const tally = raw.prepare(`insert into issue_tally values (1, 0, ?, ?, 'error', 1)`)
  for (const id of [1, 2]) {
    page.run(id, id)
    body.run(id)
    url.run(id, `https://site.test/${id}`, 'visited', null, id)
    url.run(id + 2, `https://site.test/${id}`.repeat(2), 'skipped', 'robots', 0)
    issue.run(id, `check-${id}`, 'redirect')
    tally.run('redirect', `check-${id}`)
  }
  asked.length = 0
  const database = {
    db,
    specifics: { ...specifics, runEach: never, answerEach: never, usedBytes: never, isFull: () => false },
  }
  return {
    reading: createReadingStore(database),
    /** What SQLite would do for every query since the last call. */
    plans: () =>
      asked.splice(0).flatMap(query => {
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
const reads: [string, (reading: ReadingStore) => Promise<unknown[]>, RegExp][] = [
  [
    'issues',
    reading => reading.issues(1, afterIssue),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  [
    'issues of one severity',
    reading => reading.issues(1, { ...afterIssue, severity: 'error' }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND severity_rank=\? AND \(affected_order,page_url\)>/,
  ],
  [
    'issues of all types by name',
    reading => reading.issues(1, { ...afterIssue, types: issueTypes }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  [
    'issues with a text',
    reading => reading.issues(1, { ...afterIssue, search: 'x' }),
    /issue_by_check \(crawl_id=\? AND type=\? AND check_id=\? AND \(severity_rank,affected_order,page_url\)>/,
  ],
  ['pages', reading => reading.pages(1, afterPage), /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/],
  [
    'pages of a status',
    reading => reading.pages(1, { ...afterPage, statusClass: '2xx' }),
    /page_by_status \(crawl_id=\? AND status_class=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'pages that passed',
    reading => reading.pages(1, { ...afterPage, isPassed: true }),
    /page_by_passed \(crawl_id=\? AND is_passed=\? AND \(number,url_id\)>\(\?,\?\)\)/,
  ],
  [
    'pages with a text',
    reading => reading.pages(1, { ...afterPage, search: 'x' }),
    /page_by_number \(crawl_id=\? AND \(number,url_id\)>\(\?,\?\)\)/,
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
      for (const plan of plans) assert.doesNotMatch(plan, /^SCAN (?!\(|CONSTANT)|ORDER BY/, plans.join('\n'))
    })

  it('looks targets of links up one by one', async () => {
    await using watched = await openWatched()
    assert.equal((await watched.reading.linkTargets(1, ['https://site.test/1', 'https://site.test/2'])).size, 2)
    assert.ok(watched.plans().some(plan => /url_by_address \(crawl_id=\? AND url=\?\)/.test(plan)))
  })
})
