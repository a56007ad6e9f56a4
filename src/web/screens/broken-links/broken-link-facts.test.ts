import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answeredStatus, firstPlace } from './broken-link-facts.ts'
import { testIssue } from './test-issue.ts'

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
    assert.deepEqual(firstPlace(testIssue({ id: 1, evidence })), { text: 'Imprint', region: 'footer' })
  })

  it('is null without places', () => {
    assert.equal(firstPlace(testIssue({ id: 1, evidence: [{ kind: 'text', label: '', text: '' }] })), null)
    assert.equal(
      firstPlace(testIssue({ id: 1, evidence: [{ kind: 'places', label: '', places: [], total: 0 }] })),
      null,
    )
  })
})

describe('answeredStatus()', () => {
  const attempts = (...statuses: (number | null)[]) => [
    {
      kind: 'attempts' as const,
      label: 'Attempts',
      attempts: statuses.map(status => ({ atMs: 0, method: 'GET' as const, status, failure: null })),
    },
  ]
  for (const [name, sketch, expected] of [
    ['the status of the issue', { statusCode: 404, evidence: attempts(null) }, 404],
    ['null when no attempt was answered', { evidence: attempts(null, null) }, null],
    ['undefined when an attempt was answered', { evidence: attempts(null, 200) }, undefined],
    ['undefined when nothing was asked', {}, undefined],
  ] as const)
    it(`is ${name}`, () => assert.equal(answeredStatus(testIssue({ id: 1, ...sketch })), expected))
})
