import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StructurePage } from '#store/store.ts'
import { LeastLinked, readStructure, treeParents } from './structure.ts'
import { countsWith, crawlRowWith } from './test-rows.ts'

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

const pageOf = (id: number, path: string): StructurePage => ({
  id,
  url: `https://site.test/${path}`,
  title: path,
  statusCode: 200,
  depth: 1,
  linkScore: 50 - id,
  inlinkCount: 1,
  bySeverity: { error: id, warning: 0, info: 2 },
})

test('readStructure() numbers the pages, and has the links between those that it has', async () => {
  const pages = [pageOf(7, ''), pageOf(8, 'a'), pageOf(9, 'a/b')]
  const targets: Record<number, number[]> = { 7: [8, 9, 99], 8: [99], 9: [7] }
  const after = <Row extends { id: number }>(rows: readonly Row[], { afterUrl = '', limit = 0 }) => {
    const begin = afterUrl === '' ? 0 : pages.findIndex(({ url }) => url === afterUrl) + 1
    return rows.slice(begin, begin + Math.min(limit, 2))
  }
  const reading: Parameters<typeof readStructure>[0] = {
    structurePages: async (_, question) => after(pages, question),
    structureLinks: async (_, question) =>
      after(
        pages.map(({ id, url }) => ({ id, url, targetIds: targets[id] ?? [] })),
        question,
      ),
  }
  const crawl = crawlRowWith({ counts: countsWith({ pagesListed: 5 }) })
  const read = await readStructure(reading, { crawl, maxPages: 10, maxLinks: 100 })
  assert.deepEqual(read, {
    crawlId: 7,
    totalPages: 5,
    omittedPages: 2,
    origin: 'https://site.test',
    paths: ['/', '/a', '/a/b'],
    depths: [1, 1, 2],
    clicks: [1, 1, 1],
    statuses: [200, 200, 200],
    linkScores: [43, 42, 41],
    titles: ['', 'a', 'a/b'],
    errors: [7, 8, 9],
    warnings: [0, 0, 0],
    infos: [2, 2, 2],
    parents: [null, 0, 1],
    links: [0, 1, 0, 2, 2, 0],
    totalLinks: 3,
  })
  const first = await readStructure(reading, { crawl, maxPages: 1, maxLinks: 100 })
  assert.deepEqual([first.paths, first.links, first.omittedPages], [['/'], [], 4])
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
