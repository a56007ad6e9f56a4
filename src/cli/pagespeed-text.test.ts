import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opportunityWith, pageSpeedWith } from '#checks/test-page-speed.ts'
import { pageSpeedText } from './pagespeed-text.ts'

const width = 60
const nothing = { lcpMs: null, tbtMs: null, cls: null, fcpMs: null, ttfbMs: null, speedIndexMs: null }
const metric = (p75: number) => ({ p75, good: 1, needsImprovement: 0, poor: 0 })

test('a measurement with all that there may be', () => {
  const items = ['a', 'b', 'c', 'd'].map(name => ({ url: `https://site.test/${name.repeat(60)}`, bytes: 1, ms: 1 }))
  const opportunities = [
    opportunityWith({ title: 'Both\u202e', savingsMs: 999, savingsBytes: 1_047_552, items }),
    opportunityWith({ title: 'Time', savingsMs: 1_000, savingsBytes: null, items: [] }),
    opportunityWith({ title: 'Bytes', savingsMs: null, savingsBytes: 1_048_576, items: [] }),
    ...Array.from({ length: 9 }, (_, index) =>
      opportunityWith({ title: `More ${index}`, savingsMs: null, savingsBytes: null, items: [] }),
    ),
  ]
  const measured = pageSpeedWith({
    url: 'https://site.test/',
    finalUrl: 'https://site.test/en',
    device: 'desktop',
    provider: 'google',
    runCount: 3,
    measuredAt: '2026-11-20T00:00:00.000Z',
    lighthouseVersion: '13.5.0',
    browserVersion: '152',
    overall: 100,
    performance: 89,
    accessibility: 49,
    bestPractices: 90,
    seo: 50,
    lab: { lcpMs: 2_500, tbtMs: 999, cls: 0.1, fcpMs: 999.4, ttfbMs: 800, speedIndexMs: 12_345 },
    totalBytes: 2_048,
    field: {
      scope: 'origin',
      isPassing: false,
      metrics: { lcpMs: metric(2_501), inpMs: metric(200), cls: metric(0.25), fcpMs: null, ttfbMs: metric(1_801) },
    },
    opportunities,
    warnings: ['Slow\u202e'],
  })
  assert.equal(
    pageSpeedText(measured, { width }),
    `https://site.test/
led to https://site.test/en
Measured as desktop by Google PageSpeed Insights, the median of 3 runs, on 2026-11-20T00:00:00.000Z
Lighthouse 13.5.0, Chromium 152

Scores
  Overall                         100  Good
  Performance                      89  Needs Improvement
  Accessibility                    49  Poor
  Best practices                   90  Good
  SEO                              50  Needs Improvement

Lab data (one load, simulated desktop)
  Largest Contentful Paint      2.5 s  Good
  Total Blocking Time          999 ms  Poor
  Cumulative Layout Shift       0.100  Good
  First Contentful Paint       999 ms  Good
  Time to First Byte           800 ms  Good
  Speed Index                  12.3 s
  Transferred                  2.0 KB

Field data (real visits of all pages of this site in 28 days, 75th percentile)
  Core Web Vitals           not passed
  Largest Contentful Paint      2.5 s  Needs Improvement
  Interaction to Next Paint    200 ms  Good
  Cumulative Layout Shift       0.250  Needs Improvement
  Time to First Byte            1.8 s  Poor

Opportunities
  Both[U+202E] (saves 999 ms, 1023.0 KB)
    https://site.test/aaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaa
    https://site.test/bbbbbbbbbb…bbbbbbbbbbbbbbbbbbbbbbbbbbb
    https://site.test/cccccccccc…ccccccccccccccccccccccccccc
  Time (saves 1.0 s)
  Bytes (saves 1.0 MB)
  More 0
  More 1
  More 2
  More 3
  More 4
  More 5
  More 6
  and 2 more: --format json has them all

Warnings
  Slow[U+202E]
`,
  )
})

test('a measurement with nothing', () => {
  const measured = pageSpeedWith({
    url: 'https://site.test/',
    finalUrl: 'https://site.test/',
    device: 'mobile',
    provider: 'lighthouse',
    runCount: 1,
    measuredAt: '2026-11-20T00:00:00.000Z',
    lighthouseVersion: '13.5.0',
    browserVersion: null,
    overall: null,
    performance: null,
    accessibility: null,
    bestPractices: null,
    seo: null,
    lab: nothing,
    totalBytes: null,
    field: null,
    opportunities: [],
    warnings: [],
  })
  assert.equal(
    pageSpeedText(measured, { width }),
    `https://site.test/
Measured as mobile by Lighthouse on this machine, one run, on 2026-11-20T00:00:00.000Z
Lighthouse 13.5.0

Scores
  Overall                   not measured
  Performance               not measured
  Accessibility             not measured
  Best practices            not measured
  SEO                       not measured

Lab data (one load, simulated mobile)
  Largest Contentful Paint  not measured
  Total Blocking Time       not measured
  Cumulative Layout Shift   not measured
  First Contentful Paint    not measured
  Time to First Byte        not measured
  Speed Index               not measured

Field data
  None: too few real visits of this URL are reported.

Opportunities
  None.
`,
  )
})
