import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type FindingReach,
  fixFirst,
  healthScore,
  OWN_CHECKS,
  POINTS_OF_SEVERITY,
  subjectOf,
  subjects,
  wholeScore,
} from './health-score.ts'
import { issueTypes, type Severity, severities } from './model.ts'

const finding = (overrides: Partial<FindingReach> = {}): FindingReach => {
  const { severity = 'error' } = overrides
  return {
    checkId: 'title-missing',
    type: 'link_issue',
    severity,
    issueCount: 1,
    affected: 1,
    points: POINTS_OF_SEVERITY[severity],
    ...overrides,
  }
}

describe('the subjects of the health score', () => {
  it('have caps that add up to 100 without own checks, and each type of issue is in one of them', () => {
    assert.equal(
      subjects.filter(({ name }) => name !== OWN_CHECKS).reduce((sum, { cap }) => sum + cap, 0),
      100,
    )
    const types = subjects.flatMap(subject => [...subject.types])
    assert.deepEqual(types.toSorted(), [...issueTypes].sort())
    for (const type of issueTypes) assert.ok(subjectOf(type).cap > 0)
  })
})

describe('the health score', () => {
  it('is 100 where nothing was found', () => {
    assert.deepEqual(healthScore([], 500), { exactScore: 100, subjects: [], deductions: [] })
  })

  const cases: [name: string, findings: FindingReach[], pages: number, score: number][] = [
    ['one error on one of 400 pages', [finding()], 400, 99.5],
    ['an error on each of 400 pages', [finding({ affected: 400 })], 400, 90],
    ['more findings than pages', [finding({ affected: 4_000 })], 400, 90],
    ['a warning on a quarter of the pages', [finding({ severity: 'warning', affected: 100 })], 400, 98],
    ['an info on each page', [finding({ severity: 'info', affected: 400 })], 400, 99.6],
    ['a check with points of its own', [finding({ affected: 400, points: 3 })], 400, 97],
    ['a page with an error, crawled alone', [finding()], 1, 90],
    ['a subject at its cap', [finding({ affected: 9 }), finding({ checkId: 'x', affected: 9 })], 9, 88],
    ['two subjects', [finding({ affected: 9 }), finding({ type: 'image_issues', affected: 9 })], 9, 86],
  ]
  for (const [name, findings, pages, expected] of cases)
    it(`of ${name} is ${expected}`, () => {
      assert.equal(healthScore(findings, pages).exactScore.toFixed(9), expected.toFixed(9))
    })

  it('has one deduction for all findings of a check', () => {
    const findings = [
      finding({ severity: 'info', issueCount: 3, affected: 25 }),
      finding({ issueCount: 2, affected: 100 }),
      finding({ checkId: 'other', severity: 'warning', affected: 100 }),
    ]
    // 10 + 0.4 × 25 ÷ 100, and 4: of a subject that takes 12 at most.
    assert.deepEqual(healthScore(findings, 100).deductions, [
      {
        checkId: 'title-missing',
        type: 'link_issue',
        subject: 'Links',
        severity: 'error',
        issueCount: 5,
        bySeverity: { error: 2, warning: 0, info: 3 },
        affected: 125,
        taken: 10.1,
        gain: (10.1 / 14.1) * 12,
      },
      {
        checkId: 'other',
        type: 'link_issue',
        subject: 'Links',
        severity: 'warning',
        issueCount: 1,
        bySeverity: { error: 0, warning: 1, info: 0 },
        affected: 100,
        taken: 4,
        gain: (4 / 14.1) * 12,
      },
    ])
  })

  it('counts an info by the share of its pages, and an error or warning by the root', () => {
    const takenBy = (severity: Severity) =>
      healthScore([finding({ severity, points: 4, affected: 4 })], 100).deductions.map(({ taken }) => taken)
    assert.deepEqual(severities.map(takenBy), [[0.8], [0.8], [0.16]])
  })

  it('is 0 where every subject is at its cap, and no less', () => {
    const everything = issueTypes.map(type => finding({ checkId: type, type, affected: 10, points: 50 }))
    const { exactScore } = healthScore(everything, 10)
    assert.equal(Math.abs(exactScore) < 1e-9, true)
    assert.deepEqual([wholeScore(exactScore), wholeScore(-1e-12), wholeScore(99.99)], [0, 0, 99])
  })

  it('and what its subjects take add up to 100, in whatever order the findings come', () => {
    const findings = severities.flatMap((severity, index) =>
      [1, 40, 3_000].map(affected => finding({ checkId: `check-${index}-${affected}`, severity, affected })),
    )
    const scored = healthScore(findings, 200)
    const taken = scored.subjects.reduce((sum, each) => sum + each.taken, 0)
    assert.ok(Math.abs(scored.exactScore + taken - 100) < 1e-9)
    const reversed = healthScore(findings.toReversed(), 200)
    assert.deepEqual(
      reversed.deductions.map(({ checkId }) => checkId),
      scored.deductions.map(({ checkId }) => checkId),
    )
  })
})

describe('the gain of a fix', () => {
  const ofCheck = (checkId: string, findings: FindingReach[]) =>
    healthScore(findings, 100).deductions.find(each => each.checkId === checkId)?.gain

  it('is what the score rises by, below the cap of the subject', () => {
    const others = [finding({ checkId: 'a', severity: 'warning', affected: 9 }), finding({ checkId: 'b', affected: 4 })]
    const broken = finding({ checkId: 'broken', affected: 36 })
    const rise = healthScore(others, 100).exactScore - healthScore([...others, broken], 100).exactScore
    assert.ok(rise > 0 && Math.abs((ofCheck('broken', [...others, broken]) ?? 0) - rise) < 1e-9)
  })

  it('is its share of the cap beyond it, and all add up to what is missing', () => {
    const three = ['a', 'b', 'c'].map(checkId => finding({ checkId, affected: 100 }))
    assert.equal(ofCheck('a', three), 4)
    const mixed = [
      ...three,
      finding({ checkId: 'd', severity: 'info', affected: 7 }),
      finding({ checkId: 'e', type: 'redirect' }),
    ]
    const { exactScore, deductions } = healthScore(mixed, 100)
    const gains = deductions.reduce((sum, { gain }) => sum + gain, 0)
    assert.ok(Math.abs(exactScore + gains - 100) < 1e-9)
  })
})

describe('what to fix first', () => {
  const types = ['link_issue', 'content_issue', 'security_issue', 'canonical_issue'] as const
  const gains = (...rows: [points: number, severity: Severity][]) =>
    fixFirst(
      healthScore(
        rows.map(([points, severity], index) =>
          finding({ checkId: `${severity} ${points}`, type: types[index] ?? 'redirect', severity, points }),
        ),
        1,
      ).deductions,
      3,
    ).map(({ checkId }) => checkId)

  it('is by gain, and errors before warnings of about the same gain', () => {
    assert.deepEqual(gains([3.4, 'warning'], [2.6, 'error'], [9, 'info']), ['info 9', 'error 2.6', 'warning 3.4'])
  })

  it('holds a few, and none without gain', () => {
    assert.deepEqual(gains([4, 'error'], [3, 'error'], [2, 'error'], [1, 'error']).length, 3)
    assert.deepEqual(gains([0, 'info']), [])
  })
})
