import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isAbove,
  isBelow,
  type Threshold,
  type ThresholdSetting,
  thresholdOrderProblem,
  thresholdProblem,
} from './thresholds.ts'

const base = { label: 'Most', unit: 'ms', default: 50, min: 0, max: 100, explanation: '' } as const satisfies Threshold
const tables = new Map([
  ['slow', { low: { ...base, label: 'Low', default: 40, atMost: { name: 'high' } }, high: { ...base, label: 'High' } }],
  ['fine', { share: { ...base, step: 0.01, max: 1 }, most: { ...base, atMost: { checkId: 'slow', name: 'high' } } }],
  ['plain', {}],
])
const setting = (checkId: string, name: string, value: number): ThresholdSetting => ({ checkId, name, value })

const each: [what: string, setting: ThresholdSetting, problem: RegExp | null][] = [
  ['the smallest value', setting('slow', 'low', 0), null],
  ['the largest value', setting('slow', 'low', 100), null],
  ['a step of a hundredth', setting('fine', 'share', 0.29), null],
  ['an unknown check', setting('nope', 'low', 1), /no such check/],
  ['a check without thresholds', setting('plain', 'low', 1), /no threshold "low"/],
  ['a name of every object', setting('slow', 'constructor', 1), /no threshold "constructor"/],
  ['too small a value', setting('slow', 'low', -1), /Low: a value from 0 to 100 ms/],
  ['too large a value', setting('slow', 'low', 101), /Low: a value from 0 to 100 ms/],
  ['no number', setting('slow', 'low', Number.NaN), /Low: a value from/],
  ['half a step', setting('slow', 'low', 1.5), /Low: a whole number/],
  ['half a hundredth', setting('fine', 'share', 0.005), /steps of 0.01 ms/],
]
for (const [what, given, problem] of each)
  test(`thresholdProblem() ${problem ? 'refuses' : 'accepts'} ${what}`, () => {
    const said = thresholdProblem(tables, given)
    if (problem) assert.match(said ?? '', problem)
    else assert.equal(said, null)
  })

const orders: [what: string, settings: ThresholdSetting[], problem: RegExp | null][] = [
  ['what the checks come with', [], null],
  ['equal values', [setting('slow', 'low', 50)], null],
  ['both moved', [setting('slow', 'low', 90), setting('slow', 'high', 95)], null],
  [
    'one above the default of the other',
    [setting('slow', 'low', 51)],
    /^"Low" \(51 ms\) must not exceed "High" \(50 ms\)$/,
  ],
  ['the other below', [setting('slow', 'high', 39)], /^"Low" \(40 ms\) must not exceed "High" \(39 ms\)$/],
  ['one of another check', [setting('fine', 'most', 51)], /^"Most" \(51 ms\) must not exceed "High" \(50 ms\)$/],
]
for (const [what, settings, problem] of orders)
  test(`thresholdOrderProblem() ${problem ? 'refuses' : 'accepts'} ${what}`, () => {
    const said = thresholdOrderProblem(tables, settings)
    if (problem) assert.match(said ?? '', problem)
    else assert.equal(said, null)
  })

test('isBelow() and isAbove() accept a twentieth of the limit, and at least one', () => {
  const accepted = [11, 100, 1_400, 0].map(limit => {
    const values = Array.from({ length: 2 * limit + 10 }, (_, value) => value)
    const near = values.filter(value => !isBelow(value, limit) && !isAbove(value, limit))
    return [limit, near.at(0), near.at(-1)]
  })
  assert.deepEqual(accepted, [
    [11, 10, 12],
    [100, 95, 105],
    [1_400, 1_330, 1_470],
    [0, 0, 1],
  ])
})
