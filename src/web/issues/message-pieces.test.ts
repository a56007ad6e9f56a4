import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messagePieces, withoutOwnUrl } from './message-pieces.ts'

describe('messagePieces()', () => {
  const rows: [string, string[]][] = [
    ['Missing title', []],
    ['Broken link: http://a.example/x?y=1#z (linked from 1 page)', ['http://a.example/x?y=1#z']],
    ['2 hops from https://a.example/ to https://b.example/b.', ['https://a.example/', 'https://b.example/b']],
    ['such as “https://a.example/é”, and <https://a.example/c>', ['https://a.example/é', 'https://a.example/c']],
    ['http:// and https:', []],
  ]
  for (const [message, urls] of rows)
    it(message, () => {
      const pieces = messagePieces(message)
      assert.equal(pieces.map(({ piece }) => piece).join(''), message)
      assert.deepEqual(
        pieces.filter(({ isUrl }) => isUrl).map(({ piece }) => piece),
        urls,
      )
    })
})

describe('withoutOwnUrl()', () => {
  const pageUrl = 'https://a.example/x'
  const rows: [string, number, string][] = [
    [`Broken link: 404: ${pageUrl} (linked from 1 page)`, 1, 'Broken link: 404 (linked from 1 page)'],
    [`Broken link: 404: ${pageUrl} (linked from 2 pages)`, 2, `Broken link: 404: ${pageUrl} (linked from 2 pages)`],
    [`Blocked: ${pageUrl}`, 1, 'Blocked'],
    [`302 redirect: ${pageUrl} redirects`, 1, `302 redirect: ${pageUrl} redirects`],
    [`Blocked: ${pageUrl}/y`, 1, `Blocked: ${pageUrl}/y`],
    ['Missing title', 1, 'Missing title'],
  ]
  for (const [message, affectedCount, left] of rows)
    it(`${message}, ${affectedCount}`, () => assert.equal(withoutOwnUrl({ message, pageUrl, affectedCount }), left))
})
