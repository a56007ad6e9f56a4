import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { overallScore, scoreBand, type Vital, vitalBand } from './page-speed.ts'

describe('the overall score', () => {
  const rows: [scores: [number, number, number, number], overall: number][] = [
    [[0, 0, 0, 0], 0],
    [[100, 100, 100, 100], 100],
    [[90, 80, 70, 60], 77],
    // 35 + 10 + 7.5 + 12 = 64.5, which binary fractions make 64.49999999999999.
    [[100, 40, 50, 48], 65],
  ]
  for (const [[performance, accessibility, bestPractices, seo], overall] of rows) {
    it(`of ${performance}, ${accessibility}, ${bestPractices} and ${seo} is ${overall}`, () => {
      assert.equal(overallScore({ performance, accessibility, bestPractices, seo }), overall)
    })
  }

  it('is none where one of the four is missing', () => {
    assert.equal(overallScore({ performance: 90, accessibility: 80, bestPractices: null, seo: 60 }), null)
  })
})

describe('bands', () => {
  it('of scores change at 90 and 50', () => {
    assert.deepEqual([100, 90, 89, 50, 49, 0].map(scoreBand), [
      'Good',
      'Good',
      'Needs Improvement',
      'Needs Improvement',
      'Poor',
      'Poor',
    ])
  })

  const vitals: [Vital, good: number, poor: number][] = [
    ['lcpMs', 2_500, 4_000],
    ['inpMs', 200, 500],
    ['cls', 0.1, 0.25],
    ['fcpMs', 1_800, 3_000],
    ['ttfbMs', 800, 1_800],
    ['tbtMs', 200, 600],
  ]
  for (const [vital, good, poor] of vitals) {
    it(`of ${vital} change above ${good} and above ${poor}`, () => {
      const at = [0, good, good * 1.01, poor, poor * 1.01].map(value => vitalBand(vital, value))
      assert.deepEqual(at, ['Good', 'Good', 'Needs Improvement', 'Needs Improvement', 'Poor'])
    })
  }
})
