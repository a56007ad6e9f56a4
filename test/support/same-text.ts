import assert from 'node:assert/strict'

const SHOWN = 300

/** Fails with the first line that differs, instead of two long texts. */
export function assertSameText(actual: string, expected: string): void {
  if (actual === expected) return
  const actualLines = actual.split('\n')
  const expectedLines = expected.split('\n')
  const index = actualLines.findIndex((line, at) => line !== expectedLines[at])
  const at = index < 0 ? actualLines.length : index
  const start = Math.max(0, firstDifference(actualLines[at] ?? '', expectedLines[at] ?? '') - 60)
  const show = (line: string | undefined) => line?.slice(start, start + SHOWN) ?? '(no line)'
  assert.fail(
    `line ${at + 1}, from character ${start + 1}:\n  actual   ${show(actualLines[at])}\n  expected ${show(expectedLines[at])}`,
  )
}

function firstDifference(a: string, b: string): number {
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  return index
}
