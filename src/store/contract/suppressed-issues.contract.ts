import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SuppressedCause, suppressedReasons } from '#shared/issue-settings.ts'
import type { NewIssue, Severity } from '#shared/model.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import type { Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestCrawl, testIssue } from './test-crawl.ts'

const paths = ['/', '/a', '/b', '/c', '/gone', '/clean']
const muted: SuppressedCause = { kind: 'muted', muteId: 7, reason: 'Known' }
const causes: readonly SuppressedCause[] = [muted, { kind: 'switched-off' }, { kind: 'fixed', checkedAtMs: 12_000 }]

const own = (path: string, checkId: string, severity: Severity = 'error', message = checkId) =>
  testIssue({ path, checkId, severity, message })

/** Two findings of one check on a page, checks that share pages, and what does not keep a page from passing. */
const pageIssues: readonly NewIssue[] = [
  own('/', 'title'),
  own('/', 'alt', 'warning', 'first'),
  own('/', 'alt', 'warning', 'second'),
  own('/a', 'title'),
  own('/b', 'hint', 'info'),
  own('/c', 'alt', 'warning'),
  own('/gone', 'title'),
]

const site = (path: string, changes: Partial<NewIssue>) => testIssue({ path, type: 'duplicate', ...changes })
const siteIssues: readonly NewIssue[] = [
  site('/a', {
    checkId: 'same',
    affectedCount: 2,
    details: { affectedUrls: [`${SITE}/a`, `${SITE}/b`], evidence: [] },
  }),
  site('/b', { checkId: 'same', severity: 'warning', details: { duplicateUrls: [`${SITE}/c`], evidence: [] } }),
  site('/elsewhere', {
    checkId: 'link',
    type: 'redirect',
    details: { referringSources: [`${SITE}/clean`], affectedUrls: [`${SITE}/c`], evidence: [] },
  }),
  site('/clean', { checkId: 'host', isHostWide: true }),
  site('/clean', { checkId: 'tip', severity: 'info' }),
]
const all = [...pageIssues, ...siteIssues]

type Fate = SuppressedCause | null

/** What checks say whose findings have these fates: a finding in the report fails, else the last reason of the alphabet stands. */
function countersOf(issues: readonly NewIssue[], fateOf: (issue: NewIssue) => Fate): CheckCounters {
  const fates = new Map<string, { checkId: string; fates: Fate[] }>()
  issues.forEach((issue, index) => {
    const key = siteIssues.includes(issue) ? String(index) : `${issue.checkId} ${issue.pageUrl}`
    const known = fates.get(key) ?? { checkId: issue.checkId, fates: [] }
    known.fates.push(fateOf(issue))
    fates.set(key, known)
  })
  const counters: CheckCounters = {}
  for (const { checkId, fates: ofOne } of fates.values()) {
    const counter = counters[checkId] ?? { passed: 0, failed: 0, skipped: {} }
    counters[checkId] = counter
    const kinds = ofOne.flatMap(fate => (fate ? [fate.kind] : [])).sort()
    const last = kinds.at(-1)
    if (ofOne.includes(null) || last === undefined) counter.failed++
    else counter.skipped[suppressedReasons[last]] = (counter.skipped[suppressedReasons[last]] ?? 0) + 1
  }
  return counters
}

/** A crawl that found some of the issues, in which the checks went as if it had found all. */
async function crawlWith(store: Store, owner: string, fateOf: (issue: NewIssue) => Fate): Promise<TestCrawl> {
  const crawl = await startTestCrawl(store, { owner })
  const found = (issues: readonly NewIssue[]) => issues.filter(issue => fateOf(issue) === null)
  await crawl.commit(
    paths.map((path, index) => ({
      path,
      number: index + 1,
      fetched: path === '/gone' ? { status: 404 } : {},
      issues: found(pageIssues).filter(issue => issue.pageUrl === SITE + path),
    })),
    { counters: countersOf(pageIssues, fateOf) },
  )
  await store.crawls.addSiteIssues(crawl.claim, found(siteIssues), countersOf(siteIssues, fateOf))
  return crawl
}

const end = (store: Store, crawl: TestCrawl) =>
  store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })

/** Everything that a report shows of a crawl, without ids. */
async function reportOf({ reading }: Store, crawlId: number) {
  const issues = await reading.issues(crawlId, {})
  const byUrl = await Promise.all(paths.map(path => reading.issues(crawlId, { url: SITE + path })))
  const passed = await reading.pages(crawlId, { isPassed: true })
  return {
    counts: (await reading.crawl(crawlId))?.counts,
    issues: issues.map(({ id, ...issue }) => issue),
    byUrl: byUrl.map(list => list.map(issue => issue.message)),
    found: await reading.countIssues(crawlId, { search: SITE }),
    types: await reading.issueTypes(crawlId),
    counters: await reading.checkCounters(crawlId),
    reach: await reading.findingReach(crawlId),
    passed: passed.map(page => page.url),
    structure: (await reading.structurePages(crawlId, { limit: 50 })).map(page => page.bySeverity),
  }
}

/** Small numbers from a seed, always the same. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function suppressedContract(open: OpenStore): void {
  describe('suppressed issues', () => {
    it('leave the sums of a crawl in which they were not found, and come back with all of them', async () => {
      await using store = await open()
      for (let seed = 1; seed <= 12; seed++) {
        const random = randomFrom(seed)
        const fates = new Map<NewIssue, Fate>(all.map(issue => [issue, causes[random(6)] ?? null]))
        const fateOf = (issue: NewIssue) => fates.get(issue) ?? null
        const expected = await crawlWith(store, `expected ${seed}`, fateOf)
        await end(store, expected)
        const crawl = await crawlWith(store, `crawl ${seed}`, () => null)
        await end(store, crawl)
        const { crawlId } = crawl
        const before = await reportOf(store, crawlId)
        const rows = await store.reading.issues(crawlId, {})
        const moves = rows.flatMap(row => {
          const issue = all.find(each => isSame(each, row))
          const cause = issue ? fateOf(issue) : null
          return cause ? [{ issueId: row.id, cause }] : []
        })
        for (const { issueId, cause } of moves.toSorted(() => random(3) - 1))
          assert.equal(await store.issues.suppress({ crawlId, issueIds: [issueId], cause, nowMs: 20_000 }), 1)
        assert.deepEqual(await reportOf(store, crawlId), await reportOf(store, expected.crawlId), `seed ${seed}`)
        const issueIds = moves.map(move => move.issueId).toSorted(() => random(3) - 1)
        assert.equal(await store.issues.restore({ crawlId, issueIds }), moves.length)
        assert.deepEqual(await reportOf(store, crawlId), before, `seed ${seed}, taken back`)
        assert.deepEqual(await store.reading.issues(crawlId, {}), rows, `seed ${seed}, by id`)
      }
    })

    it('are listed by cause in the order of issues, as they were', async () => {
      await using store = await open()
      const crawl = await crawlWith(store, 'owner', () => null)
      await end(store, crawl)
      const { crawlId } = crawl
      const rows = await store.reading.issues(crawlId, {})
      const ids = rows.map(row => row.id)
      assert.equal(
        await store.issues.suppress({ crawlId, issueIds: [...ids.slice(1)].reverse(), cause: muted, nowMs: 20_000 }),
        11,
      )
      assert.equal(
        await store.issues.suppress({
          crawlId,
          issueIds: ids,
          cause: { kind: 'fixed', checkedAtMs: 12_000 },
          nowMs: 21_000,
        }),
        1,
        'suppressed issues stay suppressed',
      )
      assert.deepEqual(await store.reading.suppressedCounts(crawlId), { muted: 11, 'switched-off': 0, fixed: 1 })
      const list = await store.reading.suppressedIssues(crawlId, { kind: 'muted' })
      assert.deepEqual(
        list,
        rows.slice(1).map(row => ({ ...row, cause: muted, suppressedMs: 20_000 })),
      )
      assert.deepEqual(
        await store.reading.suppressedIssues(crawlId, { kind: 'muted', offset: 2, limit: 3 }),
        list.slice(2, 5),
      )
      const afterId = list[4]?.id ?? 0
      assert.deepEqual(await store.reading.suppressedIssues(crawlId, { kind: 'muted', afterId }), list.slice(5))
      assert.deepEqual(
        (await store.reading.suppressedIssues(crawlId, { kind: 'fixed' })).map(row => row.cause),
        [{ kind: 'fixed', checkedAtMs: 12_000 }],
      )
      assert.deepEqual(await store.reading.issues(crawlId, {}), [])
    })

    it('are of crawls that have ended, and of no other crawl', async () => {
      await using store = await open()
      const crawl = await crawlWith(store, 'owner', () => null)
      const { crawlId } = crawl
      const ids = (await store.reading.issues(crawlId, {})).map(row => row.id)
      const move = { issueIds: ids, cause: muted, nowMs: 20_000 }
      assert.equal(await store.issues.suppress({ ...move, crawlId }), 0, 'it goes on')
      await end(store, crawl)
      const other = await crawlWith(store, 'stranger', () => null)
      await end(store, other)
      assert.equal(await store.issues.suppress({ ...move, crawlId: other.crawlId }), 0, 'of another crawl')
      assert.equal(await store.issues.suppress({ ...move, crawlId: 99_999 }), 0)
      assert.equal(await store.issues.suppress({ ...move, crawlId }), ids.length)
      assert.equal(await store.issues.restore({ crawlId: other.crawlId, issueIds: ids }), 0)
      assert.deepEqual(await store.reading.suppressedIssues(other.crawlId, { kind: 'muted' }), [])
      const { afterId } = { afterId: ids[0] ?? 0 }
      assert.deepEqual(await store.reading.suppressedIssues(other.crawlId, { kind: 'muted', afterId }), [])
    })

    it('go with their crawl', async () => {
      await using store = await open()
      const crawl = await crawlWith(store, 'owner', () => null)
      await end(store, crawl)
      const { crawlId, websiteId } = crawl
      const issueIds = (await store.reading.issues(crawlId, {})).map(row => row.id)
      await store.issues.suppress({ crawlId, issueIds, cause: muted, nowMs: 20_000 })
      const ownerId = await store.visitors.findOwner('owner', 30_000)
      await store.websites.clear(websiteId, ownerId ?? 0)
      assert.deepEqual(await store.reading.suppressedIssues(crawlId, { kind: 'muted' }), [], 'hidden at once')
      assert.equal((await store.reading.suppressedCounts(crawlId)).muted, 0)
      while (await store.sweep(30_000, 5));
      assert.equal(await store.operations.website(websiteId), null)
    })
  })
}

function isSame(issue: NewIssue, row: NewIssue): boolean {
  return (['checkId', 'pageUrl', 'message', 'severity'] as const).every(name => issue[name] === row[name])
}
