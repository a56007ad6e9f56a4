import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [markup: string, ids: string[]][] = [
  ['<p id=tides>', ['tides']],
  ['<a name=tides></a><p id=tides>', ['tides']],
  ['<p name=tides>', []],
  ['<p id="">', []],
  ['<p id="港">', ['港']],
  [
    '<a id="-1417571092%2FFunctions%2F439404261"></a>',
    ['-1417571092%2FFunctions%2F439404261', '-1417571092/Functions/439404261'],
  ],
  ['<h2 id="%E6%B8%AF">', ['%E6%B8%AF', '港']],
  ['<h2 id="100%">', ['100%']],
  ['<h2 id="%E6%B8">', ['%E6%B8']],
]
for (const [markup, ids] of rows) test(`ids of ${markup}`, () => assert.deepEqual(factsOf(markup).ids, ids))

test('a link whose fragment is written like the id of its target names it', () => {
  const facts = factsOf('<a href="#-14%2FMain%2F-10">FileSystem</a> <h2 id="-14%2FMain%2F-10">FileSystem</h2>')
  assert.ok(facts.ids.includes(facts.links[0]?.fragment ?? ''))
})

const repeatedRows: [markup: string, repeated: [id: string, count: number][]][] = [
  ['<p id=a><p id=b>', []],
  ['<p id=a><p id=a><p id=a>', [['a', 3]]],
  ['<a id=a name=a>', []],
  ['<a name=a></a><p id=a>', []],
  ['<svg><path id=a /></svg><svg><path id=a /></svg>', []],
  ['<p id=""><p id="">', []],
]
for (const [markup, repeated] of repeatedRows)
  test(`repeated ids of ${markup}`, () => {
    const { repeatedIds = [] } = factsOf(markup)
    assert.deepEqual(
      repeatedIds.map(({ id, count }) => [id, count]),
      repeated,
    )
  })
