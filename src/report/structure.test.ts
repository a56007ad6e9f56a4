import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LeastLinked, treeParents } from './structure.ts'

const inlinkCounts = [9, 9, 1, 2]

test('LeastLinked keeps all links where there is room', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 100 })
  chosen.add({ from: 0, targets: [1, 2, 3] })
  chosen.add({ from: 1, targets: [0] })
  assert.deepEqual(chosen.result(), { links: [0, 2, 0, 3, 0, 1, 1, 0], totalLinks: 4 })
})

test('LeastLinked prefers the pages to which the fewest link, and hands on what a page leaves over', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 4 })
  chosen.add({ from: 0, targets: [1, 2, 3] })
  chosen.add({ from: 1, targets: [] })
  chosen.add({ from: 2, targets: [0, 1, 3] })
  chosen.add({ from: 3, targets: [0, 1, 2] })
  assert.deepEqual(chosen.result(), { links: [0, 2, 2, 3, 2, 0, 3, 2], totalLinks: 9 })
})

test('LeastLinked never keeps more than it may', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 2 })
  for (const from of [0, 1, 2, 3]) chosen.add({ from, targets: [0, 1, 2, 3].filter(target => target !== from) })
  assert.deepEqual(chosen.result(), { links: [0, 2, 1, 2], totalLinks: 12 })
})

const cases: [string, string[], (number | null)[]][] = [
  ['nothing', [], []],
  ['one page', ['/'], [null]],
  ['pages under the start page', ['/', '/a', '/b'], [null, 0, 0]],
  ['a page under the nearest that there is', ['/', '/a/b/c', '/a'], [null, 2, 0]],
  ['a slash at the end is no other folder', ['/', '/a/', '/a/b'], [null, 0, 1]],
  ['the same path twice: the first stands above', ['/', '/a', '/a/', '/a?x=1', '/a/b'], [null, 0, 1, 1, 1]],
  ['a start page in a folder, without a page at the top', ['/en/', '/en/a', '/de/'], [null, 0, 0]],
  ['a start page in a folder, with a page at the top', ['/en/', '/en/a', '/'], [2, 0, null]],
  ['the start page with parameters', ['/?lang=en', '/', '/a'], [null, 0, 0]],
  ['a name that begins alike is not above', ['/', '/ab', '/abc'], [null, 0, 0]],
]

for (const [name, paths, expected] of cases)
  test(`treeParents(): ${name}`, () =>
    assert.deepEqual(treeParents(paths.map(path => `https://site.test${path}`)), expected))

test('treeParents(): another host has its own top, below the start page', () =>
  assert.deepEqual(treeParents(['https://a.test/', 'https://b.test/x', 'https://b.test/', 'https://www.a.test/y']), [
    null,
    2,
    0,
    0,
  ]))

test('treeParents() never goes round in a circle', () => {
  const paths = ['/b/', '/a/b', '/a', '/', '/a/b/?q', '//', '/b', '/a//b', '/?x', '/b/?x']
  const parents = treeParents(paths.map(path => `https://site.test${path}`))
  for (const start of parents.keys()) {
    const seen = new Set<number>()
    for (let at: number | null = start; at !== null; at = parents[at] ?? null) {
      assert.ok(!seen.has(at), `page ${start} stands above itself`)
      seen.add(at)
    }
  }
  assert.equal(parents.filter(parent => parent === null).length, 1)
})
