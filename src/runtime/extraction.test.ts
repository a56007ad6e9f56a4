import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractFacts, storePage } from '#crawl/visit/stored-page.ts'
import type { ExtractInput } from '#extract/extract.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { createExtraction } from './extraction.ts'

const MINUTE_MS = 60_000

function inputOf(body: string): ExtractInput {
  return {
    url: 'https://example.com/',
    depth: 0,
    isSeed: true,
    isPrivateHost: false,
    status: 200,
    httpVersion: '1.1',
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: new TextEncoder().encode(body),
    transferBytes: body.length,
    isTruncated: false,
    ttfbMs: 1,
    totalMs: 2,
    attempts: [],
  }
}

const stored = (input: ExtractInput): StoredPage =>
  storePage({ input, rendered: null }, { coded: undefined, isSecret: false })

const small = inputOf('<!doctype html><title>Small</title><p>Text</p>')
const large = inputOf(`<!doctype html><title>Large</title>${'<p>Text of a large page</p>'.repeat(20_000)}`)

function open(readTimeoutMs: number) {
  const logged: string[] = []
  const extraction = createExtraction({ readTimeoutMs, log: event => logged.push(event) })
  return { extraction, logged }
}

test('small and large pages are extracted alike, each call with its own page', async () => {
  const { extraction, logged } = open(MINUTE_MS)
  await using _closing = extraction
  const inputs = [large, small, large]
  const facts = await Promise.all(inputs.map(input => extraction.extract(stored(input))))
  assert.deepEqual(
    facts,
    inputs.map(input => extractFacts({ input, rendered: null })),
  )
  assert.deepEqual(logged, [])
})

test('a large page that takes too long has no facts, and the next one is extracted', async () => {
  const { extraction, logged } = open(0)
  await using _closing = extraction
  const facts = await Promise.all([extraction.extract(stored(large)), extraction.extract(stored(small))])
  assert.deepEqual([facts[0], facts[1]?.title], [null, 'Small'])
  assert.deepEqual(logged, ['a stored page was not extracted'])
})

test('a damaged page has no facts and no fields, and the next one has', async () => {
  const { extraction, logged } = open(MINUTE_MS)
  await using _closing = extraction
  const damaged = { ...stored(small), body: Uint8Array.of(1, 2, 3) }
  assert.equal(await extraction.extract(damaged), null)
  assert.deepEqual(logged, ['a stored page cannot be read'])
  assert.equal(await extraction.readFields(damaged, ['Text = p']), null)
  assert.equal((await extraction.readFields(stored(small), ['Text = p']))?.[0]?.text, 'Text')
})

test('what waits when it is closed has no facts', async () => {
  const { extraction } = open(MINUTE_MS)
  const waiting = [extraction.extract(stored(large)), extraction.extract(stored(large))]
  // Not before the pages have been handed to the thread.
  await extraction.extract(stored(small))
  await extraction[Symbol.asyncDispose]()
  assert.deepEqual(await Promise.all(waiting), [null, null])
})

test('custom fields are read in a thread, so that others are served meanwhile', async () => {
  const { extraction, logged } = open(MINUTE_MS)
  await using _closing = extraction
  let others = 0
  const timer = setInterval(() => others++)
  const fields = await extraction.readFields(stored(small), ['Text = p', 'All = p ~ p -> count'])
  clearInterval(timer)
  assert.deepEqual(
    fields?.map(({ name, text }) => [name, text]),
    [
      ['Text', 'Text'],
      ['All', '0'],
    ],
  )
  assert.ok(others > 0)
  assert.deepEqual(logged, [])
})
