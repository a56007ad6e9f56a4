import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LabResult, type LighthouseReport, labResult, lighthouseReportSchema } from './lighthouse-report.ts'

const URL = 'https://shop.example/'
type Audits = Record<string, unknown>

function reportOf(changes: Record<string, unknown> = {}): LighthouseReport {
  return lighthouseReportSchema.parse({ audits: {}, categories: {}, ...changes })
}

const nothing: LabResult = {
  finalUrl: URL,
  lighthouseVersion: '',
  browserVersion: null,
  performance: null,
  accessibility: null,
  bestPractices: null,
  seo: null,
  overall: null,
  lab: { lcpMs: null, tbtMs: null, cls: null, fcpMs: null, ttfbMs: null, speedIndexMs: null },
  opportunities: [],
  warnings: [],
  totalBytes: null,
  weight: null,
}

/** Reports whose audits are all opportunities. */
const withAudits = (audits: Audits) =>
  reportOf({
    audits,
    categories: {
      performance: { score: null, auditRefs: Object.keys(audits).map(id => ({ id, group: 'insights' })) },
    },
  })
const failing = { score: 0, scoreDisplayMode: 'metricSavings' }

describe('labResult()', () => {
  const reports: [what: string, report: Record<string, unknown>, changes: Partial<LabResult>][] = [
    ['a report without anything', {}, {}],
    ['the URL that is displayed', { finalDisplayedUrl: `${URL}a`, finalUrl: `${URL}b` }, { finalUrl: `${URL}a` }],
    ['the last URL', { finalUrl: `${URL}b` }, { finalUrl: `${URL}b` }],
    ['a long URL', { finalUrl: URL + 'a'.repeat(2_000) }, { finalUrl: URL + 'a'.repeat(2_000 - URL.length) }],
    ['a long version', { lighthouseVersion: '1'.repeat(41) }, { lighthouseVersion: `${'1'.repeat(39)}…` }],
    ['a version of another type', { lighthouseVersion: 13 }, {}],
    [
      'the version of the browser',
      { environment: { hostUserAgent: `${'x'.repeat(287)} Chrome/12.3 Safari` } },
      { browserVersion: '12.3' },
    ],
    [
      'a version behind three hundred characters',
      { environment: { hostUserAgent: `${'x'.repeat(293)}Chrome/12.3` } },
      {},
    ],
    [
      'the scores, of which one is out of range',
      {
        categories: {
          performance: { score: 0 },
          accessibility: { score: 1 },
          'best-practices': { score: 1.01 },
          seo: { score: 0.505 },
        },
      },
      { performance: 0, accessibility: 100, seo: 51, overall: null },
    ],
    [
      'a score below zero',
      { categories: { performance: { score: -0.1 }, accessibility: { score: 0.004 } } },
      { accessibility: 0 },
    ],
    [
      'the metrics',
      {
        audits: {
          'largest-contentful-paint': { numericValue: 1 },
          'total-blocking-time': { numericValue: 0 },
          'cumulative-layout-shift': { numericValue: 0.25 },
          'first-contentful-paint': { numericValue: 4 },
          'server-response-time': { numericValue: 5 },
          'speed-index': { numericValue: 6 },
          'total-byte-weight': { numericValue: 7 },
        },
      },
      {
        lab: { lcpMs: 1, tbtMs: 0, cls: 0.25, fcpMs: 4, ttfbMs: 5, speedIndexMs: 6 },
        totalBytes: 7,
      },
    ],
    [
      'the response time under the conditions of the device',
      {
        audits: {
          metrics: { details: { items: [{ timeToFirstByte: 0 }] } },
          'server-response-time': { numericValue: 5 },
        },
      },
      { lab: { ...nothing.lab, ttfbMs: 0 } },
    ],
    [
      'warnings, without what is no text',
      { runWarnings: [1, null, ' a \n b ', 'x'.repeat(601)] },
      { warnings: ['a b', `${'x'.repeat(599)}…`] },
    ],
    [
      'ten warnings at most',
      { runWarnings: [0, ...Array.from({ length: 12 }, (_, index) => `${index}`)] },
      { warnings: Array.from({ length: 10 }, (_, index) => `${index}`) },
    ],
    [
      'files without a summary of types',
      { audits: { 'total-byte-weight': { details: { items: [{ url: 'a', totalBytes: 1.6 }] } } } },
      { weight: { byType: [], largest: [{ url: 'a', bytes: 2 }] } },
    ],
    [
      'types without files, the heaviest first',
      {
        audits: {
          'resource-summary': {
            details: {
              items: [
                { resourceType: 'total', transferSize: 9 },
                { resourceType: 'third-party', transferSize: 9 },
                { transferSize: 9 },
                { resourceType: 'font', label: 'Font', requestCount: 2 },
                { resourceType: 'image', transferSize: 1.4 },
                { resourceType: 'script', label: 'Script', requestCount: 3, transferSize: 2 },
              ],
            },
          },
        },
      },
      {
        weight: {
          byType: [
            { type: 'Script', requests: 3, bytes: 2 },
            { type: 'image', requests: 0, bytes: 1 },
          ],
          largest: [],
        },
      },
    ],
    [
      'the ten heaviest files, their URLs cut',
      {
        audits: {
          'total-byte-weight': {
            details: {
              items: [
                { totalBytes: 9 },
                { url: 'empty', totalBytes: 0 },
                ...Array.from({ length: 11 }, (_, index) => ({ url: `${index}`.repeat(1_001), totalBytes: index + 1 })),
              ],
            },
          },
        },
      },
      {
        weight: {
          byType: [],
          largest: Array.from({ length: 10 }, (_, index) => ({
            url: `${10 - index}`.repeat(1_001).slice(0, 1_000),
            bytes: 11 - index,
          })),
        },
      },
    ],
  ]
  for (const [what, report, changes] of reports)
    test(`reads ${what}`, () => assert.deepEqual(labResult(reportOf(report), URL), { ...nothing, ...changes }))
})

describe('opportunities', () => {
  const kinds: [what: string, audit: Record<string, unknown>, group: string | undefined, isListed: boolean][] = [
    ['of an insight', failing, 'insights', true],
    ['of a diagnostic', failing, 'diagnostics', true],
    ['of an older opportunity', failing, 'load-opportunities', true],
    ['of a metric', failing, 'metrics', false],
    ['without a group', failing, undefined, false],
    ['of a number', { score: 0.99, scoreDisplayMode: 'numeric' }, 'insights', true],
    ['of a condition', { score: 0, scoreDisplayMode: 'binary' }, 'insights', true],
    ['that only informs', { score: 0, scoreDisplayMode: 'informative' }, 'insights', false],
    ['without a mode', { score: 0 }, 'insights', false],
    ['without a score', { ...failing, score: null }, 'insights', false],
    ['that is met', { ...failing, score: 1 }, 'insights', false],
  ]
  for (const [what, audit, group, isListed] of kinds)
    test(`${isListed ? 'list' : 'leave out'} an audit ${what}`, () => {
      const auditRefs = [
        { id: 'missing', group },
        { id: 'a', group },
      ]
      const report = reportOf({ audits: { a: audit }, categories: { performance: { score: 1, auditRefs } } })
      assert.deepEqual(
        labResult(report, URL).opportunities.map(({ id }) => id),
        isListed ? ['a'] : [],
      )
    })

  const audits: [what: string, audit: Record<string, unknown>, changes: Partial<LabResult['opportunities'][number]>][] =
    [
      ['nothing', {}, {}],
      [
        'texts, cut',
        { title: 't'.repeat(301), description: 'd'.repeat(601), displayValue: 'v'.repeat(301) },
        { title: `${'t'.repeat(299)}…`, description: `${'d'.repeat(599)}…`, display: `${'v'.repeat(299)}…` },
      ],
      [
        'savings of the audit',
        { details: { overallSavingsMs: 2.6, overallSavingsBytes: 5 } },
        { savingsMs: 3, savingsBytes: 5 },
      ],
      [
        'savings that are none',
        { details: { overallSavingsMs: -1, overallSavingsBytes: 0 }, metricSavings: { LCP: -2 } },
        {},
      ],
      ['bytes for debugging', { details: { debugData: { wastedBytes: 7 } } }, { savingsBytes: 7 }],
      [
        'the largest saving of a metric',
        { metricSavings: { LCP: 1, FCP: 4, TBT: 3, INP: 2, CLS: 9 } },
        { savingsMs: 4 },
      ],
      ['a saving of INP', { metricSavings: { LCP: 'x', INP: 2 } }, { savingsMs: 2 }],
      ['a saving of TBT', { metricSavings: { TBT: 2 } }, { savingsMs: 2 }],
      [
        'a saving of LCP above that of the audit',
        { details: { overallSavingsMs: 1 }, metricSavings: { LCP: 2 } },
        { savingsMs: 2 },
      ],
      [
        'items with a URL',
        {
          details: {
            items: [
              { totalBytes: 1 },
              { url: 'a'.repeat(1_001), wastedBytes: 2, totalBytes: 3, wastedMs: 4.4 },
              { url: 'b', totalBytes: 3, wastedMs: 0 },
            ],
          },
        },
        {
          items: [
            { url: 'a'.repeat(1_000), bytes: 2, ms: 4 },
            { url: 'b', bytes: 3, ms: null },
          ],
        },
      ],
      [
        'ten items at most',
        { details: { items: Array.from({ length: 11 }, (_, index) => ({ url: `${index}` })) } },
        { items: Array.from({ length: 10 }, (_, index) => ({ url: `${index}`, bytes: null, ms: null })) },
      ],
      ['a list that is none', { details: { items: { type: 'node' } } }, {}],
    ]
  for (const [what, audit, changes] of audits)
    test(`have ${what}`, () => {
      const plain = {
        id: 'a',
        title: 'a',
        description: '',
        savingsMs: null,
        savingsBytes: null,
        display: '',
        items: [],
      }
      assert.deepEqual(labResult(withAudits({ a: { ...failing, ...audit } }), URL).opportunities, [
        { ...plain, ...changes },
      ])
    })

  test('are at most 25, what saves most time first, then bytes', () => {
    const of = (overallSavingsMs: number, overallSavingsBytes: number) => ({
      ...failing,
      details: { overallSavingsMs, overallSavingsBytes },
    })
    const few = Array.from({ length: 23 }, (_, index) => [`x${index}`, failing])
    const { opportunities } = labResult(
      withAudits({ ...Object.fromEntries(few), last: failing, bytes: of(0, 9), more: of(5, 8), less: of(5, 7) }),
      URL,
    )
    assert.deepEqual(
      opportunities.map(({ id }) => id),
      ['more', 'less', 'bytes', ...few.map(([id]) => id).slice(0, 22)],
    )
  })

  test('have ids of at most 80 characters', () => {
    const { opportunities } = labResult(withAudits({ ['i'.repeat(81)]: failing }), URL)
    assert.deepEqual(
      opportunities.map(({ id }) => id),
      [`${'i'.repeat(79)}…`],
    )
  })
})
