import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import { urlGroups } from './url-groups.ts'

/** Of `b` first, then 250 of `a`, then one of `c`. */
async function* walk() {
  yield { key: 'b', url: '/b', note: 'one' }
  for (let index = 0; index < 250; index++) yield { key: 'a', url: `/a/${index}`, note: '' }
  yield { key: 'c', url: '/c', note: '' }
}

describe('urlGroups()', () => {
  it('holds the first URLs of each group, their number, and the way to all of them', async () => {
    const [one, many, ...others] = await urlGroups(walk, { maxGroups: 2 })
    assert.deepEqual(one, {
      first: { key: 'b', url: '/b', note: 'one' },
      matches: [{ key: 'b', url: '/b', note: 'one' }],
      urls: ['/b'],
      total: 1,
      affected: { affectedUrls: ['/b'], affectedCount: 1, list: { key: 'b', walk } },
    })
    assert.deepEqual([many?.urls.length, many?.urls.at(-1), many?.total], [MAX_EVIDENCE_URLS, '/a/99', 250])
    assert.deepEqual(many?.affected.list, { key: 'a', walk })
    assert.deepEqual(others, [], 'no more groups than may be held')
  })
})
