import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { FILL_PAGE_LIST } from '../contract/test-fill-page-list.ts'
import { createStore } from '../create-store.ts'
import { migrate } from '../database/migrate.ts'
import type { Schema } from '../database/schema.ts'
import { sqliteSchemaWords, sqliteSpecifics } from '../database/sqlite.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import type { IssueQuery, IssueRow, PageQuery } from '../store.ts'

/** Lists that are longer than what is looked through at once, read from the middle. */

const ISSUES = 28_000
const PAGES = 9_000
const severities = ['error', 'warning', 'info'] as const

/** Most are warnings: more than 20,000, so that two places of their list are kept. */
function rankOf(index: number): number {
  if (index % 11 === 0) return 0
  return index % 11 === 1 ? 2 : 1
}

for (const isFilledBeforeTheEnd of [false, true])
  describe(isFilledBeforeTheEnd ? 'a long list, with what is stored for searching' : 'a long list', () => {
    const raw = new DatabaseSync(':memory:')
    let statements = 0
    const db = new Kysely<Schema>({ dialect: sqliteDialect(raw), log: () => void statements++ })
    const store = createStore({ db, specifics: sqliteSpecifics(raw) }, {})
    const { reading } = store
    /** The crawl; others that began or ended meanwhile have the ids between. */
    let crawlId = 0

    before(async () => {
      await migrate(db, sqliteSchemaWords)
      const ownerId = await store.visitors.createOwner('owner', 1)
      const options = defaultCrawlOptions
      const started = await store.websites.startCrawl({
        ownerId,
        url: 'https://site.test/',
        crawlLimit: 9,
        options,
        nowMs: 1,
      })
      crawlId = started.crawlId
      const claim = await store.crawls.claim('worker', 1, 1_000)
      assert.ok(claim)
      if (isFilledBeforeTheEnd) fill()
      await store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: 2 })
      if (!isFilledBeforeTheEnd) fill()
      assert.equal((await db.selectFrom('issue_order').select('part').execute()).length, isFilledBeforeTheEnd ? 3 : 0)
    })
    after(() => db.destroy())

    function fill(): void {
      const issue = raw.prepare(`insert into issue (id, crawl_id, is_site, check_id, type, severity, severity_rank,
      affected_order, page_url, message, details, is_host_wide, discovered_ms, is_new)
      values (?, ?, 0, ?, 'meta_issue', ?, ?, ?, ?, ?, '{"evidence":[]}', 0, 1, ?)`)
      const url =
        raw.prepare(`insert into url (crawl_id, id, url, scope, state, depth, redirect_depth, number, first_number,
      first_position, kinds, is_followed, is_challenge, status) values (?, ?, ?, 'internal', 'visited', 1, 0, ?, 1, 1, 1, 1, 0, ?)`)
      const page =
        raw.prepare(`insert into page (crawl_id, number, url_id, depth, status, status_class, title, is_eligible,
      indexability, fails_page_check, fails_site_check, is_passed, inlink_count) values (?, ?, ?, 1, ?, ?, ?, 1, 'indexable', 0, 0, ?, 0)`)
      raw.exec('begin')
      for (let index = 0; index < ISSUES; index++) {
        const rank = rankOf(index)
        const url = `https://site.test/${(index * 31) % PAGES}`
        const message = index % 3 === 0 ? 'Often' : index % 4_000 === 1 ? 'Rarely' : 'Else'
        const affected = -((index * 13) % 5) - 1
        // Every tenth belongs to another crawl.
        const of = index % 10 === 9 ? crawlId + 1 : crawlId
        issue.run(index + 1, of, `check-${index % 4}`, severities[rank] ?? '', rank, affected, url, message, index % 2)
      }
      for (let number = 1; number <= PAGES; number++) {
        // Known in another order than visited.
        const id = PAGES + 1 - number
        const status = number % 5 === 0 ? 404 : 200
        url.run(crawlId, id, `https://site.test/${number}${number % 1_000 === 1 ? '/rare' : ''}`, number, status)
        page.run(
          crawlId,
          number,
          id,
          status,
          `${Math.floor(status / 100)}xx`,
          number % 2 ? 'Often' : '',
          number % 3 ? 0 : 1,
        )
      }
      raw.exec(`insert into issue_counter (crawl_id, is_site, type, check_id, severity, is_new, count)
      select crawl_id, is_site, type, check_id, severity, is_new, count(*) from issue group by 1, 2, 3, 4, 5, 6;
      insert into crawl_counter (crawl_id, name, key, count)
      select crawl_id, 'status', status_class, count(*) from page group by 1, 3;
      ${FILL_PAGE_LIST}; commit`)
    }

    /** In the words of the list's definition. */
    function allIssues(condition: string): number[] {
      const rows = raw
        .prepare(
          `select id from issue where crawl_id = ? and ${condition}
         order by severity_rank, affected_order, check_id, page_url, id`,
        )
        .all(crawlId)
      return rows.map(row => Number(row.id))
    }

    const ids = (rows: readonly IssueRow[]) => rows.map(row => row.id)

    const lists: [string, IssueQuery, string, number][] = [
      ['all', {}, '1 = 1', 24_000],
      ['all, from one severity into the next', {}, '1 = 1', 22_900],
      ['all, far into a severity', {}, '1 = 1', 15_000],
      ['of a type, from one severity into the next', { types: ['meta_issue'] }, '1 = 1', 2_280],
      ['of a severity', { severity: 'warning' }, `severity = 'warning'`, 6_000],
      ['of a severity, behind its first place', { severity: 'warning' }, `severity = 'warning'`, 12_000],
      ['with a frequent text', { search: 'OFTEN' }, `message = 'Often'`, 6_000],
      ['with a rare text', { search: 'rarely' }, `message = 'Rarely'`, 2],
      [
        'with a rare text, of a check',
        { search: 'rarely', checkId: 'check-1' },
        `message = 'Rarely' and check_id = 'check-1'`,
        1,
      ],
      [
        'with a frequent text, of a severity',
        { search: 'ten', severity: 'info' },
        `message = 'Often' and severity = 'info'`,
        50,
      ],
      [
        'with a frequent text, of a check',
        { search: 'ten', checkId: 'check-1' },
        `message = 'Often' and check_id = 'check-1'`,
        50,
      ],
      [
        'with a frequent text, on several pages',
        { search: 'ten', reach: 'several' },
        `message = 'Often' and affected_order < -1`,
        50,
      ],
      ['with a frequent text, new', { search: 'ten', change: 'new' }, `message = 'Often' and is_new = 1`, 50],
      ['with a text that all have', { search: '_' }, '1 = 1', 7_000],
      ['with a text that none has', { search: 'never' }, '1 = 0', 0],
    ]
    for (const [name, query, condition, offset] of lists)
      it(`of issues is the same wherever it is begun: ${name}`, async () => {
        const all = allIssues(condition)
        assert.equal(await reading.countIssues(crawlId, query), all.length)
        for (const start of [0, offset, all.length - 1, all.length + 20_000]) {
          const part = await reading.issues(crawlId, { ...query, offset: Math.max(0, start), limit: 30 })
          assert.deepEqual(ids(part), all.slice(Math.max(0, start), Math.max(0, start) + 30), `from ${start}`)
        }
      })

    const pageLists: [string, PageQuery, string][] = [
      ['all', {}, '1 = 1'],
      ['of a status', { statusClass: '4xx' }, `page.status = 404`],
      ['that passed, of a status', { isPassed: true, statusClass: '2xx' }, `page.status = 200 and page.is_passed = 1`],
      ['with a frequent text', { search: 'often' }, `page.title = 'Often'`],
      ['with a rare text', { search: '/RARE' }, `url.url like '%/rare'`],
    ]
    for (const [name, query, condition] of pageLists)
      it(`of pages is the same wherever it is begun: ${name}`, async () => {
        const all = raw
          .prepare(
            `select url.url from page join url on url.crawl_id = page.crawl_id and url.id = page.url_id
           where ${condition} order by page.number, page.url_id`,
          )
          .all()
          .map(row => String(row.url))
        if (name !== 'all') assert.equal(await reading.countPages(crawlId, query), all.length)
        const starts = [0, 3, Math.floor(all.length / 2), all.length - 1, all.length]
        const parts = [...starts.map(offset => ({ offset, limit: 20 })), { offset: 3, limit: 2_500 }]
        for (const { offset, limit } of [...parts, { offset: 0, limit: 10_000 }]) {
          const rows = await reading.pages(crawlId, { ...query, offset, limit })
          assert.deepEqual(
            rows.map(row => row.url),
            all.slice(offset, offset + limit),
            `${limit} from ${offset}`,
          )
        }
      })

    it('is searched once for all of its parts, also when two are read at once', async () => {
      const query = { search: 'else', severity: 'warning' as const }
      const before = statements
      const [count] = await Promise.all([
        reading.countIssues(crawlId, query),
        reading.issues(crawlId, { ...query, limit: 10 }),
      ])
      const cost = statements - before
      assert.ok(count > 5_000)
      const again = statements
      await reading.issues(crawlId, { ...query, offset: 3_000, limit: 10 })
      assert.ok(statements - again < 5 && statements - again < cost, `${statements - again} statements after ${cost}`)
    })

    it('of pages is read for the structure of a site once, and again once something of it has changed', async () => {
      const costOf = async () => {
        const before = statements
        assert.equal((await reading.structurePages(crawlId, { limit: 1_000 })).length, 1_000)
        return statements - before
      }
      const [first, second] = [await costOf(), await costOf()]
      assert.ok(first >= 5 && second <= 2, `${second} statements after ${first}`)
      const [issue = 0] = ids(await reading.issues(crawlId, { limit: 1 }))
      await store.issues.suppress({ crawlId, issueIds: [issue], cause: { kind: 'fixed', checkedAtMs: 5 }, nowMs: 5 })
      assert.equal(await costOf(), first)
      await store.issues.restore({ crawlId, issueIds: [issue] })
    })

    it('is found among some issues, with a text', async () => {
      const all = allIssues(`message = 'Rarely'`)
      const some = [...all.slice(1), allIssues(`message = 'Else'`)[0] ?? 0]
      assert.deepEqual(ids(await reading.issues(crawlId, { search: 'rarely', ids: some, limit: 30 })), all.slice(1))
    })

    it('is the same where its order is not stored any more', async () => {
      raw.exec('begin; delete from issue_order')
      const query = { search: 'ften', limit: 30, offset: 40 }
      assert.deepEqual(ids(await reading.issues(crawlId, query)), allIssues(`message = 'Often'`).slice(40, 70))
      raw.exec('rollback')
    })

    it('is looked through again once something of it has changed', async () => {
      const query = { search: 'rarely' }
      const [first = 0, ...others] = ids(await reading.issues(crawlId, query))
      await reading.issues(crawlId, { offset: 15_000, limit: 1 })
      const cause = { kind: 'fixed', checkedAtMs: 5 } as const
      assert.equal(await store.issues.suppress({ crawlId, issueIds: [first], cause, nowMs: 5 }), 1)
      assert.deepEqual(ids(await reading.issues(crawlId, query)), others)
      assert.equal(await reading.countIssues(crawlId, query), others.length)
      const [next] = ids(await reading.issues(crawlId, { offset: 15_000, limit: 1 }))
      assert.equal(next, allIssues('1 = 1')[15_000])
      await store.issues.restore({ crawlId, issueIds: [first] })
      assert.deepEqual(ids(await reading.issues(crawlId, query)), [first, ...others])
    })
  })
