import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StructureResponse } from '#shared/api/structure.ts'
import { filteredPages, inTreeOrder, pageKind, structurePages, structureSums, treeLevels } from './structure-pages.ts'

const paths = ['/', '/b/x', '/a', '/b', 'https://www.site.test/c/d/e']
const response: StructureResponse = {
  crawlId: 1,
  totalPages: 5,
  omittedPages: 0,
  origin: 'https://site.test',
  paths,
  depths: [1, 2, 1, 1, 3],
  clicks: [0, 4, 1, 1, 5],
  linkScores: [100, null, null, null, 9],
  statuses: [200, 404, 301, null, 200],
  titles: ['Home', '', '', '', 'Deep down'],
  errors: [0, 1, 0, 2, 0],
  warnings: [0, 0, 0, 0, 3],
  infos: [0, 0, 0, 0, 0],
  parents: [null, 3, 0, 0, 0],
  links: [],
  totalLinks: 0,
}
const pages = structurePages(response)

describe('structurePages()', () => {
  it('unpacks URLs and kinds', () => {
    assert.deepEqual(
      pages.map(page => [page.url, page.kind, page.level]),
      [
        ['https://site.test/', 'ok', 0],
        ['https://site.test/b/x', 'error', 2],
        ['https://site.test/a', 'redirect', 1],
        ['https://site.test/b', 'error', 1],
        ['https://www.site.test/c/d/e', 'ok', 1],
      ],
    )
  })
})

describe('pageKind()', () => {
  const kinds: [number | null, string][] = [
    [200, 'ok'],
    [299, 'ok'],
    [300, 'redirect'],
    [399, 'redirect'],
    [400, 'error'],
    [599, 'error'],
    [null, 'error'],
  ]
  for (const [status, kind] of kinds) it(`of ${status} is ${kind}`, () => assert.equal(pageKind(status), kind))
})

describe('treeLevels()', () => {
  it('counts the steps from the top, whatever the order', () => {
    assert.deepEqual(treeLevels([1, 2, null, 0]), [2, 1, 0, 3])
  })

  it('takes a chain of any length', () => {
    const parents = Array.from({ length: 5_000 }, (_, index) => (index === 0 ? null : index - 1))
    assert.equal(treeLevels(parents.toReversed().map(parent => (parent === null ? null : 4_999 - parent)))[0], 4_999)
  })
})

describe('inTreeOrder()', () => {
  it('puts every page after its parent, siblings by URL', () => {
    assert.deepEqual(
      inTreeOrder(pages).map(page => page.path),
      ['/', '/a', '/b', '/b/x', 'https://www.site.test/c/d/e'],
    )
  })
})

describe('filteredPages()', () => {
  const cases: [Parameters<typeof filteredPages>[1], number[]][] = [
    [{ show: '', search: '' }, [0, 1, 2, 3, 4]],
    [{ show: 'problems', search: '' }, [1, 3]],
    [{ show: 'deep', search: '' }, [1, 4]],
    [{ show: 'deepest', search: '' }, [4]],
    [{ show: 'weak', search: '' }, [4]],
    [{ show: '', search: ' DEEP ' }, [4]],
    [{ show: 'problems', search: '/b/x' }, [1]],
    [{ show: '', search: 'https://site.test/b' }, [3]],
    [{ show: '', search: 'https://site.test/b/' }, [1]],
    [{ show: '', search: 'nowhere' }, []],
  ]
  for (const [filter, expected] of cases)
    it(`of ${JSON.stringify(filter)}`, () =>
      assert.deepEqual(
        filteredPages(pages, filter).map(page => page.index),
        expected,
      ))
})

describe('structureSums()', () => {
  it('counts the rows that the filters show', () => {
    const sums = structureSums(pages)
    assert.equal(sums.maxDepth, 3)
    assert.equal(sums.problemCount, filteredPages(pages, { show: 'problems', search: '' }).length)
    assert.equal(sums.deepCount, filteredPages(pages, { show: 'deep', search: '' }).length)
    assert.equal(sums.weakCount, filteredPages(pages, { show: 'weak', search: '' }).length)
    assert.deepEqual(structureSums([]), { maxDepth: 0, problemCount: 0, deepCount: 0, weakCount: null })
  })
})
