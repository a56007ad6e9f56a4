import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainAddress } from './plain-url.ts'

for (const url of ['https://a.test', 'http://a.test:8080/', 'https://a.test/b-c/d_e.html', 'https://a.test/~me/x/']) {
  test(`${url} is plain`, () => assert.ok(isPlainAddress(url)))
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
for (const url of others) test(`${JSON.stringify(url)} is not`, () => assert.ok(!isPlainAddress(url)))
