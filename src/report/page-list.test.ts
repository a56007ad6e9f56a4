import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSchema } from '#shared/api/pages.ts'
import type { PageRow } from '#store/store.ts'
import { pageResponse } from './page-list.ts'
import { columnsWith, pageRowWith } from './test-rows.ts'

describe('pageResponse()', () => {
  it('is a response of the API', () => {
    const response = pageResponse(pageRowWith(), 3)
    assert.deepEqual(pageSchema.parse(response), response)
  })

  it('has null for facts that a response without HTML has not', () => {
    const response = pageResponse(pageRowWith({ columns: null, mediaType: '' }), 3)
    const { title, h1, wordCount, contentType, linkCount, isIndexable } = response
    assert.deepEqual(
      { title, h1, wordCount, contentType, linkCount, isIndexable },
      { title: null, h1: null, wordCount: null, contentType: null, linkCount: 0, isIndexable: false },
    )
  })

  it('says how the page stands among the links of the site, once they are counted', () => {
    const figures = { inlinks: 9, followedInlinkPages: 3, outlinks: 8, outlinkTargets: 7, followedOutlinks: 6 }
    const linkFigures = { ...figures, externalOutlinks: 2, score: 41 }
    const counted = pageResponse(pageRowWith({ linkFigures }), 3)
    assert.deepEqual(
      [counted.linkScore, counted.inlinks, counted.followedInlinkPages, counted.outlinks, counted.externalOutlinks],
      [41, 9, 3, 8, 2],
    )
    const { linkScore, inlinks, outlinkTargets, followedOutlinks } = pageResponse(pageRowWith(), 3)
    assert.deepEqual([linkScore, inlinks, outlinkTargets, followedOutlinks], [null, null, null, null])
  })

  it('counts images with alt text as those that neither lack it nor have it empty', () => {
    const columns = columnsWith({ totalImages: 9, missingAltTags: 2, emptyAltTags: 3 })
    assert.equal(pageResponse(pageRowWith({ columns }), 3).imagesWithAltTags, 4)
  })

  it('names where a redirect leads', () => {
    const hops = [{ url: 'https://example.com/', status: 301, location: 'https://example.com/b', elapsedMs: 3 }]
    const row = pageRowWith({ hops, statusCode: 301, finalUrl: 'https://example.com/b', columns: null })
    assert.equal(pageResponse(row, 3).redirectUrl, 'https://example.com/b')
    assert.equal(pageResponse(pageRowWith(), 3).redirectUrl, null)
  })

  const failures: [Partial<PageRow>, string][] = [
    [{ failure: null }, ''],
    [{ failure: 'refused' }, 'Connection refused'],
    [{ failure: 'timeout-first-byte', failureDetail: 'No response within 30 s.' }, 'No response within 30 s.'],
  ]
  for (const [overrides, expected] of failures)
    it(`says "${expected}" for ${overrides.failure}`, () =>
      assert.equal(pageResponse(pageRowWith(overrides), 3).failure, expected))

  const indexable: [string, Partial<PageRow>, boolean][] = [
    ['a plain page', {}, true],
    ['a page whose canonical is itself', { columns: columnsWith({ canonicalUrl: 'https://example.com/' }) }, true],
    ['a page whose canonical is another', { columns: columnsWith({ canonicalUrl: 'https://example.com/b' }) }, false],
    ['a noindex page', { columns: columnsWith({ isNoindex: true }) }, false],
    ['an error', { statusCode: 404 }, false],
  ]
  for (const [name, overrides, expected] of indexable)
    it(`calls ${name} ${expected ? '' : 'not '}indexable`, () =>
      assert.equal(pageResponse(pageRowWith(overrides), 3).isIndexable, expected))
})
