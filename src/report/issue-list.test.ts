import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import { issueSchema } from '#shared/api/issues.ts'
import type { IssueDetails } from '#shared/model.ts'
import { issueResponse } from './issue-list.ts'
import { issueRowWith } from './test-rows.ts'

const crawl = { websiteId: 3, seedUrl: 'https://www.example.com/', ownChecks: [] }
const responseWith = (details: Omit<IssueDetails, 'evidence'>) =>
  issueResponse(issueRowWith({ details: { ...details, evidence: [] } }), crawl)

describe('issueResponse()', () => {
  it('is a response of the API', () => {
    const response = issueResponse(issueRowWith(), crawl)
    assert.deepEqual(issueSchema.parse(response), response)
  })

  it('repeats page, type, message and severity under the specified names', () => {
    const { url, issueType, issueDescription, description, status, websiteId, discovered } = issueResponse(
      issueRowWith(),
      crawl,
    )
    assert.deepEqual(
      { url, issueType, issueDescription, description, status, websiteId, discovered },
      {
        url: 'https://example.com/a',
        issueType: 'meta_issue',
        issueDescription: 'Missing title',
        description: 'Missing title',
        status: 'error',
        websiteId: 3,
        discovered: '2026-01-02T12:00:02.000Z',
      },
    )
  })

  it('carries the advice of its check', () => {
    const { title, why, fix, sources } = issueResponse(issueRowWith(), crawl)
    const check = ourCatalogue.get('title-missing')
    const expected = { title: check?.title, why: check?.why, fix: check?.fix, sources: check?.sources }
    assert.deepEqual({ title, why, fix, sources }, expected)
    assert.notEqual(fix, '')
  })

  it('stands without advice when its check is gone', () => {
    const { title, fix, example } = issueResponse(issueRowWith({ checkId: 'gone-long-ago', message: 'Odd' }), crawl)
    assert.deepEqual({ title, fix, example }, { title: 'Odd', fix: '', example: null })
  })

  const sources: [string, Omit<IssueDetails, 'evidence'>, string | null][] = [
    ['the source', { sourceUrl: 'https://a.test/', directReferrer: 'https://b.test/' }, 'https://a.test/'],
    ['else the direct referrer', { directReferrer: 'https://b.test/', referringSources: ['c'] }, 'https://b.test/'],
    [
      'else the first referring source',
      { referringSources: ['https://c.test/', 'https://d.test/'] },
      'https://c.test/',
    ],
    ['else nothing', {}, null],
  ]
  for (const [name, details, expected] of sources)
    it(`takes as source ${name}`, () => assert.equal(responseWith(details).sourceUrl, expected))

  const formatted: [string, string][] = [
    ['https://example.com/a/b?c=d', '/a/b?c=d'],
    ['http://www.example.com/', '/'],
    ['https://other.test/a', 'https://other.test/a'],
    ['https://blog.example.com/a', 'https://blog.example.com/a'],
    ['not a URL', 'not a URL'],
  ]
  for (const [sourceUrl, expected] of formatted)
    it(`shows the source ${sourceUrl} as ${expected}`, () =>
      assert.equal(responseWith({ sourceUrl }).formattedSourceUrl, expected))

  it('gathers the meta fields that are there', () => {
    assert.deepEqual(responseWith({ title: '', totalImages: 4, missingAltTags: 0 }).metadata, {
      title: '',
      missingAltTags: 0,
      totalImages: 4,
    })
  })
})
