import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

const rows: [string, boolean][] = [
  ['<link rel="icon" href="data:image/svg+xml,<svg/>">', true],
  ['<link rel="shortcut icon" href=" DATA:,">', true],
  ['<link rel="icon" href="/icon.svg">', false],
  ['<link rel="stylesheet" href="data:text/css,">', false],
  ['', false],
]
for (const [markup, expected] of rows) {
  test(`hasInlineIcon is ${expected} for ${markup || 'nothing'}`, () =>
    assert.equal(factsOf(markup).hasInlineIcon, expected))
}
