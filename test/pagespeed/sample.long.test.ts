import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { writeClientReport } from '#report/client-report/write-client-report.ts'
import { exportFormats } from '#report/export/index.ts'
import { reportSchema } from '#report/export/report-schema.ts'
import { summaryFacts } from '#report/summary-facts.ts'
import { summaryText } from '#report/summary-text.ts'
import { defaultReportChoices } from '#shared/api/client-report.ts'
import { sampleLabel } from '#shared/page-speed-sample.ts'
import type { CrawlRow } from '#store/store.ts'
import { recordedPageSpeed } from '../support/fixed-page-speed.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** A crawl of the demo site that measures page speed, with figures that are always the same: sample, findings and reports. */

const SAMPLE = 5
/** Of this page the measurement fails. */
const FAILING = '/headings/missing'
const SLOW = ['/breads/', '/breads/rye', '/breads/spelt']
const SAMPLE_WORDS = '4 of 109 pages measured, of 3 templates; 1 template not measured; 1 page could not be measured'

describe('a crawl that samples page speed', () => {
  let site: DemoSite
  let opened: TestProduct
  let crawl: CrawlRow
  const { requested, measure } = recordedPageSpeed()
  const pathOf = (url: string) => url.slice(site.url.length - 1)
  before(async () => {
    site = await startDemoSite()
    opened = await openTestProduct({
      measurePageSpeed: async question => {
        const measured = await measure(question)
        return question.url.endsWith(FAILING) ? { ok: false, message: 'It timed out.', cause: 'page' } : measured
      },
    })
    const crawlId = await startTestCrawl(opened.product, { url: site.url, pageSpeedSample: SAMPLE })
    crawl = await waitForEnd(opened.product, crawlId)
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  it('measures the home page, then one page of each template, then where most pages are', async () => {
    const sample = await opened.product.store.reading.pageSpeedSample(crawl.id)
    assert.deepEqual(
      requested.map(({ url, device, crawlId }) => `${pathOf(url)} ${device} ${crawlId === crawl.id}`),
      ['/', '/breads/rye', '/breads/', FAILING, '/breads/spelt'].map(path => `${path} mobile true`),
    )
    assert.deepEqual(
      sample?.groups.map(({ name, exampleUrl, pages }) => `${name} ${pathOf(exampleUrl)} ${pages}`),
      ['/ / 1', '/*/* /links/dead-end 94', '/* /breads/ 13', `/headings/* ${FAILING} 1`],
    )
    assert.deepEqual(sample?.groups[3]?.failed, [{ url: new URL(FAILING, site.url).href, message: 'It timed out.' }])
    assert.equal(sample.pages, crawl.counts.pagesCrawled)
    assert.equal(sampleLabel(sample), SAMPLE_WORDS)
  })

  it('ends like any other crawl, and says nothing of what could be measured', () => {
    assert.deepEqual(opened.logged, [])
    assert.deepEqual([crawl.endReason, crawl.notes, crawl.options.pageSpeedSample], ['finished', [], SAMPLE])
  })

  const findings: [checkId: string, severity: string, message: string, paths: string[]][] = [
    ['lighthouse-performance-low', 'error', 'Low Lighthouse performance score: 43 of 100 on mobile', SLOW],
    ['core-web-vitals-poor', 'error', 'Poor Core Web Vitals: LCP 4,800 ms (lab data, mobile)', SLOW],
    ['page-too-heavy', 'warning', 'Large page weight: 4,201 KiB on the first visit (mobile)', SLOW],
    [
      'lighthouse-opportunity',
      'info',
      'Lighthouse opportunity: Reduce unused JavaScript (up to 300 ms and 59 KiB on 3 measured pages)',
      ['/breads/rye'],
    ],
  ]
  for (const [checkId, severity, message, paths] of findings)
    it(`finds ${checkId} on the slow pages, and how it was measured`, async () => {
      const issues = await opened.product.store.reading.issues(crawl.id, { checkId, limit: 100 })
      assert.deepEqual(issues.map(issue => pathOf(issue.pageUrl)).sort(), paths.toSorted())
      for (const issue of issues) {
        assert.deepEqual([issue.severity, issue.message], [severity, message])
        const evidence = issue.details.evidence.find(({ label }) => label === 'Measurement settings')
        assert.match(evidence?.kind === 'text' ? evidence.text : '', /^Lighthouse 13\.5\.0, 1 run, mobile \(/)
      }
    })

  it('is shown in the JSON report, whose stable form says only which pages were measured', async () => {
    for (const isStable of [false, true]) {
      const parts = exportFormats.json.write({ reading: opened.product.store.reading, crawl, isStable })
      const report = reportSchema.parse(JSON.parse((await Array.fromAsync(parts)).join('')))
      assert.ok(report.format === 'sitesounder-report' && report.pageSpeedSample)
      const [home] = report.pageSpeedSample.groups[0]?.measured ?? []
      assert.deepEqual([home?.url, home?.performance], [site.url, isStable ? undefined : 96])
    }
  })

  it('is summed up on the command line', async () => {
    const facts = await summaryFacts(opened.product.store.reading, crawl)
    assert.ok(summaryText(facts, { width: 120, hasColour: false }).includes(`\n  Speed     ${SAMPLE_WORDS}\n`))
  })

  it('has its part in the client report', async () => {
    const options = {
      reading: opened.product.store.reading,
      crawl,
      choices: defaultReportChoices,
      segments: [],
      listFile: 'urls.csv',
      comparison: null,
    }
    const text = (await Array.fromAsync(writeClientReport(options))).join('')
    const section = text.slice(text.indexOf('<h3>Page speed</h3>'), text.indexOf('id="method"'))
    for (const words of [
      `<p>${SAMPLE_WORDS}. `,
      '43 (Poor)',
      'for 94 pages',
      ' could not be measured.',
      '1 run each, Lighthouse 13.5.0',
    ])
      assert.ok(section.includes(words), words)
  })
})
