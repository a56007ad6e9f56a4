import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzedUrl } from './analyzed-url.ts'

const site = 'http://example.com:8080/'
const good: [string, string][] = [
  ['https://example.com/a', 'https://example.com/a'],
  ['  HTTPS://Example.com/a#part ', 'https://example.com/a'],
  ['example.com/a', 'http://example.com/a'],
  ['example.com', 'http://example.com/'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['/about?x=1', 'http://example.com:8080/about?x=1'],
]
for (const [typed, url] of good)
  test(`analyzedUrl() accepts ${typed}`, () => assert.deepEqual(analyzedUrl(typed, site), { ok: true, url }))

const bad: [string, string][] = [
  ['', 'Please enter a URL to analyze'],
  ['   ', 'Please enter a URL to analyze'],
  ['about', 'Please enter a valid URL'],
  ['two words', 'Please enter a valid URL'],
  ['javascript:alert(1)', 'Please enter a valid URL'],
  ['mailto:a@example.com', 'Please enter a valid URL'],
  ['//example.com/a', 'Please enter a valid URL'],
  ['https://', 'Please enter a valid URL'],
]
for (const [typed, message] of bad)
  test(`analyzedUrl() rejects ${typed || 'nothing'}`, () =>
    assert.deepEqual(analyzedUrl(typed, site), { ok: false, message }))

test('analyzedUrl() rejects a path without a site, and assumes https', () => {
  assert.equal(analyzedUrl('/about', undefined).ok, false)
  assert.deepEqual(analyzedUrl('example.com', undefined), { ok: true, url: 'https://example.com/' })
})
