import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ExtractInput } from '#extract/extract.ts'
import { extractStoredPage, storePage } from './stored-page.ts'

const body = new TextEncoder().encode('<!doctype html><title>Moorings</title><p>Winter moorings at the north quay')
const input: ExtractInput = {
  url: 'https://site.test/',
  depth: 0,
  isSeed: true,
  isPrivateHost: false,
  status: 200,
  httpVersion: '1.1',
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-encoding', 'gzip'],
    ['set-cookie', 'berth=7; HttpOnly'],
    ['set-cookie', 'quay=north'],
  ],
  body,
  transferBytes: 70,
  isTruncated: false,
  ttfbMs: 12,
  totalMs: 20,
  attempts: [{ atMs: 0, method: 'GET', status: 200, failure: null }],
}

it('has the response of a page also without its body, but for the size of that', () => {
  for (const coded of [undefined, { bytes: gzipSync(body), codings: ['gzip'] as const }]) {
    const stored = storePage({ input, rendered: null }, { coded, isSecret: false })
    const whole = extractStoredPage(stored)
    const { url, response } = extractStoredPage({ ...stored, body: new Uint8Array() })
    assert.equal(whole.title, 'Moorings')
    assert.deepEqual(
      { url, response: { ...response, bodyBytes: body.byteLength } },
      { url: whole.url, response: whole.response },
    )
  }
})
