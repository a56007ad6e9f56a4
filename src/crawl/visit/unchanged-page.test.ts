import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractInput } from '#extract/extract.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { storePage } from './stored-page.ts'
import { earlierPageOf, hidesChange, unchangedHead } from './unchanged-page.ts'

const SITE = 'https://site.test/'
const body = new TextEncoder().encode('<!doctype html><title>Moorings</title>')
type Headers = [name: string, value: string][]

const input: ExtractInput = {
  ...{ url: SITE, depth: 0, isSeed: true, isPrivateHost: false, status: 200, httpVersion: '1.1', headers: [], body },
  ...{ transferBytes: 70, isTruncated: false, ttfbMs: 12, totalMs: 20, attempts: [] },
}
const stored = (changes: Partial<ExtractInput> = {}) =>
  storePage({ input: { ...input, ...changes }, rendered: null }, { coded: undefined, isSecret: false })
const etag: Headers = [['etag', '"a"']]
const modified: Headers = [['last-modified', 'Mon, 23 Nov 2026 10:00:00 GMT']]

const fetched = (changes: Partial<Extract<FetchResult, { kind: 'response' }>> = {}): FetchResult => ({
  ...{ kind: 'response', url: SITE, status: 304, httpVersion: '2', headers: [], hops: [], body: new Uint8Array() },
  ...{ timing: { ttfbMs: 1, totalMs: 2 }, transferBytes: 5, isTruncated: true },
  ...changes,
})
const hops = [{ url: SITE, status: 301, location: `${SITE}a`, elapsedMs: 1 }]
const failure: FetchResult = {
  ...{ kind: 'failure', url: SITE, reason: 'refused', detail: '', hops: [], timing: null },
}

describe('earlierPageOf()', () => {
  it('requests a page on the condition that its entity tag, else its date, has changed', () => {
    const conditionsOf = (headers: Headers) => earlierPageOf(stored({ headers }))?.conditions
    assert.deepEqual(conditionsOf([...modified, ...etag]), [['if-none-match', '"a"']])
    assert.deepEqual(conditionsOf(modified), [['if-modified-since', 'Mon, 23 Nov 2026 10:00:00 GMT']])
    assert.equal(earlierPageOf(stored({ headers: [['server', 'x']] })), null)
  })

  it('has the body as it was decoded', () => {
    const earlier = earlierPageOf(stored({ headers: etag }))
    assert.deepEqual(Buffer.from(earlier?.body().body ?? ''), Buffer.from(body))
  })

  it('is none of a page that is incomplete, or whose scripts were run', () => {
    assert.equal(earlierPageOf(stored({ headers: etag, isTruncated: true })), null)
    assert.equal(earlierPageOf({ ...stored({ headers: etag }), rendered: new Uint8Array() }), null)
  })

  it('is none of a page whose body cannot be decoded', () => {
    const coded = { bytes: new Uint8Array([1, 2, 3]), codings: ['gzip'] as const }
    const page = storePage({ input: { ...input, headers: etag }, rendered: null }, { coded, isSecret: false })
    assert.equal(earlierPageOf(page), null)
  })
})

describe('unchangedHead()', () => {
  const earlier = () => {
    const headers: Headers = [
      ...etag,
      ['content-type', 'text/html'],
      ['content-length', '38'],
      ['date', 'before'],
      ['x', '1'],
    ]
    const found = earlierPageOf(stored({ headers }))
    assert.ok(found)
    return found
  }

  it('has the stored header fields, but for those that the response renews', () => {
    const headers: Headers = [
      ['date', 'now'],
      ['content-length', '0'],
      ['content-type', 'text/plain'],
      ['content-encoding', 'br'],
      ['transfer-encoding', 'chunked'],
      ['x', '2'],
    ]
    assert.deepEqual(unchangedHead(earlier(), fetched({ headers })), {
      ...{ kind: 'response', url: SITE, status: 200, httpVersion: '2', hops: [], timing: { ttfbMs: 1, totalMs: 2 } },
      headers: [...etag, ['content-type', 'text/html'], ['content-length', '38'], ['date', 'now'], ['x', '2']],
      ...{ transferBytes: 70, isTruncated: false },
    })
  })

  it('is none of another response, of one behind a redirect, and of a failure', () => {
    for (const other of [fetched({ status: 200 }), fetched({ hops }), failure])
      assert.equal(unchangedHead(earlier(), other), null)
  })
})

describe('hidesChange()', () => {
  const earlier = earlierPageOf(stored({ headers: [...etag, ...modified] }))
  assert.ok(earlier)
  const other = new TextEncoder().encode('<!doctype html><title>Changed</title>')
  const same = { status: 200, headers: [...etag, ...modified], body: other }
  const cases: [name: string, response: FetchResult, expected: boolean][] = [
    ['another body with the same validators', fetched(same), true],
    ['the same body', fetched({ ...same, body }), false],
    ['another entity tag', fetched({ ...same, headers: [['etag', '"b"'], ...modified] }), false],
    ['another date', fetched({ ...same, headers: etag }), false],
    ['another status', fetched({ ...same, status: 404 }), false],
    ['a redirect', fetched({ ...same, hops }), false],
    ['a failure', failure, false],
  ]
  for (const [name, response, expected] of cases)
    it(`is ${expected} for ${name}`, () => assert.equal(hidesChange(earlier, response), expected))
})
