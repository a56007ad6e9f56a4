import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredPage } from '#shared/stored-page.ts'
import { SEAL_KEY_BYTES } from '../accounts/sealed.ts'
import { storedPageValues } from './stored-pages.ts'

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
