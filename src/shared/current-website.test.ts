import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { activeWebsite, isNewCrawl, latestWebsite } from './current-website.ts'

type Website = Parameters<typeof isNewCrawl>[0] & { id: number }

const website = (id: number, more: Partial<Website> = {}): Website => ({
  id,
  status: 'complete',
  pagesCrawled: 20,
  lastCrawled: `2026-01-0${id}T12:00:00.000Z`,
  ...more,
})

describe('activeWebsite()', () => {
  it('is the one of the path, and none where that is not in the list', () => {
    assert.equal(activeWebsite([website(1), website(2, { pagesCrawled: 90 })], 1)?.id, 1)
    assert.equal(activeWebsite([website(1)], 7), null)
  })

  it('else is the completed one with the most pages', () => {
    const running = website(3, { status: 'crawling', pagesCrawled: 400 })
    assert.equal(activeWebsite([website(1, { pagesCrawled: 90 }), website(2), running], null)?.id, 1)
  })

  it('else is the one crawled last', () => {
    const empty = [1, 3, 2].map(id => website(id, { pagesCrawled: 0 }))
    assert.equal(activeWebsite(empty, null)?.id, 3)
    assert.equal(activeWebsite([], null), null)
  })
})

describe('latestWebsite()', () => {
  it('is the one crawled last; one without a date counts as oldest', () => {
    assert.equal(latestWebsite([website(4, { lastCrawled: null }), website(1), website(2)])?.id, 2)
    assert.equal(latestWebsite([website(4, { lastCrawled: null })])?.id, 4)
    assert.equal(latestWebsite([]), null)
  })
})

describe('isNewCrawl()', () => {
  const crawledMs = Date.parse('2026-01-01T12:00:00.000Z')
  const tenMinutesMs = 10 * 60_000
  const rows: [string, Partial<Website>, number, boolean][] = [
    ['a pending one', { status: 'pending', lastCrawled: null }, 0, true],
    ['a running one', { status: 'crawling' }, 2 * tenMinutesMs, true],
    ['a paused one', { status: 'paused' }, 2 * tenMinutesMs, true],
    ['one of ten minutes ago', {}, tenMinutesMs, true],
    ['one of four pages', { pagesCrawled: 4 }, 2 * tenMinutesMs, true],
  ]
  for (const [name, crawl, agoMs, expected] of rows)
    it(`is true of ${name}`, () => assert.equal(isNewCrawl(website(1, crawl), crawledMs + agoMs), expected))

  it('is false of five pages more than ten minutes ago', () =>
    assert.equal(isNewCrawl(website(1, { pagesCrawled: 5 }), crawledMs + tenMinutesMs + 1), false))
})
