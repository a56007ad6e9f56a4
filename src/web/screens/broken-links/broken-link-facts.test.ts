import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { byImportance, firstPlace, sortBrokenLinks, targetStatus } from './broken-link-facts.ts'
import { brokenLinkIssue } from './test-issue.ts'

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
    assert.deepEqual(firstPlace(brokenLinkIssue({ id: 1, evidence })), { text: 'Imprint', region: 'footer' })
  })

  it('is null without places', () => {
    assert.equal(firstPlace(brokenLinkIssue({ id: 1, evidence: [{ kind: 'text', label: '', text: '' }] })), null)
    assert.equal(
      firstPlace(brokenLinkIssue({ id: 1, evidence: [{ kind: 'places', label: '', places: [], total: 0 }] })),
      null,
    )
  })
})

describe('targetStatus()', () => {
  const attempts = (...statuses: (number | null)[]) => [
    {
      kind: 'attempts' as const,
      label: 'Attempts',
      attempts: statuses.map(status => ({ atMs: 0, method: 'GET' as const, status, failure: null })),
    },
  ]
  for (const [name, sketch, expected] of [
    ['the status of the issue', { statusCode: 404, evidence: attempts(null) }, 404],
    ['null when no attempt got a response', { evidence: attempts(null, null) }, null],
    ['undefined when an attempt got a response', { evidence: attempts(null, 200) }, undefined],
    ['undefined without attempts', {}, undefined],
  ] as const)
    it(`is ${name}`, () => assert.equal(targetStatus(brokenLinkIssue({ id: 1, ...sketch })), expected))
})

test('byImportance orders exported issues as the screen does', () => {
  const entries = [
    { details: {} },
    { details: { referringSources: ['a', 'b'] } },
    { details: { highPrioritySource: true, referringSources: ['a'] } },
    { details: { referringSources: ['a', 'b', 'c'] } },
  ]
  assert.deepEqual(byImportance.order(entries), [2, 3, 1, 0])
})

describe('sortBrokenLinks()', () => {
  it('puts high-priority sources first, then the most linked, and keeps the order of equals', () => {
    const sorted = sortBrokenLinks([
      brokenLinkIssue({ id: 1, sources: 2 }),
      brokenLinkIssue({ id: 2, sources: 9 }),
      brokenLinkIssue({ id: 3, isHigh: true }),
      brokenLinkIssue({ id: 4, isHigh: true, sources: 3 }),
      brokenLinkIssue({ id: 5, sources: 2 }),
    ])
    assert.deepEqual(
      sorted.map(({ id }) => id),
      [4, 3, 2, 1, 5],
    )
  })

  it('does not change the given list', () => {
    const list = [brokenLinkIssue({ id: 1 }), brokenLinkIssue({ id: 2, isHigh: true })]
    sortBrokenLinks(list)
    assert.equal(list[0]?.id, 1)
  })
})
