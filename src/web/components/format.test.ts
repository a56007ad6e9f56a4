import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatKilobytes,
  formatLongDuration,
  formatNumber,
  formatPercent,
  formatRelativeTime,
  lowerFirst,
  upperFirst,
} from './format.ts'

const nowMs = Date.parse('2025-06-15T12:00:00Z')

const times: readonly [string, string, string][] = [
  ['now', '2025-06-15T12:00:00Z', 'seconds ago'],
  ['a clock that runs ahead', '2025-06-15T12:03:00Z', 'seconds ago'],
  ['one minute', '2025-06-15T11:59:00Z', '1 minute ago'],
  ['just under an hour', '2025-06-15T11:00:01Z', '59 minutes ago'],
  ['two hours', '2025-06-15T10:00:00Z', '2 hours ago'],
  ['three days', '2025-06-12T11:00:00Z', '3 days ago'],
  ['two months', '2025-04-10T12:00:00Z', '2 months ago'],
  ['a year', '2024-06-01T12:00:00Z', '1 year ago'],
  ['no date', 'never', ''],
]
for (const [name, iso, expected] of times)
  test(`formatRelativeTime() says "${expected}" for ${name}`, () =>
    assert.equal(formatRelativeTime(iso, nowMs), expected))

test('formatKilobytes() counts 1,024 bytes to one decimal', () => {
  assert.equal(formatKilobytes(500 * 1024), '500.0 KB')
  assert.equal(formatKilobytes(1_587), '1.5 KB')
})

test('formatDuration() changes to seconds at one second', () => {
  assert.equal(formatDuration(999.4), '999 ms')
  assert.equal(formatDuration(1_340), '1.3 s')
})

test('formatCount() takes the plural for everything but one', () => {
  assert.equal(formatCount(1, 'page'), '1 page')
  assert.equal(formatCount(0, 'page'), '0 pages')
  assert.equal(formatCount(1_200, 'entry', 'entries'), '1,200 entries')
})

test('formatNumber() groups thousands', () => assert.equal(formatNumber(1_234_567), '1,234,567'))

test('formatDateTime() is empty for what is no date', () => assert.equal(formatDateTime('soon'), ''))

const durations: [seconds: number, text: string][] = [
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [1_800, '30 minutes'],
  [5_400, '2 hours'],
  [86_400, '1 day'],
  [2_592_000, '30 days'],
]

for (const [seconds, text] of durations)
  test(`formatLongDuration() returns ${text} for ${seconds}`, () => assert.equal(formatLongDuration(seconds), text))

const elapsed: [elapsedMs: number, text: string][] = [
  [400, '0 s'],
  [14_000, '14 s'],
  [74_400, '1 min 14 s'],
  [3_600_000, '1 h 0 min'],
  [7_530_000, '2 h 5 min'],
]

for (const [elapsedMs, text] of elapsed)
  test(`formatElapsed() returns ${text} for ${elapsedMs} ms`, () => assert.equal(formatElapsed(elapsedMs), text))

test('formatPercent() is a whole number, and 0 of nothing', () => {
  assert.equal(formatPercent(313, 397), '79\u00a0%')
  assert.equal(formatPercent(0, 0), '0\u00a0%')
})

const labels: readonly [label: string, upper: string, lower: string][] = [
  ['beyond the page limit', 'Beyond the page limit', 'beyond the page limit'],
  ['Crawl depth', 'Crawl depth', 'crawl depth'],
  ['', '', ''],
]
for (const [label, upper, lower] of labels)
  test(`upperFirst() and lowerFirst() of "${label}"`, () =>
    assert.deepEqual([upperFirst(label), lowerFirst(label)], [upper, lower]))
