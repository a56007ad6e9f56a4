import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

test('headers of interest are kept, repeated ones repeated, others dropped', () => {
  const { response } = factsOf('', {
    headers: [
      ['Content-Type', 'Text/HTML ; charset=utf-8'],
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['X-Internal', 'secret'],
      ['Content-Encoding', 'GZIP'],
    ],
  })
  assert.deepEqual(response.headers, [
    ['content-type', 'Text/HTML ; charset=utf-8'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['content-encoding', 'GZIP'],
  ])
  assert.equal(response.mediaType, 'text/html')
  assert.equal(response.contentEncoding, 'gzip')
})

test('facts of a response without headers', () => {
  const { response } = factsOf('é', { headers: [] })
  assert.deepEqual([response.mediaType, response.contentEncoding, response.bodyBytes], ['', '', 2])
})

test('header values are cut', () => {
  const { response } = factsOf('', { headers: [['Link', 'x'.repeat(60_000)]] })
  assert.equal(response.headers[0]?.[1].length, 2_000)
})
