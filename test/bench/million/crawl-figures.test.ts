import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryGrowthOf, type Sample, stagesOf, windowsOf } from './crawl-figures.ts'

const sample = (changes: Partial<Sample>): Sample => ({
  seconds: 0,
  cpuSeconds: 0,
  residentMegabytes: 200,
  databaseMegabytes: 0,
  phase: 'visiting',
  pages: 0,
  knownUrls: 1,
  ...changes,
})

/** Ten pages a second, one sample each second, 30 ms of processor and 8 KB a page. */
const steady = Array.from({ length: 101 }, (_, second) =>
  sample({ seconds: 5 + second, cpuSeconds: 2 + second * 0.3, databaseMegabytes: second * 0.08, pages: second * 10 }),
)

test('ten windows of a steady crawl are the same', () => {
  const windows = windowsOf([sample({ phase: 'starting', seconds: 1 }), ...steady])
  assert.deepEqual(
    windows.map(({ end }) => end.pages),
    [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000],
  )
  for (const { pagesPerSecond, cpuMsPerPage, storedKilobytesPerPage } of windows) {
    assert.equal(pagesPerSecond, 10)
    assert.equal(Math.round(cpuMsPerPage), 30)
    assert.equal(Math.round(storedKilobytesPerPage), 8)
  }
})

test('windows that ended between two samples are one', () => {
  const windows = windowsOf([sample({}), sample({ seconds: 1, pages: 55 }), sample({ seconds: 2, pages: 100 })])
  assert.deepEqual(
    windows.map(({ end, pagesPerSecond }) => [end.pages, pagesPerSecond]),
    [
      [55, 55],
      [100, 45],
    ],
  )
})

test('stages follow each other from the start of the process to its end', () => {
  const stages = stagesOf(
    [
      sample({ phase: 'starting', seconds: 1, cpuSeconds: 1 }),
      sample({ seconds: 2, cpuSeconds: 2 }),
      sample({ phase: 'checking', seconds: 10, cpuSeconds: 12 }),
      sample({ phase: 'checking', seconds: 12, cpuSeconds: 14, residentMegabytes: 300 }),
      sample({ phase: 'done', seconds: 15, cpuSeconds: 17 }),
      sample({ phase: 'done', seconds: 19, cpuSeconds: 20 }),
    ],
    20,
  )
  assert.deepEqual(
    stages.map(({ seconds, cpuSeconds, peakMegabytes }) => [seconds, cpuSeconds, peakMegabytes]),
    [
      [2, 2, 200],
      [8, 10, 200],
      [5, 5, 300],
      [5, 3, 200],
    ],
  )
})

test('memory is given for each known URL while they become known, and for each page after that', () => {
  const growing = Array.from({ length: 101 }, (_, step) =>
    sample({ pages: 1 + step * 100, knownUrls: step * 1_000, residentMegabytes: 200 + step * 0.5 }),
  )
  const grown = Array.from({ length: 100 }, (_, step) =>
    sample({ pages: 10_101 + step * 1_000, knownUrls: 100_000, residentMegabytes: 250 + step * 0.1 }),
  )
  const { bytesPerKnownUrl, bytesPerPage } = memoryGrowthOf([...growing, ...grown])
  assert.equal(Math.round(bytesPerKnownUrl ?? 0), 500)
  assert.equal(Math.round(bytesPerPage ?? 0), 100)
})

test('nothing is reported of memory where URLs and pages are few', () => {
  assert.deepEqual(memoryGrowthOf(steady), { bytesPerKnownUrl: null, bytesPerPage: null })
})
