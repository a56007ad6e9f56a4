import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueAnswer } from '#shared/api.ts'
import { firstPlace, sortBrokenLinks } from './broken-link-order.ts'

interface Sketch {
  id: number
  isHigh?: boolean
  sources?: number
  evidence?: IssueAnswer['details']['evidence']
}

function issue({ id, isHigh = false, sources = 1, evidence = [] }: Sketch): IssueAnswer {
  const url = 'https://a.example/gone'
  const text = 'Broken link'
  return {
    id,
    websiteId: 1,
    checkId: 'internal-link-broken',
    type: 'broken_link',
    severity: 'error',
    message: text,
    pageUrl: url,
    details: { highPrioritySource: isHigh, evidence },
    discovered: '2025-01-01T00:00:00.000Z',
    title: text,
    why: '',
    fix: '',
    example: null,
    sources: [],
    affectedCount: 1,
    description: text,
    url,
    issueType: 'broken_link',
    issueDescription: text,
    status: 'error',
    sourceUrl: null,
    formattedSourceUrl: null,
    referringSources: Array.from({ length: sources }, (_, index) => `https://a.example/${index}`),
    metadata: {},
  }
}

describe('sortBrokenLinks()', () => {
  it('puts high-priority sources first, then the most linked, and keeps the order of equals', () => {
    const sorted = sortBrokenLinks([
      issue({ id: 1, sources: 2 }),
      issue({ id: 2, sources: 9 }),
      issue({ id: 3, isHigh: true }),
      issue({ id: 4, isHigh: true, sources: 3 }),
      issue({ id: 5, sources: 2 }),
    ])
    assert.deepEqual(
      sorted.map(({ id }) => id),
      [4, 3, 2, 1, 5],
    )
  })

  it('leaves the list that it was given alone', () => {
    const list = [issue({ id: 1 }), issue({ id: 2, isHigh: true })]
    sortBrokenLinks(list)
    assert.equal(list[0]?.id, 1)
  })
})

describe('firstPlace()', () => {
  const place = {
    sourceUrl: 'https://a.example/',
    text: 'Imprint',
    region: 'footer' as const,
    path: 'footer > a',
    line: 3,
  }

  it('is the first link of the places', () => {
    const evidence = [{ kind: 'places' as const, label: 'Linked from', places: [place], total: 1 }]
    assert.deepEqual(firstPlace(issue({ id: 1, evidence })), { text: 'Imprint', region: 'footer' })
  })

  it('is null without places', () => {
    assert.equal(firstPlace(issue({ id: 1, evidence: [{ kind: 'text', label: '', text: '' }] })), null)
    assert.equal(firstPlace(issue({ id: 1, evidence: [{ kind: 'places', label: '', places: [], total: 0 }] })), null)
  })
})
