import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldData } from '#shared/page-speed.ts'
import { fieldData, loadingExperienceSchema } from './field-data.ts'

const metric = (percentile: number) => ({
  percentile,
  distributions: [{ proportion: 0.7 }, { proportion: 0.2 }, { proportion: 0.1 }],
})
const read = (p75: number) => ({ p75, good: 0.7, needsImprovement: 0.2, poor: 0.1 })
const none: FieldData['metrics'] = { lcpMs: null, inpMs: null, cls: null, fcpMs: null, ttfbMs: null }
const experience = (metrics: unknown, more: Record<string, unknown> = {}) =>
  loadingExperienceSchema.parse({ metrics, ...more })

const lcp = 'LARGEST_CONTENTFUL_PAINT_MS'
const inp = 'INTERACTION_TO_NEXT_PAINT'
const cls = 'CUMULATIVE_LAYOUT_SHIFT_SCORE'
const all = {
  [lcp]: metric(2_500),
  [inp]: metric(200),
  [cls]: metric(10),
  FIRST_CONTENTFUL_PAINT_MS: metric(4),
  EXPERIMENTAL_TIME_TO_FIRST_BYTE: metric(5),
}
const { [inp]: _, ...withoutInp } = all
const allRead = { lcpMs: read(2_500), inpMs: read(200), cls: read(0.1), fcpMs: read(4), ttfbMs: read(5) }

const rows: [
  what: string,
  page: ReturnType<typeof experience> | undefined,
  origin: ReturnType<typeof experience> | undefined,
  expected: FieldData | null,
][] = [
  ['nothing', undefined, undefined, null],
  ['no metrics', experience({}), experience(undefined), null],
  ['metrics of another type', experience('x'), undefined, null],
  ['all metrics of the page', experience(all), experience({}), { scope: 'page', metrics: allRead, isPassing: true }],
  [
    'metrics that are of the origin',
    experience(all, { origin_fallback: true }),
    undefined,
    { scope: 'origin', metrics: allRead, isPassing: true },
  ],
  ['metrics of the origin', experience({}), experience(all), { scope: 'origin', metrics: allRead, isPassing: true }],
  [
    'metrics of a page without INP',
    experience(withoutInp),
    undefined,
    { scope: 'page', metrics: { ...allRead, inpMs: null }, isPassing: true },
  ],
  [
    'INP by its older name, TTFB by its newer one',
    experience({ EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT: metric(1), TIME_TO_FIRST_BYTE: metric(2) }),
    undefined,
    { scope: 'page', metrics: { ...none, inpMs: read(1), ttfbMs: read(2) }, isPassing: null },
  ],
  [
    'LCP alone',
    experience({ [lcp]: metric(1) }),
    undefined,
    { scope: 'page', metrics: { ...none, lcpMs: read(1) }, isPassing: null },
  ],
  [
    'CLS alone',
    experience({ [cls]: metric(1) }),
    undefined,
    { scope: 'page', metrics: { ...none, cls: read(0.01) }, isPassing: null },
  ],
  [
    'a slow LCP',
    experience({ ...all, [lcp]: metric(2_501) }),
    undefined,
    { scope: 'page', metrics: { ...allRead, lcpMs: read(2_501) }, isPassing: false },
  ],
  [
    'a slow INP',
    experience({ ...all, [inp]: metric(201) }),
    undefined,
    { scope: 'page', metrics: { ...allRead, inpMs: read(201) }, isPassing: false },
  ],
  [
    'a large CLS',
    experience({ ...all, [cls]: metric(11) }),
    undefined,
    { scope: 'page', metrics: { ...allRead, cls: read(0.11) }, isPassing: false },
  ],
  [
    'a metric whose distribution has two parts',
    experience({ [lcp]: { percentile: 1, distributions: [{ proportion: 1 }, { proportion: 0 }] } }),
    undefined,
    { scope: 'page', metrics: none, isPassing: null },
  ],
]
for (const [what, page, origin, expected] of rows)
  test(`fieldData() of ${what}`, () => assert.deepEqual(fieldData(page, origin), expected))
