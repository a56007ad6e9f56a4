import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PageSpeedSample, type SampledSpeed, type SampleGroup, sampleLabel } from './page-speed-sample.ts'

const figures: SampledSpeed = {
  url: 'https://site.test/',
  provider: 'google',
  device: 'mobile',
  measuredAt: '2026-01-02T12:00:00.000Z',
  runCount: 1,
  lighthouseVersion: '13.5.0',
  performance: 90,
  accessibility: 90,
  bestPractices: 90,
  seo: 90,
  overall: 90,
  lab: { lcpMs: 1, tbtMs: 1, cls: 0, fcpMs: 1, ttfbMs: 1, speedIndexMs: 1 },
  field: null,
}

function sample(pages: number, groups: { measured: number; failed?: number; templates?: number }[]): PageSpeedSample {
  const made = groups.map(
    ({ measured, failed = 0, templates = 1 }): SampleGroup => ({
      name: '/*',
      exampleUrl: figures.url,
      pages: 1,
      templates,
      measured: Array.from({ length: measured }, () => figures),
      failed: Array.from({ length: failed }, () => ({ url: figures.url, message: 'It timed out.' })),
    }),
  )
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    pages,
    measured: sum(made.map(group => group.measured.length)),
    failed: sum(made.map(group => group.failed.length)),
    waiting: 0,
    groups: made,
  }
}

const one = { measured: 1 }
const none = { measured: 0 }

describe('sampleLabel()', () => {
  const cases: [words: string, PageSpeedSample][] = [
    [
      '5 of 109 pages measured, one for each of 5 templates; 3 templates not measured',
      sample(109, [one, one, one, one, one, none, none, none]),
    ],
    ['2 of 2 pages measured, one for each of 2 templates', sample(2, [one, one])],
    ['1 of 1 page measured', sample(1, [one])],
    ['4 of 90 pages measured, of 2 templates; 1 template not measured', sample(90, [one, { measured: 3 }, none])],
    ['2 of 9 pages measured, of 1 template', sample(9, [{ measured: 2 }])],
    [
      '1 of 900 pages measured; 801 templates not measured; 1 page could not be measured',
      sample(900, [one, { measured: 0, failed: 1 }, { measured: 0, templates: 800 }]),
    ],
    [
      '0 of 3 pages measured; 1 template not measured; 2 pages could not be measured',
      sample(3, [{ measured: 0, failed: 2 }]),
    ],
  ]
  for (const [words, of] of cases) it(words, () => assert.equal(sampleLabel(of), words))
})
