import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeUrl } from '#shared/url.ts'
import { createUrlResolver } from './resolve-url.ts'

const BASE = 'http://example.test/dir/page'

const inputs = [
  'x',
  '/x?y=1',
  '?q',
  '#f',
  '//other.test',
  '/a%2fb%7e',
  '/a b',
  '/@user',
  'http://u:p@a.test/',
  'http://a.test./',
  'HTTP://A.TEST:80/',
  'https://münchen.test/ä',
  '/x?',
  '/x?#',
  '/x#',
  './../y/',
  'http://a.test/?a=%c3',
  '/%',
  'http://127.1/',
  'http:x',
]
test('resolved addresses are in the one normal form', () => {
  const resolve = createUrlResolver(BASE)
  for (const raw of inputs) {
    const resolved = resolve(raw)
    assert.equal(resolved.kind === 'web' ? resolved.url : null, normalizeUrl(raw, BASE), raw)
  }
})

const kinds: [raw: string, kind: string][] = [
  ['mailto:a@b.test', 'other-scheme'],
  ['  DATA:text/plain,x', 'other-scheme'],
  ['blob:http://a.test/x', 'other-scheme'],
  ['file:///etc/passwd', 'other-scheme'],
  ['http://[::1', 'unparsable'],
  ['http://a.test:99999/', 'unparsable'],
  [`/${'x'.repeat(8_192)}`, 'too-long'],
  [`/${'é'.repeat(3_000)}`, 'too-long'],
]
for (const [raw, kind] of kinds)
  test(`${raw.slice(0, 30)} is ${kind}`, () => assert.equal(createUrlResolver(BASE)(raw).kind, kind))
