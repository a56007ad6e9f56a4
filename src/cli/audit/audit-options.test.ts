import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageError } from '../command.ts'
import { readAuditRequest } from './audit-options.ts'

const read = (flags: [string, string][]) =>
  readAuditRequest({ operands: ['example.com'], flags: new Map(flags), config: null })

const sampleOf = (given?: string) => read(given === undefined ? [] : [['page-speed', given]]).options.pageSpeedSample

describe('readAuditRequest()', () => {
  it('runs the scripts of pages with the option', () => {
    assert.deepEqual([read([]).options, read([['render', 'true']]).options], [{}, { rendersJavaScript: true }])
  })

  const samples: [given: string | undefined, sample: number | undefined][] = [
    [undefined, undefined],
    ['0', 0],
    ['1', 1],
    ['25', 25],
  ]
  for (const [given, sample] of samples)
    it(`takes --page-speed ${given} for a sample of ${sample}`, () => assert.equal(sampleOf(given), sample))

  const brands: [flags: [string, string][], message: RegExp][] = [
    [[['sitemap', '-']], /^--sitemap must name a file: its parts are written beside it\.$/],
    [[['report-name', 'Studio']], /go with --report\.$/],
    [
      [
        ['report', 'r.html'],
        ['report-client', 'x'.repeat(81)],
      ],
      /have at most 80 characters\.$/,
    ],
    [
      [
        ['report', 'r.html'],
        ['report-logo', '/does/not/exist.png'],
      ],
      /cannot be read \(ENOENT\)\.$/,
    ],
    [
      [
        ['report', 'r.html'],
        ['report-logo', import.meta.filename],
      ],
      /^--report-logo: A logo is a PNG, JPEG, GIF or WebP image\.$/,
    ],
  ]
  const furtherReports: [given: string, message: RegExp][] = [
    ['sarif', /^--also must name formats with their files, such as sarif:audit\.sarif, not “sarif”\.$/],
    ['sarif:', /^--also must name formats/],
    ['pdf:a.pdf', /^--also must be one of table, json, .+, not “pdf”\.$/],
  ]
  for (const [given, message] of furtherReports)
    it(`refuses --also ${given}`, () =>
      assert.throws(
        () => read([['also', given]]),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      ))

  it('takes several further reports', () => {
    assert.deepEqual(read([['also', 'sarif:a.sarif  table:C:\\b.txt']]).also, [
      { format: 'sarif', file: 'a.sarif' },
      { format: 'table', file: 'C:\\b.txt' },
    ])
  })

  for (const [flags, message] of brands)
    it(`refuses ${flags.flat().join(' ').slice(0, 60)}`, () =>
      assert.throws(
        () => read(flags),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      ))

  for (const given of ['26', '-1', '1.5', 'all', '', '1e1'])
    it(`refuses --page-speed “${given}”`, () =>
      assert.throws(
        () => sampleOf(given),
        (error: unknown) =>
          error instanceof UsageError && error.message === '--page-speed must be a whole number, 25 at most.',
      ))
})
