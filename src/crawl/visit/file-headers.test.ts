import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileHeaders } from '#shared/page-record.ts'
import { fileHeadersOf } from './file-headers.ts'

const rows: [name: string, headers: [string, string][], expected: FileHeaders][] = [
  ['no header', [], {}],
  [
    'headers about caching',
    [
      ['cache-control', 'public'],
      ['cache-control', 'max-age=60'],
      ['expires', '0'],
      ['last-modified', 'Mon, 01 Jan 2024 00:00:00 GMT'],
    ],
    { cacheControl: 'public, max-age=60', hasExpires: true, hasValidator: true },
  ],
  ['an ETag', [['etag', '"1"']], { hasValidator: true }],
  ['a content coding', [['content-encoding', ' BR ']], { contentEncoding: 'br' }],
  ['noindex for everyone', [['x-robots-tag', 'noindex, nofollow']], { noindex: 'noindex, nofollow' }],
  ['noindex for Googlebot', [['x-robots-tag', 'googlebot: none']], { noindex: 'googlebot: none' }],
  ['noindex for another crawler', [['x-robots-tag', 'bingbot: noindex']], {}],
  ['a value without end', [['cache-control', 'x'.repeat(5_000)]], { cacheControl: 'x'.repeat(200) }],
]
for (const [name, headers, expected] of rows)
  test(`fileHeadersOf() ${name}`, () => assert.deepEqual(fileHeadersOf(headers, []), expected))

test('fileHeadersOf() says that they are those of a HEAD request', () => {
  const attempt = { atMs: 1, method: 'HEAD', status: 200, failure: null } as const
  assert.deepEqual(fileHeadersOf([], [attempt]), { isOfHead: true })
  assert.deepEqual(fileHeadersOf([], [attempt, { ...attempt, method: 'GET' }]), {})
})
