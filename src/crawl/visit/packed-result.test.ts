import assert from 'node:assert/strict'
import { it } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/visit-result.ts'
import { packResult, unpackResult } from './packed-result.ts'
import { pagelessResult } from './pageless-result.ts'
import { testVisitJob } from './test-visit-job.ts'
import type { VisitResult } from './visit-job.ts'

it('what is packed comes out as it was', () => {
  const fetched = {
    url: 'http://site.test/',
    status: 200,
    failure: null,
    failureDetail: '',
    hops: [],
    finalUrl: 'http://site.test/',
    mediaType: 'text/html',
    bytes: 1,
    ttfbMs: 1,
    totalMs: 2,
    attempts: [],
    isBotChallenge: false,
    retryAfterMs: null,
  }
  const job = testVisitJob({ urlId: 2, url: fetched.url })
  const bare = pagelessResult(job, fetched)
  const found = [
    { url: 'http://site.test/a', kinds: kindsToMask(linkKinds, linkKinds), isFollowed: true },
    { url: 'http://site.test/b', kinds: 1, isFollowed: false },
    { url: 'http://site.test/c', kinds: kindsToMask(linkKinds.slice(-1), linkKinds), isFollowed: false },
  ]
  const full: VisitResult = {
    ...bare,
    outcome: { ...bare.outcome, found },
    isHtml: true,
    receivedBytes: 3,
    isUnrendered: true,
  }
  for (const result of [bare, full]) assert.deepEqual(unpackResult(structuredClone(packResult(result))), result)
})
