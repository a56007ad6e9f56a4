import assert from 'node:assert/strict'
import { it } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { type CheckResults, kindsToMask, type PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { packRecord, unpackRecord } from './worker-messages.ts'

it('unpacks a packed record as it was', () => {
  const bare = testPageRecord()
  const found = [
    { url: 'http://site.test/a', kinds: kindsToMask(linkKinds, linkKinds), isFollowed: true },
    { url: 'http://site.test/b', kinds: 1, isFollowed: false },
    { url: 'http://site.test/c', kinds: kindsToMask(linkKinds.slice(-1), linkKinds), isFollowed: false },
  ]
  const causes = [
    { checkId: 'a', keys: [2 ** 53 - 1, 0, 7], describedCount: 1, failsPage: true },
    { checkId: 'b', keys: [3], describedCount: 0, failsPage: false },
  ]
  const checkResults = {
    passed: ['a', 'b', 'c'],
    failed: ['d'],
    skipped: [['e', 'The page has noindex']],
  } satisfies CheckResults
  const full: PageRecord = { ...bare, found, causes, checkResults, isHtml: true, receivedBytes: 3, isUnrendered: true }
  const failing: PageRecord = { ...full, checkResults: { ...checkResults, passed: [] } }
  for (const record of [bare, full, failing])
    assert.deepEqual(unpackRecord(structuredClone(packRecord(record))), record)
})
