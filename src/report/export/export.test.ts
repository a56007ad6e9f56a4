import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import type { IssueDetails } from '#shared/model.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl, testIssue } from '../test-crawl.ts'
import { type ExportFormatName, exportFormats } from './index.ts'

const home = 'https://example.com/'
const details: IssueDetails = {
  sourceUrl: home,
  statusCode: 404,
  evidence: [
    { kind: 'hops', label: 'Hops', hops: [{ url: home, status: 301, location: `${home}a`, elapsedMs: 17 }] },
    { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 123_456, method: 'GET', status: 404, failure: null }] },
    { kind: 'text', label: 'Title', text: '' },
  ],
}
/** More rows than one batch holds. */
const pages = [
  { url: home, title: '=cmd', issues: [testIssue(home, { severity: 'info', message: '=1+1, "quoted"' })] },
  ...Array.from({ length: 600 }, (_, index) => ({
    url: `${home}page-${index}`,
    issues: [
      testIssue(`${home}page-${index}`, { checkId: 'gone', type: 'broken_link', message: 'Broken link', details }),
    ],
  })),
]

describe('exports', () => {
  let store: Store
  const crawls: CrawlRow[] = []

  before(async () => {
    store = await openTestStore()
    const ownerId = await store.visitors.createOwner('a hash', 0)
    for (const nowMs of [1_000, 900_000]) {
      const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs })
      const row = await store.reading.crawl(crawlId)
      if (row) crawls.push(row)
    }
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  const write = async (
    format: ExportFormatName,
    {
      crawl = 0,
      isStable = false,
      reading = {},
    }: { crawl?: number; isStable?: boolean; reading?: Partial<Store['reading']> } = {},
  ) => {
    const row = crawls[crawl]
    if (!row) throw new Error('no such crawl')
    const source = { reading: { ...store.reading, ...reading }, crawl: row, isStable }
    return (await Array.fromAsync(exportFormats[format].write(source))).join('')
  }

  it('write every page and every issue once as JSON, one entry a line', async () => {
    const text = await write('json')
    const report = JSON.parse(text)
    assert.deepEqual([report.format, report.version, report.crawl.url], ['sitesounder-report', 2, home])
    assert.equal(new Set(report.pages.map((page: { url: string }) => page.url)).size, 601)
    assert.equal(new Set(report.issues.map((issue: { pageUrl: string }) => issue.pageUrl)).size, 601)
    assert.deepEqual([report.counts.errors, report.counts.infos, report.counts.pagesListed], [600, 1, 601])
    assert.deepEqual(report.skipped, [])
    assert.equal(text.split('\n').filter(line => line.startsWith('{"number":')).length, 601)
    assert.equal(report.crawl.startedAt, '1970-01-01T00:00:01.000Z')
    assert.equal(report.issues[0].details.evidence[0].hops[0].elapsedMs, 17)
  })

  it('say of measured pages what was measured, and in the stable form which were', async () => {
    const speed = pageSpeedWith({ url: home })
    const { url, provider, device, runCount } = speed
    const group = {
      name: '/*',
      exampleUrl: home,
      pages: 600,
      templates: 1,
      failed: [{ url: `${home}a`, message: 'x' }],
    }
    const sample = { pages: 601, measured: 1, failed: 1, waiting: 0 }
    const reading: Partial<Store['reading']> = {
      pageSpeedSample: async () => ({ ...sample, groups: [{ ...group, measured: [speed] }] }),
    }
    const written = async (isStable: boolean) => JSON.parse(await write('json', { reading, isStable })).pageSpeedSample
    assert.deepEqual(await written(false), { ...sample, groups: [{ ...group, measured: [speed] }] })
    assert.deepEqual(await written(true), {
      ...sample,
      groups: [{ ...group, measured: [{ url, provider, device, runCount }] }],
    })
  })

  it('write an issue as a row of CSV, with its text as text', async () => {
    const lines = (await write('csv')).split('\r\n')
    assert.equal(lines.length, 603)
    assert.match(lines[0] ?? '', /^Severity,Type,Check,Title,Message,Page,Source,.*,First seen$/)
    assert.match(
      lines[1] ?? '',
      /^error,broken_link,gone,Broken link,Broken link,https:\/\/example\.com\/page-0,https:/,
    )
    assert.match(
      lines[601] ?? '',
      /^info,meta_issue,title-missing,[^,]*,"'=1\+1, ""quoted""",https:\/\/example\.com\/,/,
    )
    assert.equal(lines[602], '')
  })

  for (const format of ['csv', 'json'] as const) {
    it(`are byte for byte the same for two crawls of the same site, in the stable form of ${format}`, async () => {
      assert.equal(await write(format, { crawl: 0, isStable: true }), await write(format, { crawl: 1, isStable: true }))
      assert.notEqual(await write(format, { crawl: 0 }), await write(format, { crawl: 1 }))
    })

    it(`hold no time and no generated id in the stable form of ${format}`, async () => {
      const text = await write(format, { isStable: true })
      assert.doesNotMatch(text, /elapsedMs|atMs|ttfb|responseTime|startedAt|discovered|"id"|websiteId|crawlId|1970/)
    })
  }
})
