import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bandOf, formatVital, thresholdText, vitalRows } from './page-speed-labels.ts'

describe('formatVital()', () => {
  const rows: [string, number, string][] = [
    ['lcpMs', 84.4, '84 ms'],
    ['lcpMs', 999.6, '1 s'],
    ['lcpMs', 2_500, '2.5 s'],
    ['lcpMs', 2_506, '2.51 s'],
    ['lcpMs', 1_234_567, '1,234.57 s'],
    ['cls', 0, '0'],
    ['cls', 0.1, '0.1'],
    ['cls', 0.1006, '0.101'],
  ]
  for (const [vital, value, expected] of rows)
    it(`writes ${value} of ${vital} as ${expected}`, () => assert.equal(formatVital(vital, value), expected))
})

describe('bandOf()', () => {
  it('bands what has thresholds, and nothing else', () => {
    assert.deepEqual(
      [bandOf('lcpMs', 2_500), bandOf('lcpMs', 2_501), bandOf('cls', 0.3), bandOf('speedIndexMs', 1)],
      ['Good', 'Needs Improvement', 'Poor', null],
    )
  })
})

describe('thresholdText()', () => {
  it('has the thresholds of each vital that has some', () => {
    assert.deepEqual(Object.fromEntries(vitalRows.map(row => [row.short, thresholdText(row)])), {
      LCP: 'good up to 2.5 s, poor above 4 s',
      INP: 'good up to 200 ms, poor above 500 ms',
      CLS: 'good up to 0.1, poor above 0.25',
      TBT: 'good up to 200 ms, poor above 600 ms',
      FCP: 'good up to 1.8 s, poor above 3 s',
      TTFB: 'good up to 800 ms, poor above 1.8 s',
      SI: '',
    })
  })
})
