import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TranslationSet } from '#shared/languages.ts'
import type { ReadingStore, Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { furtherPages, issueBatches, mutedBatches, pageBatches, setBatches, skippedBatches } from './batches.ts'
import { crawlRowWith, issueRowWith, pageRowWith } from './test-rows.ts'

/** Rows of one batch. */
const BATCH = 500

describe('batches of rows', () => {
  let store: Store
  before(async () => {
    store = await openTestStore()
  })
  after(() => store[Symbol.asyncDispose]())

  const crawl = { id: 7 }
  const sourceOf = (reading: Partial<ReadingStore>) => ({
    reading: { ...store.reading, crawl: async () => crawlRowWith(), ...reading },
    crawl,
  })

  /** Reads 501 rows, in two batches; and what each of them was requested with. */
  function listed<Row, Query>(rowOf: (index: number) => Row) {
    const requested: Query[] = []
    const read = async (_: number, query: Query) => {
      requested.push(query)
      const begin = (requested.length - 1) * BATCH
      return Array.from({ length: Math.min(BATCH, BATCH + 1 - begin) }, (_each, index) => rowOf(begin + index))
    }
    return { requested, read }
  }
  const sizes = async (batches: AsyncIterable<readonly unknown[]>) =>
    (await Array.fromAsync(batches)).map(({ length }) => length)

  it('of issues go on behind the last one', async () => {
    const { requested, read } = listed<ReturnType<typeof issueRowWith>, Parameters<ReadingStore['issues']>[1]>(index =>
      issueRowWith({ id: index + 1 }),
    )
    assert.deepEqual(await sizes(issueBatches(sourceOf({ issues: read }), { severity: 'error' })), [500, 1])
    assert.deepEqual(requested, [
      { severity: 'error', limit: BATCH },
      { severity: 'error', limit: BATCH, afterId: 500 },
    ])
  })

  it('of pages go on behind the last URL', async () => {
    const { requested, read } = listed<ReturnType<typeof pageRowWith>, Parameters<ReadingStore['pages']>[1]>(index =>
      pageRowWith({ url: String(index) }),
    )
    assert.deepEqual(await sizes(pageBatches(sourceOf({ pages: read }), { search: 'x' })), [500, 1])
    assert.deepEqual(requested, [
      { search: 'x', limit: BATCH },
      { search: 'x', limit: BATCH, afterUrl: '499' },
    ])
  })

  it('of muted issues go on behind the last one, and to those of checks that are switched off', async () => {
    const requested: unknown[] = []
    const cause = { kind: 'switched-off' } as const
    const rowOf = (id: number) => ({ ...issueRowWith({ id }), cause, suppressedMs: 1 })
    const suppressedIssues: ReadingStore['suppressedIssues'] = async (_, query) => {
      requested.push(query)
      if (query.kind !== 'muted') return []
      return query.afterId === undefined
        ? Array.from({ length: BATCH }, (_each, index) => rowOf(index + 1))
        : [rowOf(501)]
    }
    assert.deepEqual(await sizes(mutedBatches(sourceOf({ suppressedIssues }))), [500, 1])
    assert.deepEqual(requested, [
      { kind: 'muted', limit: BATCH },
      { kind: 'muted', limit: BATCH, afterId: 500 },
      { kind: 'switched-off', limit: BATCH },
    ])
  })

  it('of URLs that were not crawled, and of language versions, go on behind the last one', async () => {
    const url = {
      url: '',
      reason: 'scope',
      kinds: [],
      depth: 1,
      isInSitemap: false,
      status: null,
      foundOn: null,
    } as const
    const urlOf = (index: number) => ({ ...url, url: String(index), kinds: [] })
    const skipped = listed<ReturnType<typeof urlOf>, Parameters<ReadingStore['skippedUrls']>[1]>(urlOf)
    assert.deepEqual(await sizes(skippedBatches(sourceOf({ skippedUrls: skipped.read }))), [500, 1])
    assert.deepEqual(skipped.requested, [{ limit: BATCH }, { limit: BATCH, after: urlOf(499) }])
    const setOf = (index: number) => ({ number: index + 1, url: '', isTranslated: true, problems: 0, versions: [] })
    const sets = listed<TranslationSet, Parameters<ReadingStore['translationSetsAfter']>[1]>(setOf)
    assert.deepEqual(await sizes(setBatches(sourceOf({ translationSetsAfter: sets.read }), {})), [500, 1])
    assert.deepEqual(sets.requested, [
      { limit: BATCH, after: 0 },
      { limit: BATCH, after: 500 },
    ])
  })

  it('of the further pages of an issue have those that are not named yet', async () => {
    const issue = issueRowWith({ affectedCount: BATCH + 1 })
    const requested: unknown[] = []
    const issuePages: ReadingStore['issuePages'] = async (_, query) => {
      requested.push([query.after, query.limit])
      const urls = query.after === undefined ? Array.from({ length: BATCH }, (_each, index) => String(index)) : ['last']
      return { total: BATCH + 1, urls }
    }
    const source = sourceOf({ issuePages })
    const named = new Set(['0', '1'])
    assert.deepEqual(await sizes(furtherPages(source, issue, named)), [498, 1])
    assert.deepEqual(requested, [
      [undefined, BATCH],
      ['499', BATCH],
    ])
    assert.deepEqual(await sizes(furtherPages(source, issueRowWith({ affectedCount: 2 }), named)), [])
    assert.equal(requested.length, 2, 'nothing is read where none is missing')
  })
})
