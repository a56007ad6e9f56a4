import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzedAddress } from './analyzed-url.ts'

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
  test(`analyzedAddress() takes ${typed}`, () => assert.deepEqual(analyzedAddress(typed, site), { ok: true, url }))

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
  test(`analyzedAddress() refuses ${typed || 'nothing'}`, () =>
    assert.deepEqual(analyzedAddress(typed, site), { ok: false, message }))

test('analyzedAddress() takes no path while no site is known, and assumes https', () => {
  assert.equal(analyzedAddress('/about', undefined).ok, false)
  assert.deepEqual(analyzedAddress('example.com', undefined), { ok: true, url: 'https://example.com/' })
})
