import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideRequest, type PageRequest, type RequestDecision } from './request-decision.ts'

const usualRequest: PageRequest = {
  url: 'https://site.test/a.js',
  method: 'GET',
  type: 'Script',
  isMainFrame: true,
  isEndless: false,
}
const usual = { isPageGiven: true, isBudgetLeft: true, mayRequest: (url: string) => !url.includes('closed') }

const rows: [name: string, request: Partial<PageRequest>, of: Partial<typeof usual>, decision: RequestDecision][] = [
  ['the page itself', { type: 'Document' }, { isPageGiven: false }, 'page'],
  ['the page, when it wants to go elsewhere', { type: 'Document' }, {}, 'leave'],
  ['a frame', { type: 'Document', isMainFrame: false }, { isPageGiven: false }, 'refuse'],
  ['a script', {}, {}, 'pass'],
  ['a style sheet of a frame', { type: 'Stylesheet', isMainFrame: false }, {}, 'pass'],
  ['data that is posted', { type: 'Fetch', method: 'POST' }, {}, 'pass'],
  ['data that is deleted', { type: 'XHR', method: 'DELETE' }, {}, 'refuse'],
  ['a stream of events', { type: 'XHR', isEndless: true }, {}, 'refuse'],
  ['a picture', { type: 'Image' }, {}, 'picture'],
  ['a font', { type: 'Font' }, {}, 'refuse'],
  ['a film', { type: 'Media' }, {}, 'refuse'],
  ['a beacon', { type: 'Ping', method: 'POST' }, {}, 'refuse'],
  ['a file of this machine', { url: 'file:///etc/passwd' }, {}, 'refuse'],
  ['what robots.txt disallows', { url: 'https://site.test/closed.js' }, {}, 'refuse'],
  ['a script, when the page has requested too much', {}, { isBudgetLeft: false }, 'refuse'],
]

describe('decideRequest()', () => {
  for (const [name, request, of, decision] of rows)
    test(`${name}: ${decision}`, () =>
      assert.equal(decideRequest({ ...usualRequest, ...request }, { ...usual, ...of }), decision))
})
