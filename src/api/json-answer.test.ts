import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { jsonAnswer } from './json-answer.ts'

const long = { texts: Array.from({ length: 200 }, (_, index) => `a sentence, number ${index}`) }
const short = { texts: ['a sentence'] }
const app = new Hono()
  .get('/long', context => jsonAnswer(context, long))
  .post('/long', context => jsonAnswer(context, long))
  .get('/short', context => jsonAnswer(context, short))

describe('jsonAnswer()', () => {
  it('compresses what a client that takes gzip gets', async () => {
    const answer = await app.request('/long', { headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
    assert.deepEqual(JSON.parse(gunzipSync(await answer.bytes()).toString()), long)
  })

  const plain: [string, string, RequestInit, object][] = [
    ['to a client that does not', '/long', {}, long],
    ['to a client that rules it out', '/long', { headers: { 'accept-encoding': 'gzip;q=0' } }, long],
    ['where it is short', '/short', { headers: { 'accept-encoding': 'gzip' } }, short],
    ['that may hold a secret', '/long', { method: 'POST', headers: { 'accept-encoding': 'gzip' } }, long],
  ]
  for (const [which, path, request, told] of plain)
    it(`sends an answer ${which} as it is`, async () => {
      const answer = await app.request(path, request)
      assert.equal(answer.headers.get('content-encoding'), null)
      assert.deepEqual(await answer.json(), told)
    })
})
