import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { countsWith } from '#report/test-rows.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { UsageError } from '../command.ts'
import type { AuditRequest } from './audit-options.ts'
import { endAudit, openBaseline } from './audit-report.ts'

const URL = 'https://site.test/'
const NOW_MS = Date.UTC(2026, 10, 20)

let store: Store
let crawl: CrawlRow
let folder: string
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-report-'))
  store = await openTestStore()
  const ownerId = await store.visitors.createOwner('test', NOW_MS)
  const pages = [{ url: URL, issues: [testIssue(URL, { severity: 'warning' })] }]
  const { crawlId } = await addCrawl(store, { ownerId, url: URL, pages, nowMs: NOW_MS })
  crawl = (await store.reading.crawl(crawlId)) ?? assert.fail()
})
after(async () => {
  await store[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const output = () => path.join(folder, 'report.json')
const request = (changes: Partial<AuditRequest> = {}): AuditRequest => ({
  url: URL,
  isHttpsAssumed: false,
  limit: 1,
  urls: undefined,
  options: {},
  format: 'json',
  part: undefined,
  hasBom: false,
  failOn: 'error',
  minScore: undefined,
  output: output(),
  also: [],
  baseline: undefined,
  settings: undefined,
  config: null,
  report: undefined,
  reportBrand: {},
  sitemap: undefined,
  authFile: undefined,
  authVariable: undefined,
  folder: undefined,
  isPlain: true,
  ...changes,
})
const unreachable: Partial<CrawlRow> = { endReason: 'start-unreachable', counts: countsWith({ pagesCrawled: 0 }) }

describe('endAudit()', () => {
  const audits: [what: string, changes: Partial<AuditRequest>, crawl: Partial<CrawlRow>, code: number][] = [
    ['with a warning, when errors count', {}, {}, 0],
    ['with a warning, when warnings count', { failOn: 'warning' }, {}, 1],
    ['with an error', {}, { counts: countsWith({ bySeverity: { error: 1, warning: 0, info: 0 } }) }, 1],
    ['with an error, when none counts', { failOn: 'never' }, { counts: countsWith() }, 0],
    [
      'with an info',
      { failOn: 'warning' },
      { counts: countsWith({ bySeverity: { error: 0, warning: 0, info: 1 } }) },
      0,
    ],
    ['with a score of at least that', { minScore: 0 }, {}, 0],
    ['with a score below that', { minScore: 101 }, {}, 1],
    ['of a site that could not be crawled', {}, unreachable, 2],
    ['of a site that could not be crawled, whatever its score', { minScore: 101 }, unreachable, 2],
  ]
  for (const [what, changes, crawled, code] of audits)
    test(`ends an audit ${what}, with ${code}`, async () => {
      const ended = {
        store,
        crawl: { ...crawl, ...crawled },
        baseline: undefined,
        sandbox: 'required' as const,
      }
      assert.equal(await endAudit({ ...ended, request: request(changes) }), code)
    })

  for (const [what, crawled, isWritten] of [
    ['writes', {}, true],
    ['does not write', unreachable, false],
  ] as const)
    test(`${what} the client report of a site that could ${isWritten ? '' : 'not '}be crawled`, async () => {
      const report = path.join(folder, `${isWritten}.html`)
      const ended = {
        store,
        crawl: { ...crawl, ...crawled },
        baseline: undefined,
        sandbox: 'required' as const,
      }
      await endAudit({ ...ended, request: request({ report }) })
      assert.equal(existsSync(report), isWritten)
    })

  test('writes the findings as CSV, and the whole report as JSON', async () => {
    const ended = { store, crawl, baseline: undefined, sandbox: 'required' as const }
    const written = async (changes: Partial<AuditRequest>) => {
      await endAudit({ ...ended, request: request(changes) })
      return readFileSync(output(), 'utf8')
    }
    assert.match(await written({ format: 'csv' }), /^[^\n]*severity[^\n]*\n[^\n]*warning/i)
    assert.match(await written({ format: 'csv', part: 'pages' }), /^[^\n]*status[^\n]*\n[^\n]*200/i)
    const keysOf = async (changes: Partial<AuditRequest>) => Object.keys(JSON.parse(await written(changes)))
    assert.ok((await keysOf({ format: 'json' })).includes('health'))
    assert.ok(!(await keysOf({ format: 'json', part: 'issues' })).includes('health'))
    assert.ok(!(await written({ format: 'table' })).includes('\u001b'), 'no colour in a file')
  })

  test('writes further reports of the same crawl', async () => {
    const file = (name: string) => path.join(folder, name)
    const also = [
      { format: 'sarif', file: file('also.sarif') },
      { format: 'markdown', file: file('also.md') },
    ] as const
    const audited = request({ format: 'json', part: 'issues', also })
    await endAudit({ store, crawl, baseline: undefined, sandbox: 'required', request: audited })
    assert.equal(JSON.parse(readFileSync(file('also.sarif'), 'utf8')).version, '2.1.0')
    assert.match(readFileSync(file('also.md'), 'utf8'), /^## Audit of `/)
  })
})

describe('openBaseline()', () => {
  test('is nothing without a file', async () => {
    assert.equal(await openBaseline({ baseline: undefined, output: undefined, also: [] }), undefined)
  })

  const refused: [
    what: string,
    file: () => string,
    output: () => string | undefined,
    message: RegExp,
    also?: () => string,
  ][] = [
    ['that is missing', () => path.join(folder, 'none.json'), () => undefined, /none\.json cannot be read \(ENOENT\)/],
    ['that is a folder', () => folder, () => undefined, /is no file\.$/],
    ['that is to be written', output, output, /^--output names the file of --baseline/],
    ['that is to be written, too', output, () => undefined, /^--also names the file of --baseline/, output],
  ]
  for (const [what, file, to, message, also] of refused)
    test(`refuses a file ${what}`, async () => {
      await endAudit({ store, crawl, baseline: undefined, sandbox: 'required', request: request() })
      await assert.rejects(
        openBaseline({ baseline: file(), output: to(), also: also ? [{ format: 'json', file: also() }] : [] }),
        error => {
          assert.ok(error instanceof UsageError)
          assert.match(error.message, message)
          return true
        },
      )
    })

  test('reads an earlier report, also beside a file that is written', async () => {
    await endAudit({ store, crawl, baseline: undefined, sandbox: 'required', request: request() })
    const baseline = await openBaseline({ baseline: output(), output: path.join(folder, 'other.json'), also: [] })
    assert.equal(baseline?.seedUrl, URL)
  })
})
