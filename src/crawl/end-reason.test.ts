import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EndReason, endReasons } from '#shared/model.ts'
import { type EndFacts, endSentence } from './end-reason.ts'

const facts: EndFacts = {
  seedUrl: 'https://shop.example/',
  pagesCounted: 12,
  pageLimit: 40,
  isListOnly: false,
  detail: 'it responds with 503.',
}
const WHOLE = 'The whole site was crawled: 12 pages.'

describe('endSentence()', () => {
  test('says that the whole site was crawled of a finished crawl alone that left nothing out', () => {
    assert.equal(endSentence('finished', facts), WHOLE)
    assert.equal(endSentence('finished', { ...facts, pagesCounted: 1 }), 'The whole site was crawled: 1 page.')
    for (const reason of endReasons.filter(each => each !== 'finished'))
      assert.doesNotMatch(endSentence(reason, facts), /whole site/)
  })

  test('says what a finished crawl skipped', () => {
    assert.equal(
      endSentence('finished', { ...facts, omission: 'endless' }),
      'The site was crawled without the URLs that look endless: 12 pages.',
    )
    assert.equal(
      endSentence('finished', { ...facts, omission: 'untracked' }),
      'The site links to more URLs than a crawl of this size keeps track of, so some were skipped: 12 pages. Raise the limit to see the rest.',
    )
    assert.equal(
      endSentence('finished', { ...facts, omission: 'scope' }),
      'The chosen part of the site was crawled: 12 pages.',
    )
  })

  test('speaks of the list where only a list was visited', () =>
    assert.equal(
      endSentence('finished', { ...facts, isListOnly: true, omission: 'untracked' }),
      'The URLs of the list were visited: 12 pages.',
    ))

  const sentences: Record<EndReason, string> = {
    finished: WHOLE,
    limit: 'The limit of 40 pages was reached; the site has more. Raise the limit to see the rest.',
    stopped: 'The crawl was stopped after 12 pages: the report is partial.',
    'start-unreachable':
      'The start page https://shop.example/ gave no page: it responds with 503. Check the URL, or try again later.',
    'start-refused': 'it responds with 503. Private targets can be allowed by the operator of this server.',
    'start-not-html':
      'The start page https://shop.example/ is no HTML page (it responds with 503.). Enter the URL of a web page.',
    'start-blocked': 'robots.txt does not let crawlers request https://shop.example/ (it responds with 503.).',
    budget: 'The crawl found more URLs than it may visit and ended after 12 pages: parts of the site look endless.',
    'storage-full': 'The storage of this server is full, so the crawl ended after 12 pages: the report is partial.',
    'time-limit':
      'A crawl of this size may take it responds with 503. on this server, so the crawl ended after 12 pages: the report is partial.',
    'transfer-limit':
      'A crawl of this size may receive it responds with 503. on this server, so the crawl ended after 12 pages: the report is partial.',
    'access-lost':
      'The website did not accept the credentials of this crawl any more after 12 pages: it responds with 503. The report has nothing that was read without them. Renew the credentials, and crawl again.',
    failed: 'The crawl ended early after 12 pages because of an internal error: it responds with 503.',
  }
  for (const reason of endReasons)
    test(`has words for ${reason}`, () => assert.equal(endSentence(reason, facts), sentences[reason]))

  test('says of credentials that were never accepted that it was at the start', () =>
    assert.match(
      endSentence('access-lost', { ...facts, pagesCounted: 0 }),
      /^The website did not accept the credentials of this crawl at its start: /,
    ))

  test('a detail without a full stop reads the same, and a refusal without a detail says why', () => {
    assert.equal(
      endSentence('start-unreachable', { ...facts, detail: 'it responds with 503' }),
      sentences['start-unreachable'],
    )
    assert.equal(
      endSentence('start-refused', { ...facts, detail: '' }),
      'This address is not on the public internet. Private targets can be allowed by the operator of this server.',
    )
  })
})
