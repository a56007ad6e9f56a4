import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { urlsOfReport } from './report-urls.ts'

const page = { url: 'https://a.test/', statusCode: 200, redirectUrl: null, indexability: 'indexable', depth: 0 }
const report = (changes: object = {}) =>
  JSON.stringify({ crawl: { options: { isListOnly: false } }, pages: [page], ...changes })

describe('urlsOfReport()', () => {
  it('has the pages of a report, and what was not crawled', () => {
    const pages = [
      page,
      {
        ...page,
        url: 'https://a.test/old',
        statusCode: 301,
        redirectUrl: 'https://a.test/new',
        indexability: 'redirect',
      },
      { ...page, url: 'https://a.test/closed', statusCode: null, indexability: 'blocked', depth: 3 },
      { ...page, url: 'https://a.test/orphan', depth: -1 },
    ]
    const notCrawled = [
      { url: 'https://a.test/robots', reason: 'robots', depth: 2 },
      { url: 'https://a.test/listed', reason: 'limit', depth: null },
      { url: 'https://a.test/', reason: 'limit', depth: 0 },
    ]
    const { byUrl, isListOnly } = urlsOfReport(report({ pages, notCrawled })) ?? {}
    assert.equal(isListOnly, false)
    const notRequested = { status: null, indexability: null }
    const found = { status: 200, indexability: 'indexable', isBlocked: false, isLinked: true }
    const at = (path: string, finalPath = path) => ({
      url: `https://a.test${path}`,
      finalUrl: `https://a.test${finalPath}`,
    })
    assert.deepEqual(
      [...(byUrl ?? [])].map(([url, each]) => [url === each.url, each]),
      [
        [true, { ...at('/robots'), ...notRequested, isBlocked: true, isLinked: true }],
        [true, { ...at('/listed'), ...notRequested, isBlocked: false, isLinked: false }],
        [true, { ...at('/'), ...found }],
        [true, { ...at('/old', '/new'), ...found, status: 301, indexability: 'redirect' }],
        [true, { ...at('/closed'), ...found, status: null, indexability: 'blocked', isBlocked: true }],
        [true, { ...at('/orphan'), ...found, isLinked: false }],
      ],
    )
  })

  it('says of a crawl of a list that it is one', () => {
    assert.equal(urlsOfReport(report({ crawl: { options: { isListOnly: true } } }))?.isListOnly, true)
  })

  it('has nothing of another text', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      report({ pages: undefined }),
      report({ pages: [{ ...page, indexability: 'x' }] }),
    ])
      assert.equal(urlsOfReport(text), null, text)
  })
})
