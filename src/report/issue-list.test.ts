import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import { issueSchema } from '#shared/api/issues.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'
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

const urls = (count: number, name = 'a') => Array.from({ length: count }, (_, index) => `https://${name}.test/${index}`)
const place = (sourceUrl: string) => ({ sourceUrl, text: 'Next', region: 'footer' as const, path: 'a', line: 1 })
const images = (count: number) =>
  urls(count).map(src => ({ src, issue: 'missing alt', isLarge: false, fileSize: null }))
const rows = (count: number) => urls(count).map(url => [url])

interface ListedCase {
  details: Partial<IssueDetails>
  affectedCount?: number
  listed: Partial<IssueDetails>
  referringSourceCount?: number
}

const listedCases: Record<string, ListedCase> = {
  'an issue without lists stays as it is': { details: { statusCode: 404 }, listed: { statusCode: 404 } },
  'names of causes are for exports alone': { details: { causeKeys: [1] }, listed: {} },
  'sources that are the affected pages are listed once, with their number': {
    details: { affectedUrls: urls(100), referringSources: urls(1_000) },
    affectedCount: 1_200,
    listed: { referringSources: urls(20) },
    referringSourceCount: 1_200,
  },
  'sources that are other pages are listed beside the affected ones': {
    details: { affectedUrls: urls(3), referringSources: urls(30, 'b') },
    affectedCount: 3,
    listed: { affectedUrls: urls(3), referringSources: urls(20, 'b') },
    referringSourceCount: 30,
  },
  'the pages of a cause are not those that name its page': {
    details: { affectedUrls: urls(3), referringSources: urls(1) },
    affectedCount: 3,
    listed: { affectedUrls: urls(3), referringSources: urls(1) },
    referringSourceCount: 1,
  },
  'images beyond the first are only counted': {
    details: { imageData: images(30) },
    listed: { imageData: images(20) },
  },
  'duplicates are listed once': {
    details: { affectedUrls: urls(50), duplicateUrls: urls(50) },
    affectedCount: 50,
    listed: { duplicateUrls: urls(20) },
  },
}

const listedEvidence: Record<string, [Evidence, Evidence]> = {
  URLs: [
    { kind: 'urls', label: 'x', urls: urls(21), total: 30 },
    { kind: 'urls', label: 'x', urls: urls(20), total: 30 },
  ],
  places: [
    { kind: 'places', label: 'x', places: urls(21).map(place), total: 30 },
    { kind: 'places', label: 'x', places: urls(20).map(place), total: 30 },
  ],
  'rows of a table that holds all': [
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(21) },
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(20), total: 21 },
  ],
  'rows of a table that does not': [
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(21), total: 30 },
    { kind: 'table', label: 'x', columns: ['y'], rows: rows(20), total: 30 },
  ],
}

describe('the lists of a response', () => {
  for (const [name, { details, affectedCount = 1, listed, referringSourceCount = 0 }] of Object.entries(listedCases))
    it(name, () => {
      const row = issueRowWith({ details: { ...details, evidence: [] }, affectedCount })
      const response = issueResponse(row, crawl)
      assert.deepEqual(
        [response.details, response.referringSourceCount, response.imageCount],
        [{ ...listed, evidence: [] }, referringSourceCount, details.imageData?.length ?? 0],
      )
    })

  for (const [name, [evidence, listed]] of Object.entries(listedEvidence))
    it(`lists the first 20 ${name}`, () => {
      const response = issueResponse(issueRowWith({ details: { evidence: [evidence] } }), crawl)
      assert.deepEqual(response.details.evidence, [listed])
    })
})
