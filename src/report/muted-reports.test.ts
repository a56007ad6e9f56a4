import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { defaultReportChoices } from '#shared/api/client-report.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { writeClientReport } from './client-report/write-client-report.ts'
import type { ExportOptions } from './export/export-format.ts'
import { exportStream } from './export/export-stream.ts'
import { jsonExport } from './export/json.ts'
import { junitExport } from './export/junit.ts'
import { reportSchema } from './export/report-schema.ts'
import { sarifExport } from './export/sarif.ts'
import { assertValidSarif } from './export/test-ci-formats.ts'
import { addCrawl, testIssue } from './test-crawl.ts'

const home = 'https://example.com/'
const NOW_MS = Date.UTC(2026, 0, 2, 12)
const REASON = 'Known <b>and</b> agreed'

let store: Store
let crawl: CrawlRow

/** Two pages, one issue each: one of them muted, and an issue of a check that is switched off. */
before(async () => {
  store = await openTestStore()
  const ownerId = await store.visitors.createOwner('visitor', 0)
  const off = testIssue(home, { checkId: 'h1-missing', severity: 'warning', message: 'No h1' })
  const pages = [
    { url: home, issues: [testIssue(home), off] },
    { url: `${home}old`, issues: [testIssue(`${home}old`)] },
  ]
  const { websiteId, crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: NOW_MS })
  const mute = { websiteId, checkId: null, pattern: `${home}o*`, reason: REASON, nowMs: NOW_MS }
  assert.equal((await store.settings.addMute(mute)).ok, true)
  await store.settings.setCheck({ websiteId, checkId: 'h1-missing', isOff: true, severity: null })
  await store.settings.apply(websiteId, NOW_MS)
  const row = await store.reading.crawl(crawlId)
  assert.ok(row)
  crawl = row
})
after(async () => {
  await store[Symbol.asyncDispose]()
})

type Written = (options: ExportOptions) => AsyncIterable<string>

const fileOf = async (write: Written) => {
  const options = { reading: store.reading, crawl, hasBom: false, isStable: true }
  return (await Array.fromAsync(write(options))).join('')
}

it('the JSON report lists what is muted with its reason, apart from the issues', async () => {
  const report = JSON.parse(await fileOf(jsonExport))
  assert.ok(reportSchema.safeParse(report).success)
  assert.deepEqual(
    report.issues.map((issue: { pageUrl: string }) => issue.pageUrl),
    [home],
  )
  assert.equal(report.counts.errors + report.counts.warnings, 1)
  assert.deepEqual(
    report.muted.map((issue: Record<string, unknown>) => [issue.check, issue.pageUrl, issue.reason]),
    [
      [testIssue(home).checkId, `${home}old`, REASON],
      ['h1-missing', home, 'Switched off for this website'],
    ],
  )
})

it('what is muted is a list to export, as JSON with the entries of the report and as CSV', async () => {
  const options = { part: 'muted', reading: store.reading, crawl, hasBom: false, isStable: true } as const
  const textOf = async (format: 'csv' | 'json') =>
    (await Array.fromAsync(exportStream({ ...options, format }).text)).join('')
  const list = JSON.parse(await textOf('json'))
  assert.ok(reportSchema.safeParse(list).success)
  assert.deepEqual(list.muted, JSON.parse(await fileOf(jsonExport)).muted)
  const [head, ...rows] = (await textOf('csv')).trim().split('\r\n')
  assert.match(head ?? '', /^Severity,.+,Reason$/)
  assert.deepEqual(
    rows.map(row => row.split(',').at(-1)),
    [REASON, 'Switched off for this website'],
  )
})

it('SARIF has it as suppressed results with a justification', async () => {
  const log = JSON.parse(await fileOf(sarifExport))
  assertValidSarif(log)
  const suppressions = log.runs[0].results.map((result: { suppressions?: unknown }) => result.suppressions ?? null)
  assert.deepEqual(suppressions, [
    null,
    [{ kind: 'external', status: 'accepted', justification: REASON }],
    [{ kind: 'external', status: 'accepted', justification: 'Switched off for this website' }],
  ])
})

it('JUnit says of a check that is switched off that it was skipped', async () => {
  assert.match(await fileOf(junitExport), /<skipped message="Switched off for this website"/)
})

it('the client report says how many issues are muted, and why', async () => {
  const options = {
    reading: store.reading,
    crawl,
    choices: defaultReportChoices,
    segments: [],
    listFile: 'urls.csv',
    comparison: null,
  }
  const text = (await Array.fromAsync(writeClientReport(options))).join('')
  const part = /<h3>Muted issues<\/h3>(.*?)<\/section>/s.exec(text)?.[1] ?? ''
  assert.match(part, /2 issues are muted: not among the fixes/)
  assert.ok(part.includes('Known &lt;b&gt;and&lt;/b&gt; agreed'), part)
  assert.match(part, /Switched off for this website/)
})
