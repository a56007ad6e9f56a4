import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { websiteWith } from '../test-website.ts'
import { chooseActiveCrawl } from './websites.ts'

function website(id: number, changes: Partial<WebsiteResponse> = {}): WebsiteResponse {
  return websiteWith({ id, pagesCrawled: 5, ...changes })
}

test('chooseActiveCrawl() knows the id of the path before the list is there', () => {
  assert.deepEqual(chooseActiveCrawl(undefined, 7), {
    websiteId: 7,
    website: null,
    isCrawling: false,
    isPending: false,
  })
})

test('chooseActiveCrawl() waits for the list when the path names no website', () => {
  assert.deepEqual(chooseActiveCrawl(undefined, null), {
    websiteId: null,
    website: null,
    isCrawling: false,
    isPending: true,
  })
})

test('chooseActiveCrawl() takes the completed website with the most pages', () => {
  const websites = [website(1), website(2, { pagesCrawled: 50 }), website(3, { pagesCrawled: 90, status: 'crawling' })]
  assert.equal(chooseActiveCrawl(websites, null).websiteId, 2)
})

test('chooseActiveCrawl() says whether that website is being crawled', () => {
  const websites = [website(1), website(3, { status: 'crawling' })]
  assert.equal(chooseActiveCrawl(websites, 3).isCrawling, true)
  assert.equal(chooseActiveCrawl(websites, 1).isCrawling, false)
})

test('chooseActiveCrawl() has nothing to say without a website', () => {
  assert.deepEqual(chooseActiveCrawl([], null), { websiteId: null, website: null, isCrawling: false, isPending: false })
})
