import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { URL_INVALID, URL_REQUIRED } from '#shared/start-url.ts'
import { measuredUrl } from './measured-url.ts'

const SITE = 'https://example.com/shop/'

describe('measuredUrl()', () => {
  const rows: [string, string][] = [
    ['https://example.com/a', 'https://example.com/a'],
    [' example.com/a ', 'https://example.com/a'],
    ['/breads/rye', 'https://example.com/breads/rye'],
    ['/', 'https://example.com/'],
    ['http://other.example/x#part', 'http://other.example/x'],
    ['', URL_REQUIRED],
    ['  ', URL_REQUIRED],
    ['breads', URL_INVALID],
    ['//example.org/', URL_INVALID],
    ['javascript:alert(1)', URL_INVALID],
  ]
  for (const [typed, expected] of rows)
    it(`reads ${JSON.stringify(typed)} as ${expected}`, () => {
      const measured = measuredUrl(typed, SITE)
      assert.equal(measured.ok ? measured.url : measured.message, expected)
    })
})
