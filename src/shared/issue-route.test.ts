import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dashboardIssueHref, issueHref } from './issue-route.ts'
import { type IssueType, issueTypes } from './model.ts'
import { matchRoute } from './routes.ts'

const pageUrl = 'https://example.org/a?b=1&c=2'
const query = 'url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D2'

interface Row {
  type: IssueType
  message: string
  errors: string
  dashboard: string
}

const byType: Row[] = [
  { type: 'broken_link', message: 'Broken link: 404 Not Found', errors: 'broken-links', dashboard: 'broken-links' },
  { type: 'broken_link', message: 'Link could not be verified', errors: 'broken-links', dashboard: 'broken-links' },
  { type: 'redirect', message: 'Broken redirect', errors: 'redirects', dashboard: 'redirects' },
  { type: 'redirect', message: 'Redirect chain of 3', errors: 'redirects', dashboard: 'redirects' },
  { type: 'redirect', message: '308 redirect', errors: 'redirects', dashboard: 'redirects' },
  { type: 'duplicate', message: 'Duplicate content', errors: 'duplicates', dashboard: 'duplicates' },
  { type: 'meta_issue', message: 'Missing title', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'meta_issue', message: 'Duplicate title', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'meta_issue', message: 'Title is long', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'meta_issue', message: 'Missing H1', errors: 'page-insights', dashboard: 'page-insights' },
  { type: 'missing_alt_tags', message: 'Missing alt tag', errors: 'missing-alt-tags', dashboard: 'page-alt-tags' },
  { type: 'alt_tag_issues', message: 'Empty alt tag', errors: 'missing-alt-tags', dashboard: 'page-alt-tags' },
  { type: 'image_issues', message: 'Image is large', errors: 'image-issues', dashboard: 'image-issues' },
]

const byText: Row[] = [
  { type: 'link_issue', message: 'Broken link', errors: 'broken-links', dashboard: 'broken-links' },
  { type: 'link_issue', message: '404 Not Found', errors: 'broken-links', dashboard: 'page-insights' },
  { type: 'content_issue', message: 'Missing meta description', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'content_issue', message: 'Short meta description', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'content_issue', message: 'Short title', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'content_issue', message: 'MISSING TITLE', errors: 'meta-data', dashboard: 'page-insights' },
  { type: 'url_issue', message: '301 redirect', errors: 'redirects', dashboard: 'page-insights' },
  { type: 'url_issue', message: ' 302 redirect', errors: 'redirects', dashboard: 'page-insights' },
  { type: 'url_issue', message: 'Redirect chain', errors: 'redirects', dashboard: 'redirects' },
  { type: 'url_issue', message: 'Not a redirect chain', errors: 'page-insights', dashboard: 'page-insights' },
  { type: 'content_issue', message: 'Duplicate content', errors: 'duplicates', dashboard: 'duplicates' },
  { type: 'accessibility_issue', message: 'Missing alt tags', errors: 'missing-alt-tags', dashboard: 'page-alt-tags' },
  { type: 'accessibility_issue', message: 'Alt tags are long', errors: 'page-insights', dashboard: 'page-alt-tags' },
  { type: 'heading_issue', message: 'Missing H1', errors: 'page-insights', dashboard: 'page-insights' },
  { type: 'security_issue', message: '', errors: 'page-insights', dashboard: 'page-insights' },
]

describe('issueHref() and dashboardIssueHref()', () => {
  for (const [rule, rows] of [
    ['the type', byType],
    ['the start of the text', byText],
  ] as const)
    for (const { type, message, errors, dashboard } of rows)
      it(`${rule} sends ${type} "${message}" to ${errors}, from the dashboard to ${dashboard}`, () => {
        const issue = { type, message, pageUrl }
        assert.equal(issueHref(issue, { websiteId: 7 }), `/${errors}/7?${query}`)
        assert.equal(dashboardIssueHref(issue, { websiteId: 7 }), `/${dashboard}/7?${query}`)
      })

  it('keeps an earlier crawl in the URL', () => {
    const href = issueHref({ type: 'redirect', message: '', pageUrl: 'https://a.example/' }, { websiteId: 7, crawl: 3 })
    assert.equal(href, '/redirects/7?url=https%3A%2F%2Fa.example%2F&crawl=3')
  })

  it('every type leads to a screen that exists', () => {
    for (const type of issueTypes)
      for (const href of [issueHref, dashboardIssueHref]) {
        const { pathname, searchParams } = new URL(
          href({ type, message: '', pageUrl }, { websiteId: 7 }),
          'http://localhost',
        )
        assert.notEqual(matchRoute(pathname).screen, 'not-found', type)
        assert.equal(matchRoute(pathname).websiteId, 7)
        assert.equal(searchParams.get('url'), pageUrl)
      }
  })
})
