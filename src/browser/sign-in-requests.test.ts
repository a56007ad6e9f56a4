import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRequest } from './sign-in-requests.ts'

const OWN = 'https://www.example.com'

const rows: [url: string, method: string, type: string, before: boolean, after: boolean][] = [
  [`${OWN}/login`, 'GET', 'Document', true, true],
  [`${OWN}/login`, 'POST', 'Document', true, true],
  [`${OWN}/api`, 'POST', 'Fetch', true, true],
  [`${OWN}/a.png`, 'GET', 'Image', false, false],
  [`${OWN}/beacon`, 'POST', 'Ping', false, false],
  ['https://cdn.example/a.js', 'GET', 'Script', true, false],
  ['https://cdn.example/a.css', 'GET', 'Stylesheet', true, false],
  ['https://cdn.example/data', 'POST', 'Fetch', false, false],
  ['https://other.example/login', 'GET', 'Document', false, false],
  ['https://www.example.com:8443/a.js', 'GET', 'Script', false, false],
  ['http://www.example.com/a.js', 'GET', 'Script', false, false],
  ['data:text/javascript,1', 'GET', 'Script', false, false],
]
for (const [url, method, type, before, after] of rows)
  test(`${method} of ${type} ${url}: ${before} before a secret is filled in, ${after} after`, () => {
    const request = { url, method, type, isMainFrame: true }
    const of = { origins: [OWN], isBudgetLeft: true }
    assert.deepEqual(
      [mayRequest(request, { ...of, hasFilledIn: false }), mayRequest(request, { ...of, hasFilledIn: true })],
      [before, after],
    )
  })

test('no frame, and nothing beyond the budget', () => {
  const request = { url: `${OWN}/login`, method: 'GET', type: 'Document', isMainFrame: true }
  const of = { origins: [OWN], hasFilledIn: false, isBudgetLeft: true }
  assert.equal(mayRequest({ ...request, isMainFrame: false }, of), false)
  assert.equal(mayRequest(request, { ...of, isBudgetLeft: false }), false)
})
