import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import type { FieldData, PageSpeed } from '#shared/page-speed.ts'
import type { PageSpeedSample, SampleGroup } from '#shared/page-speed-sample.ts'
import { speedPart } from './speed-part.ts'

const SITE = 'https://site.test/'

const groupWith = (
  measured: Partial<PageSpeed>[],
  { pages = 1, failed = [] }: Partial<SampleGroup> = {},
): SampleGroup => ({
  ...{ name: '/*', exampleUrl: SITE, pages, templates: 1, failed },
  measured: measured.map((changes, index) => pageSpeedWith({ url: `${SITE}p${index}`, ...changes })),
})

function sampleOf(groups: SampleGroup[], failed = 0): PageSpeedSample {
  const measured = groups.reduce((sum, group) => sum + group.measured.length, 0)
  return { pages: 40, measured, failed, waiting: 0, groups }
}

function textOf(pageSpeedSample: PageSpeedSample | null): string {
  return speedPart({ overview: { pageSpeedSample }, crawl: { seedUrl: SITE } })?.text ?? ''
}

const withoutTags = (text: string) => text.replaceAll(/<[^>]*>/g, '').trim()
const paragraphs = (text: string) => [...text.matchAll(/<p[ >].*?<\/p>/gs)].map(([found]) => withoutTags(found))
const rowsOf = (text: string) =>
  [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd] .*?class="(.*?)".*?>(.*?)<\/t[hd]>/gs)].map(([, kind, cell = '']) => [
      kind,
      withoutTags(cell),
    ]),
  )
const cellsOf = (changes: Partial<PageSpeed>) =>
  rowsOf(textOf(sampleOf([groupWith([changes])])))[1]?.map(([, cell]) => cell)

const metric = { p75: 1, good: 1, needsImprovement: 0, poor: 0 }
const fieldWith = (changes: Partial<FieldData>): FieldData => ({
  scope: 'page',
  metrics: { lcpMs: metric, inpMs: metric, cls: metric, fcpMs: metric, ttfbMs: metric },
  isPassing: true,
  ...changes,
})

describe('speedPart()', () => {
  it('is nothing where no speed was to be measured', () => {
    assert.equal(speedPart({ overview: { pageSpeedSample: null }, crawl: { seedUrl: SITE } }), null)
  })

  it('has a row for each measured page, with its figures at the right', () => {
    const sample = sampleOf([
      groupWith([{ url: SITE }]),
      groupWith([{ url: `${SITE}a`, performance: 43 }], { pages: 39 }),
    ])
    assert.deepEqual(rowsOf(textOf(sample)), [
      [
        ['text', 'Page'],
        ['number', 'Performance'],
        ['number', 'LCP'],
        ['number', 'TBT'],
        ['number', 'CLS'],
        ['text', 'Real visits'],
      ],
      [
        ['text', '/'],
        ['number', '96 (Good)'],
        ['number', '1.2 s'],
        ['number', '40 ms'],
        ['number', '0.01'],
        ['text', 'no data'],
      ],
      [
        ['text', '/a for 39 pages'],
        ['number', '43 (Poor)'],
        ['number', '1.2 s'],
        ['number', '40 ms'],
        ['number', '0.01'],
        ['text', 'no data'],
      ],
    ])
  })

  it('has a dash for what was not measured', () => {
    const lab = { lcpMs: null, tbtMs: null, cls: null, fcpMs: null, ttfbMs: null, speedIndexMs: null }
    assert.deepEqual(cellsOf({ performance: null, lab }), ['/p0', '–', '–', '–', '–', 'no data'])
    assert.deepEqual(cellsOf({ performance: 0, lab: { ...lab, lcpMs: 0, tbtMs: 0, cls: 0 } })?.slice(1, 5), [
      '0 (Poor)',
      '0 ms',
      '0 ms',
      '0.00',
    ])
  })

  const visits: [FieldData | null, string][] = [
    [null, 'no data'],
    [fieldWith({}), 'Core Web Vitals passed'],
    [fieldWith({ isPassing: false }), 'Core Web Vitals failed'],
    [fieldWith({ scope: 'origin' }), 'Core Web Vitals passed, whole site'],
    [fieldWith({ isPassing: null }), 'not enough data'],
    [fieldWith({ isPassing: null, scope: 'origin' }), 'not enough data, whole site'],
  ]
  for (const [field, words] of visits)
    it(`says of real visits: ${words}`, () => assert.equal(cellsOf({ field })?.at(-1), words))

  it('names each way of measuring once', () => {
    const other = { provider: 'google', device: 'desktop', runCount: 3, lighthouseVersion: '12.0.0' } as const
    assert.deepEqual(paragraphs(textOf(sampleOf([groupWith([{}, {}, other])]))), [
      '3 of 40 pages measured, of 1 template. A measured page represents all pages of the same template.',
      'Measured by Lighthouse on the server that crawled, mobile, 1 run each, Lighthouse 13.5.0; ' +
        'Google PageSpeed Insights, desktop, 3 runs each, Lighthouse 12.0.0. ' +
        'LCP, TBT and CLS are of the lab: one load under set conditions.',
    ])
  })

  it('shows six pages, and counts those beyond', () => {
    const counts = [6, 7, 8].map(pages => {
      const text = textOf(sampleOf([groupWith(Array.from({ length: pages }, () => ({})))]))
      return [rowsOf(text).length - 1, / \d+ further pages? measured\./.exec(text)?.[0] ?? '']
    })
    assert.deepEqual(counts, [
      [6, ''],
      [6, ' 1 further page measured.'],
      [6, ' 2 further pages measured.'],
    ])
  })

  it('has no table where all measurements failed, and says so once', () => {
    const failed = [{ url: SITE, message: 'It did not respond.' }]
    const text = textOf(sampleOf([groupWith([], { failed })], 1))
    assert.deepEqual(paragraphs(text), [
      '0 of 40 pages measured; 1 template not measured; 1 page could not be measured. ' +
        'A measured page represents all pages of the same template.',
    ])
    assert.deepEqual(rowsOf(text), [])
  })

  it('cuts a long URL', () => {
    const [page] = cellsOf({ url: `${SITE}${'long/'.repeat(20)}` }) ?? []
    assert.equal(page?.length, 48)
  })
})
