import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { type ComparedFindings, compareFindings } from './compare-findings.ts'

const SITE = 'https://site.test/'
/** More than are read at once, twice. */
const PAGES = 1_001
const MOST_AT_ONCE = 500
/** In the order of findings, which is that of their URLs. */
const urlOf = (index: number) => `${SITE}${String(index).padStart(4, '0')}`

describe('compareFindings()', () => {
  let store: Store
  let earlier: CrawlRow
  let later: CrawlRow
  before(async () => {
    store = await openTestStore()
    const ownerId = await store.visitors.createOwner('ann', 0)
    const crawlOf = async (hasTitle: (index: number) => boolean, nowMs: number) => {
      const pages = Array.from({ length: PAGES }, (_, index) => ({
        url: urlOf(index),
        issues: hasTitle(index) ? [] : [testIssue(urlOf(index))],
      }))
      const { crawlId } = await addCrawl(store, { ownerId, url: SITE, pages, nowMs })
      const row = await store.reading.crawl(crawlId)
      assert.ok(row)
      return row
    }
    earlier = await crawlOf(index => index === 0, 1_000)
    later = await crawlOf(index => index === PAGES - 1, 5_000)
  })
  after(() => store[Symbol.asyncDispose]())

  const compare = (abandon?: AbortSignal) =>
    compareFindings({ reading: store.reading, later, earlier, switchedOff: new Set() }, abandon)

  const listed = (parts: readonly ComparedFindings[]) => ({
    isNew: parts.flatMap(part => (part.change === 'new' ? part.issues : [])),
    unchanged: parts.flatMap(part => (part.change === 'unchanged' ? part.issues : [])),
    absent: parts.flatMap(part => (part.change === 'absent' ? part.issues : [])),
  })

  it('compares all findings of a check, of which so many are read at once', async () => {
    const parts = await Array.fromAsync(compare())
    assert.ok(parts.every(part => part.change === 'absent' || !part.areSuppressed))
    assert.equal(Math.max(...parts.map(({ issues }) => issues.length)), MOST_AT_ONCE)
    const { isNew, unchanged, absent } = listed(parts)
    assert.deepEqual(
      isNew.map(({ pageUrl }) => pageUrl),
      [urlOf(0)],
    )
    assert.deepEqual(
      unchanged.map(({ pageUrl }) => pageUrl),
      Array.from({ length: PAGES - 2 }, (_, index) => urlOf(index + 1)),
    )
    const [last] = await store.reading.issues(earlier.id, { url: urlOf(PAGES - 1) })
    assert.deepEqual(absent, [{ issueId: last?.id, checkId: 'title-missing', severity: 'error', absence: 'fixed' }])
  })

  it('finds suppressed findings beyond those that are read at once, too', async () => {
    const issues = await store.reading.issues(later.id, { limit: PAGES })
    const cause = { kind: 'fixed', checkedAtMs: 6_000 } as const
    await store.issues.suppress({ crawlId: later.id, issueIds: issues.map(({ id }) => id), cause, nowMs: 6_000 })
    const parts = await Array.fromAsync(compare())
    const { isNew, unchanged, absent } = listed(parts)
    assert.deepEqual([isNew.length, unchanged.length, absent.length], [1, PAGES - 2, 1])
    for (const part of parts) if (part.change !== 'absent') assert.ok(part.areSuppressed || part.issues.length === 0)
  })

  it('ends early when it is abandoned', async () => {
    const abandon = new AbortController()
    let parts = 0
    for await (const _ of compare(abandon.signal)) {
      parts++
      abandon.abort()
    }
    assert.equal(parts, 1)
  })
})
