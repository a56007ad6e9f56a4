import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueResponse } from '#shared/api/issues.ts'
import {
  differences,
  groupFacts,
  groupMembers,
  groupSize,
  sameFields,
  similarities,
  spellingStatus,
} from './duplicate-group.ts'

const [a, b, c] = ['https://a.example/a', 'https://a.example/b', 'https://a.example/c']
type Details = IssueResponse['details']
const details = (...evidence: Details['evidence']): { details: Details } => ({ details: { evidence } })
const table = (columns: string[], ...rows: string[][]) => ({ kind: 'table' as const, label: 'x', columns, rows })

describe('a group of duplicates', () => {
  it('begins with the page to keep', () => {
    const issue = { pageUrl: b, affectedCount: 5, details: { duplicateUrls: [a, b, c], evidence: [] } }
    assert.deepEqual(groupMembers(issue), [b, a, c])
    assert.equal(groupSize(issue), 5)
  })

  it('keeps its order when the page is none of them, as with spellings of the host', () => {
    const issue = { pageUrl: a, affectedCount: 1, details: { duplicateUrls: [b, c], evidence: [] } }
    assert.deepEqual(groupMembers(issue), [b, c])
    assert.equal(groupSize(issue), 2)
  })

  it('returns the similarity of the first pair that names a page', () => {
    const found = similarities(details(table(['Page', 'Page', 'Similarity'], [a, b, '93 %'], [b, c, '91 %'])))
    assert.deepEqual(
      [...found],
      [
        [a, { with: b, share: '93 %' }],
        [b, { with: a, share: '93 %' }],
        [c, { with: b, share: '91 %' }],
      ],
    )
    assert.equal(similarities(details(table(['URL', 'Clicks'], [a, '1']))).size, 0)
  })

  it('returns where two texts differ, and the status of other spellings', () => {
    assert.deepEqual([...differences(details(table(['Page', 'Text'], [a, 'in Leeds'])))], [[a, 'in Leeds']])
    const spellings = table(['URL', 'Status', 'Redirects to', 'Canonical'], [a, '200', '', ''])
    assert.deepEqual([...spellingStatus(details(spellings))], [[a, '200']])
  })

  it('has its short facts', () => {
    const proof = { kind: 'text' as const, label: 'Length of the text', text: '80 words' }
    const checksum = { kind: 'text' as const, label: 'SHA-256 of the text', text: 'ab'.repeat(32) }
    assert.deepEqual(groupFacts(details(proof, checksum, { kind: 'url', label: 'Most linked of them', url: a })), [
      { label: 'Length of the text', text: '80 words' },
    ])
  })
})

describe('sameFields()', () => {
  const page = (title: string | null, metaDescription: string | null, h1: string | null) => ({
    title,
    metaDescription,
    h1,
  })
  const rows: [string, ReturnType<typeof page>[], string[]][] = [
    ['takes no notice of case and white space', [page('A  b', 'x', null), page('a B', 'y', null)], ['title']],
    ['does not call missing fields the same', [page(null, null, null), page(null, null, null)], []],
    ['compares all pages', [page('a', 'x', 'h'), page('a', 'x', 'h'), page('b', 'x', 'h')], ['metaDescription', 'h1']],
    ['says nothing of one page', [page('a', 'x', 'h')], []],
  ]
  for (const [name, pages, expected] of rows) it(name, () => assert.deepEqual([...sameFields(pages)], expected))
})
