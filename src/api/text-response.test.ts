import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { jsonResponse, textResponse } from './text-response.ts'

const long = { texts: Array.from({ length: 200 }, (_, index) => `a sentence, number ${index}`) }
const page = `<!doctype html>${'<p>Words.</p>'.repeat(200)}`
const short = { texts: ['a sentence'] }
const app = new Hono()
  .get('/long', context => jsonResponse(context, long))
  .post('/long', context => jsonResponse(context, long))
  .get('/page', context =>
    textResponse(context, { text: page, mediaType: 'text/html', status: 404, headers: { 'X-Own': 'kept' } }),
  )
  .get('/short', context => jsonResponse(context, short))

describe('textResponse()', () => {
  it('keeps status and headers of a document that it compresses', async () => {
    const response = await app.request('/page', { headers: { 'accept-encoding': 'gzip' } })
    const header = (name: string) => response.headers.get(name)
    assert.deepEqual(
      [response.status, header('content-type'), header('content-encoding'), header('vary'), header('x-own')],
      [404, 'text/html', 'gzip', 'Accept-Encoding', 'kept'],
    )
    assert.equal(gunzipSync(await response.arrayBuffer()).toString(), page)
  })
})

describe('jsonResponse()', () => {
  it('compresses what a client that takes gzip gets', async () => {
    const response = await app.request('/long', { headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    assert.deepEqual(JSON.parse(gunzipSync(await response.arrayBuffer()).toString()), long)
  })

  const plain: [string, string, RequestInit, object][] = [
    ['to a client that does not', '/long', {}, long],
    ['to a client that rules it out', '/long', { headers: { 'accept-encoding': 'gzip;q=0' } }, long],
    ['where it is short', '/short', { headers: { 'accept-encoding': 'gzip' } }, short],
    ['that may hold a secret', '/long', { method: 'POST', headers: { 'accept-encoding': 'gzip' } }, long],
  ]
  for (const [which, path, request, told] of plain)
    it(`sends a response ${which} as it is`, async () => {
      const response = await app.request(path, request)
      assert.equal(response.headers.get('content-encoding'), null)
      assert.deepEqual(await response.json(), told)
    })
})
