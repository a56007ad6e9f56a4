import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredPage } from '#shared/stored-page.ts'
import { SEAL_KEY_BYTES } from '../accounts/sealed.ts'
import { storedPageValues, toStoredPage } from './stored-pages.ts'

const TEXT = 'Members only: the tide tables'
const bytes = new TextEncoder().encode(TEXT)
const page: StoredPage = { extractor: 1, context: bytes, body: bytes, rendered: bytes, isSecret: true, result: null }
const of = { crawlId: 1, urlId: 2, key: new Uint8Array(SEAL_KEY_BYTES) }

/** Whether the text stands in what is stored. */
const shows = (stored: StoredPage) =>
  storedPageValues(stored, of).some(value => value instanceof Uint8Array && Buffer.from(value).includes(TEXT))

test('a page that was read with credentials is stored encrypted, with all that it holds', () => {
  assert.deepEqual([shows({ ...page, isSecret: false }), shows(page)], [true, false])
})

test('a page that was read with credentials is not stored without a key', () => {
  assert.throws(() => storedPageValues(page, { ...of, key: null }), /there is no key/)
})

const [extractor, , context, body, rendered] = storedPageValues(page, of)
const sealed = { urlId: 2, extractor: 1, is_secret: 1, ...asBytes({ context, body, rendered }) }

function asBytes(values: Record<'context' | 'body' | 'rendered', unknown>) {
  const bytesOf = (value: unknown) => (value instanceof Uint8Array ? Uint8Array.from(value) : null)
  return { context: bytesOf(values.context), body: bytesOf(values.body), rendered: bytesOf(values.rendered) }
}

const rows: [name: string, row: Parameters<typeof toStoredPage>[0], key: Uint8Array | null, read: StoredPage | null][] =
  [
    ['with its key', sealed, of.key, page],
    ['without what its scripts made', { ...sealed, rendered: null }, of.key, { ...page, rendered: null }],
    ['without a key', sealed, null, null],
    ['with another key', sealed, new Uint8Array(SEAL_KEY_BYTES).fill(1), null],
    ['as another page', { ...sealed, urlId: 3 }, of.key, null],
    ['with a damaged body', { ...sealed, body: bytes }, of.key, null],
    ['with damage in what its scripts made', { ...sealed, rendered: bytes }, of.key, null],
    ['that has no facts', { ...sealed, extractor: null }, of.key, null],
    ['that has no context', { ...sealed, context: null }, of.key, null],
    ['that has no body', { ...sealed, body: null }, of.key, null],
    [
      'that anyone may see',
      { ...sealed, is_secret: 0, context: bytes, body: bytes, rendered: null, result: bytes },
      null,
      { ...page, isSecret: false, rendered: null, result: bytes },
    ],
  ]
for (const [name, row, key, read] of rows)
  test(`a stored page is read ${name}: ${read === null ? 'not' : 'whole'}`, () => {
    assert.equal(extractor, 1)
    const found = toStoredPage(row, { crawlId: 1, key })
    assert.deepEqual(found && { ...found, ...asBytes(found) }, read)
  })
