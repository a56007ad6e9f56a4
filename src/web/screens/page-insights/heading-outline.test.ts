import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingOutline } from './heading-outline.ts'

const cases: [number[], number[]][] = [
  [[], []],
  [[2], [0]],
  [
    [1, 2, 3, 2, 3, 4, 1],
    [0, 0, 0, 0, 0, 0, 0],
  ],
  [
    [1, 3, 3, 6],
    [0, 1, 0, 2],
  ],
]
for (const [levels, skipped] of cases)
  test(`headingOutline() of ${levels.join(' ') || 'nothing'}`, () =>
    assert.deepEqual(
      headingOutline(levels.map(level => ({ level }))).map(heading => heading.skipped),
      skipped,
    ))
