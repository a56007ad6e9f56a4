import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endReasons } from '#shared/model.ts'
import { type EndFacts, endSentence } from './end-reason.ts'

const facts: EndFacts = {
  seedUrl: 'https://shop.example/',
  pagesCounted: 12,
  pageLimit: 40,
  isListOnly: false,
  detail: 'it answers 503.',
}
const WHOLE = 'The whole site was crawled: 12 pages.'

describe('endSentence()', () => {
  test('says that the whole site was crawled of a finished crawl alone that left nothing out', () => {
    assert.equal(endSentence('finished', facts), WHOLE)
    assert.equal(endSentence('finished', { ...facts, pagesCounted: 1 }), 'The whole site was crawled: 1 page.')
    for (const reason of endReasons.filter(each => each !== 'finished'))
      assert.doesNotMatch(endSentence(reason, facts), /whole site/)
  })

  test('says what a finished crawl left out', () => {
    assert.equal(
      endSentence('finished', { ...facts, leftOut: 'endless' }),
      'The site was crawled without the addresses that look endless: 12 pages.',
    )
    assert.equal(
      endSentence('finished', { ...facts, leftOut: 'untracked' }),
      'The site names more addresses than a crawl of this size keeps track of, so some were left out: 12 pages. Raise the limit to see the rest.',
    )
  })

  test('speaks of the list where only a list was visited', () =>
    assert.equal(
      endSentence('finished', { ...facts, isListOnly: true, leftOut: 'untracked' }),
      'The addresses of the list were visited: 12 pages.',
    ))

  for (const reason of endReasons)
    test(`has words for ${reason}`, () => assert.doesNotMatch(endSentence(reason, facts), /undefined|null/))
})
