import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it, test } from 'node:test'
import { MAX_LOGO_BYTES } from '#shared/api/client-report.ts'
import { UsageError } from '../command.ts'
import { isPdf, readAuditRequest, readListedUrls } from './audit-options.ts'

const read = (flags: [string, string][]) =>
  readAuditRequest({ operands: ['example.com'], flags: new Map(flags), config: null })

const sampleOf = (given?: string) => read(given === undefined ? [] : [['page-speed', given]]).options.pageSpeedSample

const refusal = (message: RegExp) => (error: unknown) => error instanceof UsageError && message.test(error.message)

describe('readAuditRequest()', () => {
  it('reads a hundred pages, prints a table and fails on errors, unless a flag says otherwise', () => {
    const { limit, format, part, hasBom, failOn, minScore, also, report, reportBrand, sitemap } = read([])
    assert.deepEqual(
      { limit, format, part, hasBom, failOn, minScore, also, report, reportBrand, sitemap },
      {
        limit: 100,
        format: 'table',
        part: undefined,
        hasBom: false,
        failOn: 'error',
        minScore: undefined,
        also: [],
        report: undefined,
        reportBrand: {},
        sitemap: undefined,
      },
    )
    const of = read([
      ['limit', '1'],
      ['format', 'csv'],
      ['part', 'pages'],
      ['bom', 'true'],
      ['fail-on', 'never'],
      ['min-score', '100'],
      ['sitemap', 'sitemap.xml'],
    ])
    assert.deepEqual([of.limit, of.format, of.part, of.hasBom], [1, 'csv', 'pages', true])
    assert.deepEqual([of.failOn, of.minScore, of.sitemap], ['never', 100, 'sitemap.xml'])
  })

  it('reads every URL of a list, up to a million, unless a limit is named', () => {
    const limitOf = (...flags: [string, string][]) => read([['urls', 'list.txt'], ...flags]).limit
    assert.deepEqual([limitOf(), limitOf(['limit', '7'])], [1_000_000, 7])
  })

  it('takes --json for the format, unless one is named', () => {
    const json: [string, string] = ['json', 'true']
    assert.deepEqual([read([json]).format, read([json, ['format', 'csv']]).format], ['json', 'csv'])
  })

  it('reads the URL and the flags of the configuration file where the command line names none', () => {
    const config = {
      file: 'site.json',
      url: 'https://example.org/',
      auditFlags: new Map([['limit', '5']]),
      website: null,
      settings: {},
    }
    const of = (operands: string[], flags: [string, string][]) => {
      const { url, limit } = readAuditRequest({ operands, flags: new Map(flags), config })
      return [url, limit]
    }
    assert.deepEqual(of([], []), ['https://example.org/', 5])
    assert.deepEqual(of(['example.com'], [['limit', '6']]), ['https://example.com/', 6])
  })

  it('has no colour with --no-color, nor where NO_COLOR is set and not empty', context => {
    const { NO_COLOR } = process.env
    context.after(() => {
      if (NO_COLOR === undefined) delete process.env.NO_COLOR
      else process.env.NO_COLOR = NO_COLOR
    })
    const isPlain = (value: string, ...flags: [string, string][]) => {
      process.env.NO_COLOR = value
      return read(flags).isPlain
    }
    assert.deepEqual([isPlain(''), isPlain('1'), isPlain('', ['no-color', 'true'])], [false, true, true])
  })

  const wrong: [flag: string, given: string, message: RegExp][] = [
    ...['0', '1.5', 'x', '9007199254740992'].map((given): [string, string, RegExp] => [
      'limit',
      given,
      /^--limit must be a whole number, 1 or more\.$/,
    ]),
    ['format', 'xml', /^--format must be one of table, json, .+, not “xml”\.$/],
    ['fail-on', 'info', /^--fail-on must be one of error, warning, never, not “info”\.$/],
    ['min-score', '101', /^--min-score must be a whole number, 100 at most\.$/],
    ['part', 'pages', /^--part goes with --format csv or --format json\.$/],
    ['bom', 'true', /^--bom goes with --format csv\.$/],
    ['subdomains', 'example.org', /^--subdomains: /],
    ['report', 'report.txt', /^--report must name a \.html or \.pdf file, not “report\.txt”\.$/],
  ]
  for (const [flag, given, message] of wrong)
    it(`refuses --${flag} ${given}`, () => assert.throws(() => read([[flag, given]]), refusal(message)))

  it('takes the subdomains of the website, as names of hosts', () =>
    assert.deepEqual(read([['subdomains', 'Shop.example.com']]).options.subdomains, ['shop.example.com']))

  it('refuses two URLs, none, and what is no URL', () => {
    for (const operands of [['a.example', 'b.example'], [], ['://']])
      assert.throws(() => readAuditRequest({ operands, flags: new Map(), config: null }), UsageError)
  })

  for (const file of ['r.html', 'r.htm', 'R.PDF'])
    it(`takes --report ${file}`, () => assert.equal(read([['report', file]]).report, file))

  describe('the brand of the client report', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-logo-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const brandOf = (...flags: [string, string][]) => read([['report', 'r.html'], ...flags]).reportBrand
    const logoOf = (bytes: number) => {
      const file = path.join(folder, `${bytes}.gif`)
      const logo = Buffer.alloc(bytes)
      logo.write('GIF89a')
      writeFileSync(file, logo)
      return brandOf(['report-logo', file]).logo ?? ''
    }

    it('is what the flags name', () => {
      assert.deepEqual(brandOf(), {})
      const name = 'x'.repeat(80)
      assert.deepEqual(brandOf(['report-name', name], ['report-client', 'Client']), { name, client: 'Client' })
    })

    it('has a logo of 128 KB at most', () => {
      assert.match(logoOf(MAX_LOGO_BYTES), /^data:image\/gif;base64,R0lGODlh/)
      assert.throws(() => logoOf(MAX_LOGO_BYTES + 1), refusal(/^--report-logo: A logo has at most 128 KB\.$/))
    })
  })

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
    [':a.sarif', /^--also must name formats/],
    ['pdf:a.pdf', /^--also must be one of table, json, .+, not “pdf”\.$/],
  ]
  for (const [given, message] of furtherReports)
    it(`refuses --also ${given}`, () => assert.throws(() => read([['also', given]]), refusal(message)))

  it('takes several further reports', () => {
    assert.deepEqual(read([['also', 'sarif:a.sarif  table:C:\\b.txt']]).also, [
      { format: 'sarif', file: 'a.sarif' },
      { format: 'table', file: 'C:\\b.txt' },
    ])
  })

  for (const [flags, message] of brands)
    it(`refuses ${flags.flat().join(' ').slice(0, 60)}`, () => assert.throws(() => read(flags), refusal(message)))

  for (const given of ['26', '-1', '1.5', 'all', '', '1e1'])
    it(`refuses --page-speed “${given}”`, () =>
      assert.throws(
        () => sampleOf(given),
        (error: unknown) =>
          error instanceof UsageError && error.message === '--page-speed must be a whole number, 25 at most.',
      ))
})

describe('readListedUrls()', () => {
  const listed = (text: string) => {
    const request = { urls: '-', url: 'https://example.com/', limit: 2, options: {} }
    return readListedUrls(request, Readable.from([Buffer.from(text)]))
  }

  it('reads one URL a line, whatever ends the lines, and null without a file', async () => {
    const urls = ['https://example.com/a', 'https://example.com/b']
    assert.deepEqual(await listed(urls.join('\r\n')), urls)
    assert.deepEqual(await listed(urls.join('\r')), urls)
    const request = { urls: undefined, url: 'https://example.com/', limit: 2, options: {} }
    assert.equal(await readListedUrls(request), null)
  })

  it('refuses more URLs than the limit, and those of other sites', async () => {
    await assert.rejects(
      listed('https://example.com/a\nhttps://example.com/b\nhttps://example.com/c'),
      refusal(/^--urls: /),
    )
    await assert.rejects(listed('https://example.org/'), refusal(/^--urls: /))
  })
})

test('isPdf() goes by the end of the name', () =>
  assert.deepEqual(['a.pdf', 'A.PDF', 'pdf', 'a.pdf.html'].map(isPdf), [true, true, false, false]))
