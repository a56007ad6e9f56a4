import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roughCount } from './counted.ts'

const cases: [count: number, text: string][] = [
  [1, '1 page'],
  [99, '99 pages'],
  [100, '100 pages'],
  [199, 'more than 100 pages'],
  [200, '200 pages'],
  [404, 'more than 300 pages'],
  [999, 'more than 300 pages'],
  [1_000, '1,000 pages'],
  [25_503, 'more than 20,000 pages'],
]
for (const [count, text] of cases) {
  test(`roughCount() says ${text} for ${count}`, () => assert.equal(roughCount(count, 'page'), text))
}

test('roughCount() never reads like the status of an error', () => {
  for (let count = 0; count <= 10_000; count++) assert.doesNotMatch(roughCount(count, 'page'), /\b[45]\d\d\b/)
})
