import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchmarksPage } from './bench-page-text.ts'
import type { BenchResult, Row } from './bench-result.ts'

const run = { runs: 3, measuredAt: new Date('2026-03-31T00:00:00Z') }
const plain: BenchResult = {
  pages: 500,
  server: 'nginx 1.22.1',
  ratio: 0.2,
  rows: [row('Loop', 'loop', 1), row('Audit', 'audit', 5)],
  everything: null,
}
const everything: BenchResult = {
  ...plain,
  everything: {
    requests: 2_500,
    headRequests: 1_500,
    ratio: 0.25,
    rows: [row('Same requests', 'loop', 1), row('All of it', 'audit', 4)],
  },
}

test('what is measured with everything on has a table of its own, given for requests', () => {
  const text = benchmarksPage([everything], run)
  assert.match(text, /### 500 pages, everything on\n\n\| \| requests per second \| wall \| CPU per 1,000 requests \|/)
  assert.match(text, /\| All of it \| 625 \(625 to 625\) \| 4\.0 s \| 0\.64 s \(0\.64 to 0\.64\) \| 100 MB \|/)
  assert.match(text, /2,500 requests, 1,500 of them with HEAD\. .* reaches 0\.250 of the loop\./)
  assert.match(
    text,
    /^- 500 pages, everything on: 0\.250 of the loop in requests per second; no target is set for it\.$/m,
  )
})

test('rates of pages are given in pages, whatever else is measured', () => {
  for (const result of [plain, everything]) {
    const text = benchmarksPage([result], run)
    assert.match(text, /## 500 pages\n\n\| \| pages per second \| wall \| CPU per 1,000 pages \|/)
    assert.match(text, /\| Audit \| 100 \(100 to 100\) \| 5\.0 s \| 4\.00 s \(4\.00 to 4\.00\) \| 100 MB \|/)
    assert.match(text, /^- 500 pages: 0\.200 of the loop;/m)
  }
})

test('where not everything was on, nothing is said of it', () => {
  assert.doesNotMatch(benchmarksPage([plain], run), /everything on|requests per second/)
})

function row(name: string, role: Row['role'], seconds: number): Row {
  const same = (value: number) => ({ median: value, least: value, most: value })
  return { name, role, wallSeconds: same(seconds), cpuSeconds: same(seconds * 0.4), peakMegabytes: same(100) }
}
