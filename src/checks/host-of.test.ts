import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, startOf } from './host-of.ts'

const rows: [url: string, host: string, start: string][] = [
  ['https://a.test/b/c', 'a.test', 'https://a.test/'],
  ['http://a.test:8080/', 'a.test:8080', 'http://a.test:8080/'],
  ['https://[::1]:3000/b?c=/d', '[::1]:3000', 'https://[::1]:3000/'],
  ['https://a.test?b', 'a.test', ''],
  ['https://a.test', 'a.test', ''],
]
for (const [url, host, start] of rows) {
  test(`host and start of ${url}`, () => assert.deepEqual([hostOf(url), startOf(url)], [host, start]))
}
