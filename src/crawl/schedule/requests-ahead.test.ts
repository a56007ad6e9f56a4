import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { testIssue } from '#store/contract/test-crawl.ts'
import { testVisitJob } from '../visit/test-visit-job.ts'
import { RequestsAhead } from './requests-ahead.ts'

const visit = (index: number) => testVisitJob({ urlId: index, url: `http://site.test/${index}` })

test('no more than 500 URLs of a kind are requested ahead of their turn', () => {
  const ahead = new RequestsAhead()
  for (let index = 1; index <= 500; index++) ahead.add(visit(index))
  assert.deepEqual([ahead.isRoomFor('visit'), ahead.isRoomFor('probe'), ahead.hasMemory], [false, true, true])
  ahead.take(visit(7))
  assert.deepEqual([ahead.isRoomFor('visit'), ahead.counts], [true, { visits: 499, probes: 0 }])
})

test('nor more than 20 megabytes of records, until their turn has come', () => {
  const ahead = new RequestsAhead()
  const found = Array.from({ length: 60_000 }, () => ({ url: 'http://site.test/a', kinds: 1, isFollowed: true }))
  for (const index of [1, 2]) ahead.hold(ahead.add(visit(index)), testPageRecord({ found }))
  assert.deepEqual([ahead.hasMemory, ahead.isRoomFor('probe')], [false, false])
  assert.equal(ahead.take(visit(1))?.record?.found.length, found.length)
  assert.equal(ahead.hasMemory, true)
})

const long = 'a'.repeat(21_000_000)
const issues = [testIssue({ message: long })]
const noResults = { indexability: 'indexable' as const, isEligible: true, causes: [] }
const dependent = { ...noResults, issues: [], checkResults: { passed: [], failed: [], skipped: [] } }
const largeRecords: Record<string, Partial<PageRecord>> = {
  'a URL that it names': { found: [{ url: long, kinds: 1, isFollowed: true }] },
  issues: { issues },
  causes: { causes: [{ checkId: long, keys: [], describedCount: 0, failsPage: false }] },
  'conditional results': {
    conditional: { canonicalUrl: '', isPrivateHost: false, ifOwn: dependent, ifForeign: { ...dependent, issues } },
  },
}

for (const [name, changes] of Object.entries(largeRecords))
  test(`the size of a record includes ${name}`, () => {
    const ahead = new RequestsAhead()
    ahead.hold(ahead.add(visit(1)), testPageRecord(changes))
    assert.equal(ahead.hasMemory, false)
    ahead.take(visit(1))
    assert.equal(ahead.hasMemory, true)
  })

test('visits count against the page limit unless their record says that they do not', () => {
  const ahead = new RequestsAhead()
  const [page, gone] = [ahead.add(visit(1)), ahead.add(visit(2))]
  ahead.add(visit(3))
  ahead.add({ ...visit(4), mode: 'probe' })
  assert.equal(ahead.countedVisits, 3)
  ahead.hold(page, testPageRecord())
  ahead.hold(gone, testPageRecord({ status: 404, isCounted: false }))
  assert.equal(ahead.countedVisits, 2)
})
