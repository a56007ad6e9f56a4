import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { ELSEWHERE } from '#demo-site/page.ts'
import { siteDefects, sitePages, startDemoSite } from '#demo-site/site.ts'
import { exportFormats } from '#report/export/index.ts'
import { notStillSo } from '../support/check-again.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'

/**
 * Crawls the demo site and compares its report byte for byte with the golden files, and its findings with what the site
 * declares. `npm run golden` rewrites the files; a person reads the difference.
 */
const ORIGIN = 'http://demo.test'
const formats = ['json', 'csv'] as const

interface Golden {
  json: string
  csv: string
  findings: string[]
  /** Findings that are not said to be still so when they are checked again at once. */
  notStillSo: string[]
  logged: string[]
}

async function crawlDemoSite(): Promise<Golden> {
  await using site = await startDemoSite()
  await using opened = await openTestProduct()
  const { product, logged } = opened
  const crawlId = await startTestCrawl(product, { url: site.url })
  const crawl = await waitForEnd(product, crawlId)
  const stable = (text: string) =>
    text
      .replaceAll(new URL(site.url).origin, ORIGIN)
      .replaceAll(site.elsewhereUrl, ELSEWHERE)
      .replaceAll(hostOf(site.url), 'demo.test')
  const write = async (format: (typeof formats)[number]) => {
    let text = ''
    const parts = exportFormats[format].write({ reading: product.store.reading, crawl, isStable: true })
    for await (const part of parts) text += part
    return stable(text)
  }
  const issues = await product.store.reading.issues(crawlId, { limit: 10_000 })
  const findings = issues.map(issue => stable(`${issue.checkId} ${issue.pageUrl}`)).sort()
  return {
    json: await write('json'),
    csv: await write('csv'),
    findings,
    notStillSo: await notStillSo(product, crawlId, issues),
    logged: logged.map(each => JSON.stringify(each)),
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

function declaredFindings(): string[] {
  const address = (place: string) => (place.startsWith('http') ? place : ORIGIN + place)
  const pages = sitePages.flatMap(page => page.trips.map(check => `${check} ${address(page.path)}`))
  return [...pages, ...siteDefects.map(({ check, path: place }) => `${check} ${address(place)}`)].sort()
}

function goldenFile(format: string): string {
  return path.join(import.meta.dirname, `report.${format}`)
}

if (process.argv.includes('--write')) {
  const golden = await crawlDemoSite()
  for (const format of formats) writeFileSync(goldenFile(format), golden[format])
} else {
  describe('the report of the demo site', () => {
    let golden: Golden
    before(async () => {
      golden = await crawlDemoSite()
    })

    test('finds exactly the declared defects', () => {
      const declared = declaredFindings()
      assert.deepEqual(
        {
          missed: declared.filter(each => !golden.findings.includes(each)),
          invented: golden.findings.filter(each => !declared.includes(each)),
        },
        { missed: [], invented: [] },
      )
      assert.equal(golden.findings.length, declared.length)
    })

    for (const format of formats) {
      test(`equals the golden ${format} byte for byte`, () => {
        assertSameText(golden[format], readFileSync(goldenFile(format), 'utf8'))
      })
    }

    test('stays as it is when its findings are checked again one by one', () => {
      assert.deepEqual(golden.notStillSo, [])
    })

    test('is made without a failing check or worker', () => assert.deepEqual(golden.logged, []))
  })
}
