import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssueResponse } from '#shared/api/issues.ts'
import { issueLinks } from './issue-links.ts'

test('issueLinks() stay in the crawl that is shown', () => {
  const links = issueLinks({ websiteId: 3, crawl: 7 }, ({ pageUrl }, { crawl }) => `view ${pageUrl} ${crawl}`)
  const issue = { id: 12, checkId: 'title-missing', pageUrl: 'https://a.test/' } as IssueResponse
  const partsOf = (href: string) => {
    const { pathname, searchParams } = new URL(href, 'http://localhost')
    return [pathname, Object.fromEntries(searchParams)]
  }
  assert.equal(links.view(issue), 'view https://a.test/ 7')
  assert.deepEqual(partsOf(links.page('https://a.test/x')), [
    '/page-insights/3',
    { url: 'https://a.test/x', crawl: '7' },
  ])
  assert.deepEqual(partsOf(links.check('title-missing')), [
    '/issues-by-check/3',
    { check: 'title-missing', crawl: '7' },
  ])
  assert.deepEqual(partsOf(links.pages(issue)), [
    '/issues-by-check/3',
    { check: 'title-missing', cause: '12', crawl: '7' },
  ])
})
