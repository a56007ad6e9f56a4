import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueResponse } from '#shared/api/issues.ts'
import { testIssue } from '#shared/api/test-issue.ts'
import { type IssueEvidence, issueParts, sourceElements, wrongPart } from './issue-parts.ts'

const page = 'https://a.example/a'
const other = 'https://a.example/b'
const text = (label: string, value: string): IssueEvidence => ({ kind: 'text', label, text: value })
const url = (value: string): IssueEvidence => ({ kind: 'url', label: 'URL', url: value })
const urls = (...values: string[]): IssueEvidence => ({
  kind: 'urls',
  label: 'URLs',
  urls: values,
  total: values.length,
})
const hops: IssueEvidence = {
  kind: 'hops',
  label: 'Redirect',
  hops: [{ url: page, status: 301, location: 'https://a.example/end', elapsedMs: 1 }],
}
const attempts = (failure: string | null): IssueEvidence => ({
  kind: 'attempts',
  label: 'Attempts',
  attempts: [{ atMs: 0, method: 'GET', status: 301, failure }],
})
const places: IssueEvidence = {
  kind: 'places',
  label: 'Linked from',
  places: [{ sourceUrl: other, text: 'B', region: 'main', path: 'a', line: 1 }],
  total: 1,
}
const pagesTable = (columns: string[], ...rows: string[][]): IssueEvidence => ({
  kind: 'table',
  label: 'Pages',
  columns,
  rows,
})

interface Row {
  what: string
  evidence: IssueEvidence[]
  left: IssueEvidence[]
  issue?: Partial<IssueResponse>
}

const rows: Row[] = [
  { what: 'its URL is in the head', evidence: [url(page), url(other)], left: [url(other)] },
  { what: 'the links to it have a part of their own', evidence: [places, urls(other)], left: [] },
  { what: 'so have its pages', evidence: [urls(page), urls(page, other)], left: [urls(page, other)] },
  {
    what: 'with their figures',
    evidence: [pagesTable(['URL', 'Crawl depth', 'Inlinks'], [page, '1', '2'])],
    left: [],
  },
  {
    what: 'a table of pages that says more is evidence',
    evidence: [pagesTable(['URL', 'Status'], [page, '404'])],
    left: [pagesTable(['URL', 'Status'], [page, '404'])],
  },
  {
    what: 'hops have their end and their status',
    evidence: [hops, url('https://a.example/end'), attempts(null)],
    left: [hops],
  },
  {
    what: 'an attempt that failed is evidence',
    evidence: [hops, attempts('timeout')],
    left: [hops, attempts('timeout')],
  },
  { what: 'so is one without hops', evidence: [attempts(null)], left: [attempts(null)] },
  {
    what: 'a suggestion is in the fix',
    evidence: [text('Suggestion', 'Bread'), text('Length', '4')],
    left: [text('Length', '4')],
    issue: { example: { before: '<title></title>', after: '<title>Bread</title>', isOwn: true } },
  },
  {
    what: 'an example of the check holds no suggestion',
    evidence: [text('Suggestion', 'Bread')],
    left: [text('Suggestion', 'Bread')],
    issue: { example: { before: '', after: 'Bread', isOwn: false } },
  },
]

describe('issueParts()', () => {
  for (const { what, evidence, left, issue } of rows)
    it(`without what is shown elsewhere: ${what}`, () => {
      const parts = issueParts(testIssue({ pageUrl: page, details: { evidence }, ...issue }))
      assert.deepEqual(parts, { evidence: left, linkedFrom: evidence.includes(places) ? places : null })
    })
})

describe('sourceElements()', () => {
  const table = (columns: string[], ...cells: string[][]) => ({
    kind: 'table' as const,
    label: '',
    columns,
    rows: cells,
  })

  it('have line, path and what else their row says', () => {
    assert.deepEqual(
      sourceElements(table(['Tag', 'Target', 'Line', 'Element'], ['<a>', '/b', '18', 'p > a'], ['<a>', '', '', ''])),
      [
        { line: 18, code: '<a>', path: 'p > a', facts: [{ name: 'Target', value: '/b' }] },
        { line: 0, code: '<a>', path: '', facts: [] },
      ],
    )
  })

  it('are none of a table without tags in every row, or without rows', () => {
    assert.equal(sourceElements(table(['Text', 'Line'], ['<b>', '1'], ['b', '2'])), null)
    assert.equal(sourceElements(table(['Tag'])), null)
  })
})

describe('wrongPart()', () => {
  const example = { before: '<a id="x">', after: '<a>', isOwn: true }

  it('is what the fix changes, or the whole element where something is missing', () => {
    assert.deepEqual(wrongPart('<p><a id="x">', example, { from: 2, to: 9 }), { from: 5, to: 12 })
    assert.deepEqual(wrongPart('<p><a id="x">', example, { from: 2, to: 2 }), { from: 3, to: 13 })
  })

  it('is unknown of other source, and of an example that is not from the page', () => {
    assert.equal(wrongPart('<p>', example, { from: 2, to: 9 }), undefined)
    assert.equal(wrongPart('<a id="x">', { ...example, isOwn: false }, { from: 2, to: 9 }), undefined)
    assert.equal(wrongPart('<a id="x">', null, { from: 0, to: 0 }), undefined)
  })
})
