import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Papa from 'papaparse'
import { noChanges } from '#shared/changes.ts'
import { MAX_LISTED_PAGES } from '#shared/limits.ts'
import { startTestCrawl, testIssue } from '#store/contract/test-crawl.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { compareWithBaseline } from '../baseline/compare-with-baseline.ts'
import { readBaseline } from '../baseline/read-baseline.ts'
import { exportStream } from './export-stream.ts'
import { exportFormats } from './index.ts'

const SITE = 'https://site.test'
const KEY = 7
/** Longer than several batches. */
const PAGES = 1_700
/** Of one batch. */
const MAX_ROWS = 500

/** A cause that all pages share, and an issue of one page. */
async function crawlOf(store: Store): Promise<CrawlRow> {
  const crawl = await startTestCrawl(store)
  await crawl.commit(
    Array.from({ length: PAGES }, (_, index) => ({
      path: `/${index}`,
      number: index + 1,
      facts: { url: `${SITE}/${index}` },
      issues: [
        testIssue({
          path: `/${index}`,
          checkId: 'image-alt-missing',
          details: { causeKeys: [KEY], evidence: [] },
        }),
        ...(index === 3 ? [testIssue({ path: '/3', severity: 'info' })] : []),
      ],
      causes: [{ checkId: 'image-alt-missing', keys: [KEY], describedCount: 1, failsPage: false }],
    })),
  )
  await store.crawls.indexLinks(crawl.claim)
  await store.crawls.mergeCauses(crawl.claim, ({ page, isChosen }) =>
    isChosen(KEY)
      ? testIssue({
          checkId: 'image-alt-missing',
          path: page.url.slice(SITE.length),
          details: { causeKeys: [KEY], evidence: [] },
        })
      : null,
  )
  await store.crawls.end(crawl.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
  const row = await store.reading.crawl(crawl.crawlId)
  if (!row) throw new Error('no such crawl')
  return row
}

describe('all pages of an issue in exports', () => {
  let store: Store
  let crawl: CrawlRow
  const all = Array.from({ length: PAGES }, (_, index) => `${SITE}/${index}`).sort()

  before(async () => {
    store = await openTestStore()
    crawl = await crawlOf(store)
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  /** The pieces of a file, and how many pages each query returned. */
  async function exported(request: { part: 'issues' | 'report' | 'affected-pages'; format: 'csv' | 'json' }) {
    const rows: number[] = []
    const reading: ReadingStore = {
      ...store.reading,
      async issuePages(...query) {
        const part = await store.reading.issuePages(...query)
        rows.push(part.urls.length)
        return part
      },
    }
    const { text } = exportStream({ reading, crawl, hasBom: false, isStable: true, ...request })
    return { pieces: await Array.fromAsync(text), rows }
  }

  it('are in the details of JSON, those that it names first, with few of them in memory', async () => {
    for (const part of ['issues', 'report'] as const) {
      const { pieces, rows } = await exported({ part, format: 'json' })
      const { issues } = JSON.parse(pieces.join(''))
      const [cause, ofOnePage] = issues
      assert.deepEqual(
        issues.map((issue: { check: string; affectedCount: number }) => [issue.check, issue.affectedCount]),
        [
          ['image-alt-missing', PAGES],
          ['title-missing', 1],
        ],
      )
      const { affectedUrls } = cause.details
      const [stored] = await store.reading.issues(crawl.id, { checkId: 'image-alt-missing' })
      assert.deepEqual(affectedUrls.slice(0, MAX_LISTED_PAGES), stored?.details.affectedUrls)
      assert.deepEqual(affectedUrls.toSorted(), all)
      assert.deepEqual(ofOnePage.details, { evidence: [] })
      assert.deepEqual([rows.length, Math.max(...rows)], [Math.ceil(PAGES / MAX_ROWS), MAX_ROWS])
      const [longest = 0] = pieces.map(piece => piece.length).sort((a, b) => b - a)
      assert.ok(longest < 200_000, `${longest} characters at once`)
      assert.equal(
        pieces
          .join('')
          .split('\n')
          .filter(line => line.includes('"check":"image-alt-missing"')).length,
        1,
      )
    }
  })

  it('are one row each in CSV, after the columns of the issue', async () => {
    const { pieces, rows } = await exported({ part: 'affected-pages', format: 'csv' })
    const { data } = Papa.parse<Record<string, string>>(pieces.join(''), { header: true, skipEmptyLines: true })
    assert.deepEqual(
      data
        .slice(0, PAGES)
        .map(row => row['Affected page'])
        .toSorted(),
      all,
    )
    assert.deepEqual(data.at(-1), {
      Severity: 'info',
      Type: 'meta_issue',
      Check: 'title-missing',
      Title: 'Missing title',
      Message: 'Missing title',
      Page: `${SITE}/3`,
      'Affected page': `${SITE}/3`,
    })
    assert.equal(data.length, PAGES + 1)
    assert.ok(Math.max(...rows) <= MAX_ROWS)
    assert.ok(pieces.length >= PAGES / MAX_ROWS)
  })

  it('are the same rows in JSON', async () => {
    const { affectedPages } = JSON.parse((await exported({ part: 'affected-pages', format: 'json' })).pieces.join(''))
    assert.deepEqual(
      affectedPages
        .slice(0, PAGES)
        .map((row: { affectedUrl: string }) => row.affectedUrl)
        .toSorted(),
      all,
    )
    assert.equal(affectedPages.length, PAGES + 1)
  })

  it('are 20 at most in formats for continuous integration, with their number', async () => {
    for (const name of ['junit', 'sarif', 'github'] as const) {
      const text = (
        await Array.fromAsync(exportFormats[name].write({ reading: store.reading, crawl, isStable: true }))
      ).join('')
      assert.match(text, /1700/, name)
      const named = new Set(text.match(/site\.test\/\d+/g))
      assert.ok(named.size <= MAX_LISTED_PAGES + 1, `${named.size} pages in ${name}`)
    }
  })

  it('are read as a baseline', async () => {
    const { pieces } = await exported({ part: 'report', format: 'json' })
    async function* open(): AsyncIterable<string> {
      yield* pieces
    }
    const baseline = await readBaseline({ name: 'The baseline', open })
    const { counts } = await compareWithBaseline({ reading: store.reading, crawl, baseline })
    assert.deepEqual(counts, { ...noChanges(), unchanged: 2 })
  })
})
