import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { altBand, type Band, type ScoredPage, structureBand, structureScore, wordBand } from './page-score.ts'

/** Scores for a short path without a hyphen and without a long word, which is all that it has. */
const BARE_SCORE = 10
const bare: ScoredPage = {
  url: 'https://a.example/a/b',
  title: null,
  metaDescription: null,
  h1: null,
  h1Count: 0,
  h2Count: 0,
  h3Count: 0,
  pCount: 0,
  totalImages: 0,
  missingAltTags: 0,
  emptyAltTags: 0,
}

describe('structureScore()', () => {
  const rows: [string, Partial<ScoredPage>, number][] = [
    ['nothing for a page without anything', {}, 0],
    ['10 for a hyphen in the path', { url: 'https://a.example/a-b' }, 10],
    ['nothing for a hyphen in the host', { url: 'https://a-b.example/a' }, 0],
    ['10 for a word of four letters in the path', { url: 'https://a.example/rye/word' }, 10],
    ['nothing for words of three letters', { url: 'https://a.example/rye/abc' }, 0],
    ['nothing for html and index', { url: 'https://a.example/index.html' }, 0],
    ['10 for a path of 99 characters', { url: `https://a.example/${'a/'.repeat(49)}` }, 0],
    ['10 less for a path of 100 characters', { url: `https://a.example/${'a/'.repeat(49)}a` }, -10],
    ['nothing for a title of 10 characters', { title: 'x'.repeat(10) }, 0],
    ['20 for a title of 11 characters', { title: 'x'.repeat(11) }, 20],
    ['20 for a title of 59 characters', { title: 'x'.repeat(59) }, 20],
    ['nothing for a title of 60 characters', { title: 'x'.repeat(60) }, 0],
    ['20 for exactly one H1', { h1Count: 1 }, 20],
    ['5 for several H1', { h1Count: 2 }, 5],
    ['15 more for an H2 with an H1', { h1Count: 1, h2Count: 1 }, 35],
    ['nothing for an H2 without an H1', { h2Count: 1 }, 0],
    ['15 for an H3 with paragraphs', { h3Count: 1, pCount: 1 }, 15],
    ['nothing for an H3 without paragraphs', { h3Count: 1 }, 0],
  ]
  for (const [name, page, expected] of rows)
    it(`gives ${name}`, () => assert.equal(structureScore({ ...bare, ...page }), BARE_SCORE + expected))

  it('is 100 at most', () => {
    const best = { title: 'Bread that is good', h1Count: 1, h2Count: 2, h3Count: 2, pCount: 2 }
    assert.equal(structureScore({ ...bare, ...best, url: 'https://a.example/rye-bread' }), 100)
  })

  it('is green from 80, yellow from 60, red below', () => {
    const bands: Band[] = ['green', 'green', 'yellow', 'yellow', 'red', 'red']
    assert.deepEqual([100, 80, 79, 60, 59, 0].map(structureBand), bands)
  })
})

describe('wordBand()', () => {
  it('is green above 300, yellow above 100, red above 0, else unknown', () => {
    const bands: Band[] = ['green', 'yellow', 'yellow', 'red', 'red', 'unknown', 'unknown']
    assert.deepEqual([301, 300, 101, 100, 1, 0, null].map(wordBand), bands)
  })
})

describe('altBand()', () => {
  const rows: [string, Partial<ScoredPage>, Band][] = [
    ['red when more than half of the images lack alt', { totalImages: 3, missingAltTags: 1, emptyAltTags: 1 }, 'red'],
    ['yellow when half of them do', { totalImages: 4, missingAltTags: 2 }, 'yellow'],
    ['green when none does', { totalImages: 4 }, 'green'],
    ['unknown without images', {}, 'unknown'],
  ]
  for (const [name, page, expected] of rows)
    it(`is ${name}`, () => assert.equal(altBand({ ...bare, ...page }), expected))
})
