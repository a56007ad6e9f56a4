import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, expected: number][] = [
  ['a frame without a name', '<iframe src="/map"></iframe>', 1],
  ['a blank title', '<iframe src="/map" title=" "></iframe>', 1],
  ['a title', '<iframe src="/map" title="A map"></iframe>', 0],
  ['an aria-label', '<iframe src="/map" aria-label="A map"></iframe>', 0],
  ['a hidden frame', '<div hidden><iframe src="/map"></iframe></div>', 0],
  ['a frame that is hidden from screen readers', '<iframe src="/map" aria-hidden="true"></iframe>', 0],
  ['a frame of a counter', '<iframe src="/count" width="1" height="1"></iframe>', 0],
  ['a frame in noscript', '<noscript><iframe src="/tag"></iframe></noscript>', 0],
  ['a frame that scripts fill', '<iframe></iframe>', 0],
]
for (const [name, markup, expected] of rows)
  test(`frameCollector() lists ${expected} of ${name}`, () =>
    assert.equal(factsOf(`<!doctype html><body>${markup}`).namelessFrames?.length ?? 0, expected))

test('frameCollector() says where the frame stands', () =>
  assert.deepEqual(factsOf('<!doctype html><body>\n<iframe src="/map"></iframe>').namelessFrames, [
    { tag: '<iframe src="/map">', url: 'http://example.test/map', path: 'body > iframe', line: 2 },
  ]))
