import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FindingReach, HEALTH_CEILINGS, healthScore, pointsWon, wholeScore } from './health-score.ts'
import { severities } from './model.ts'

const finding = (overrides: Partial<FindingReach> = {}): FindingReach => ({
  checkId: 'title-missing',
  severity: 'error',
  issueCount: 1,
  affected: 1,
  ...overrides,
})

describe('the health score', () => {
  it('is 100 where nothing was found', () => {
    assert.deepEqual(healthScore([], 500), { exactScore: 100, deductions: [] })
  })

  const cases: [name: string, findings: FindingReach[], pages: number, score: number][] = [
    ['one error on one of 500 pages', [finding()], 500, 98],
    ['an error on each of 500 pages', [finding({ affected: 500 })], 500, 78],
    ['a warning on each page', [finding({ severity: 'warning', affected: 500 })], 500, 92],
    ['an info on each page', [finding({ severity: 'info', affected: 500 })], 500, 99],
    ['one info on one of a million pages', [finding({ severity: 'info' })], 1_000_000, 99],
    ['errors of two checks', [finding({ affected: 3 }), finding({ checkId: 'x', affected: 1 })], 1, 58],
    ['a page with an error, crawled alone', [finding()], 1, 78],
  ]
  for (const [name, findings, pages, expected] of cases)
    it(`of ${name} is ${expected}`, () => {
      assert.equal(wholeScore(healthScore(findings, pages).exactScore), expected)
    })

  it('and its deductions add up to 100, the heaviest first', () => {
    const findings = severities.flatMap((severity, index) =>
      [1, 40, 3_000].map(affected => finding({ checkId: `check-${index}-${affected}`, severity, affected })),
    )
    const { exactScore, deductions } = healthScore(findings, 200)
    const taken = deductions.reduce((sum, { points }) => sum + points, 0)
    assert.ok(Math.abs(exactScore + taken - 100) < 1e-9)
    assert.equal(deductions.length, findings.length)
    assert.deepEqual(
      deductions.map(({ points }) => points),
      deductions.map(({ points }) => points).sort((a, b) => b - a),
    )
    assert.deepEqual(healthScore(findings.toReversed(), 200), { exactScore, deductions }, 'in whatever order they come')
  })

  it('falls with every page that an issue touches and with severity, and stays above 0', () => {
    let before = 100
    for (const affected of [1, 2, 10, 500, 1e6, 1e9]) {
      const { exactScore } = healthScore([finding({ affected })], 500)
      assert.ok(exactScore < before && exactScore > 100 * (1 - HEALTH_CEILINGS.error))
      before = exactScore
    }
    const [error, warning, info] = severities.map(severity => healthScore([finding({ severity })], 10).exactScore)
    assert.ok(error !== undefined && warning !== undefined && info !== undefined)
    assert.ok(error < warning && warning < info)
    const everything = Array.from({ length: 140 }, (_, index) => finding({ checkId: `c${index}`, affected: 1e6 }))
    assert.ok(healthScore(everything, 10).exactScore > 0)
  })
})

describe('the points that a repair wins', () => {
  it('are those by which the score without the issue is higher', () => {
    const other = finding({ checkId: 'x', severity: 'warning', affected: 30 })
    const links = finding({ checkId: 'internal-link-broken', issueCount: 3, affected: 90 })
    const { exactScore } = healthScore([links, other], 100)
    const fixed = healthScore([{ ...links, issueCount: 2, affected: 40 }, other], 100).exactScore
    const won = pointsWon(links, { affected: 50, pageCount: 100, exactScore })
    assert.ok(Math.abs(fixed - exactScore - won) < 1e-9)
    assert.ok(won > 0)
  })

  it('are all that the check takes, for its only issue', () => {
    const only = finding({ affected: 7 })
    const { exactScore } = healthScore([only], 100)
    assert.ok(Math.abs(exactScore + pointsWon(only, { affected: 7, pageCount: 100, exactScore }) - 100) < 1e-9)
  })
})
