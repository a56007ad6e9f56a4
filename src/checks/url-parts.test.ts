import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, isPlainUrl, originPrefix } from './url-parts.ts'

const rows: [url: string, host: string, start: string][] = [
  ['https://a.test/b/c', 'a.test', 'https://a.test/'],
  ['http://a.test:8080/', 'a.test:8080', 'http://a.test:8080/'],
  ['https://[::1]:3000/b?c=/d', '[::1]:3000', 'https://[::1]:3000/'],
  ['https://a.test?b', 'a.test', ''],
  ['https://a.test', 'a.test', ''],
]
for (const [url, host, start] of rows) {
  test(`host and start of ${url}`, () => assert.deepEqual([hostOf(url), originPrefix(url)], [host, start]))
}

for (const url of ['https://a.test', 'http://a.test:8080/', 'https://a.test/b-c/d_e.html', 'https://a.test/~me/x/']) {
  test(`${url} is plain`, () => assert.ok(isPlainUrl(url)))
}

const others = [
  'https://a.test//b',
  'https://a.test/b//',
  'https://a.test/b%20c',
  'https://a.test/b c',
  'https://a.test/b\\c',
  'https://a.test/b;jsessionid=1',
  'https://a.test/b?sid=1',
  'https://a.test/b\n',
  'https://me@a.test/',
  'mailto:me@a.test',
]
for (const url of others) test(`${JSON.stringify(url)} is not`, () => assert.ok(!isPlainUrl(url)))
