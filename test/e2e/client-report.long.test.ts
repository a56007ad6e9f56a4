import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { ourCatalogue } from '#checks/index.ts'
import { reportSegments } from '#report/client-report/report-segments.ts'
import { writeClientReport } from '#report/client-report/write-client-report.ts'
import { chosenComparisons } from '#report/comparison/chosen-crawls.ts'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { printPdf } from '#runtime/print-pdf.ts'
import { defaultReportChoices, reportPapers } from '#shared/api/client-report.ts'
import { type CrawlResultResponse, crawlResultSchema } from '#shared/api/crawls.ts'
import { type CrawlOptions, defaultCrawlOptions } from '#shared/crawl-options.ts'
import { MAX_SEGMENT_NAME, MAX_SEGMENTS } from '#shared/segments.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor, type ViewOptions } from '../support/browser-page.ts'
import { crawlToEnd } from '../support/crawl-by-page.ts'
import { testSandbox } from '../support/settings.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { openTestStore } from '../support/storage.ts'

/** The report of two crawls of the demo site as a client opens it: a file, in a browser without a network. */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let browser: Browser
let folder: string
let reportUrl: string
let overview: CrawlResultResponse
const problems: string[] = []

before(async () => {
  const { server, site, ...shared } = await sharedDemo()
  browser = shared.browser
  const owner = await newVisitor(browser)
  await crawlToEnd(owner, { origin: server.url, url: site.url, limit: 20 })
  const { websiteId } = await crawlToEnd(owner, { origin: server.url, url: site.url, limit: 500 })
  const read = async (path: string) => (await owner.request.get(server.url + path)).text()
  folder = await mkdtemp(path.join(tmpdir(), 'client-report-e2e-'))
  const file = path.join(folder, 'report.html')
  await writeFile(file, await read(`/api/report/${websiteId}?format=html`))
  reportUrl = pathToFileURL(file).href
  overview = crawlResultSchema.parse(JSON.parse(await read(`/api/crawl/${websiteId}`)))
  await owner.close()
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

after(async () => {
  await rm(folder, { recursive: true })
})

async function openReport(view: ViewOptions, use: (page: Page) => Promise<void>, url = reportUrl) {
  const visitor = await newVisitor(browser, view)
  await visitor.setOffline(true)
  const page = await visitor.newPage()
  page.on('console', message => problems.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => problems.push(error.message))
  page.on('request', request => {
    if (request.url() !== url) problems.push(`request to ${request.url()}`)
  })
  await page.goto(url)
  await use(page)
  await visitor.close()
}

/** Of which the end is cut off. */
function overfullPages(page: Page): Promise<string[]> {
  return page
    .locator('.sheet')
    .evaluateAll(sheets => sheets.filter(each => each.scrollHeight > each.clientHeight).map(each => each.id))
}

function issuesOfAllChecks(pageUrl: string) {
  return [...ourCatalogue].map(([checkId, { type, severity }]) => testIssue(pageUrl, { checkId, type, severity }))
}

const unusualOptions: CrawlOptions = {
  ...defaultCrawlOptions,
  include: ['/a-path-of-the-website/that-has-a-long-name/', '/another-path-of-the-website/'],
  exclude: ['/a-path-of-the-website/that-has-a-long-name/', '/another-path-of-the-website/'],
  dropParameters: ['a-parameter', 'another-parameter', 'a-third-parameter', 'a-fourth-parameter'],
  thresholds: [{ checkId: 'title-missing', name: 'any', value: 3 }],
}

describe('a client report', () => {
  test('says the numbers that the dashboard says', () =>
    openReport({}, async page => {
      const figures = await page
        .locator('.figures > div')
        .evaluateAll(all => all.map(each => [...each.children].map(child => child.textContent)))
      const { health, pagesCrawled, errorCount, warningCount } = overview
      assert.ok(health)
      assert.deepEqual(figures.slice(0, 3), [
        ['Pages crawled', String(pagesCrawled)],
        ['Errors', String(errorCount)],
        ['Warnings', String(warningCount)],
      ])
      await page.getByRole('img', { name: `Health score: ${health.score} of 100` }).waitFor()
      const statuses = page.locator('#coverage table').first().locator('tbody td:nth-child(2)')
      const counts = ['2xx', '3xx', '4xx', '5xx', 'none'].map(status => String(overview.statusCounts[status] ?? 0))
      assert.deepEqual(await statuses.allInnerTexts(), counts)
      assert.ok((await page.locator('#coverage').innerText()).includes(overview.endSentence))
    }))

  test('says first how the crawls differ, and then what changed', () =>
    openReport({}, async page => {
      const changes = page.locator('#changes')
      const headings = await changes.locator('h3').allInnerTexts()
      assert.equal(headings[0], 'The crawls differ')
      const differences = await changes.locator('table').first().locator('tbody tr').allInnerTexts()
      assert.equal(differences[0]?.replaceAll(/\s+/g, ' '), 'Page limit 20 500')
      const added = changes.locator('.values').first().getByText('Added').locator('xpath=following-sibling::*')
      assert.equal(await added.innerText(), String(overview.pagesCrawled - 20))
    }))

  test('leads from its contents to each page', () =>
    openReport({}, async page => {
      const links = page.locator('nav a')
      const targets = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
      assert.equal(targets.length, 9)
      for (const target of targets) assert.equal(await page.locator(target).count(), 1, target)
    }))

  test('is clean for axe in either theme and no wider than a phone', () =>
    openReport({}, async page => {
      await assertAccessible(page, 'the report')
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, 'report.png') })
    }))

  test('is light on paper, and every page holds its content', () =>
    openReport({ theme: 'dark', width: 794, height: 1123 }, async page => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const looks = await page.evaluate<Record<string, string>>(`({
        ink: getComputedStyle(document.body).color,
        scheme: getComputedStyle(document.documentElement).colorScheme,
        part: getComputedStyle(document.querySelector('#fixes')).breakBefore,
      })`)
      assert.match(looks.ink ?? '', /oklch\(0\.235/)
      assert.equal(looks.scheme, 'light')
      assert.equal(looks.part, 'page')
      assert.deepEqual(await overfullPages(page), [])
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, 'print.png'), fullPage: true })
    }))

  test('holds the most that can be found and can have changed on its pages', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('a visitor', 0)
    const home = 'https://example.com/'
    const crawlOf = async (name: string, nowMs: number) => {
      const pages = Array.from(
        { length: 2 },
        (_, index) => `${home}a-page-with-a-long-name-in-its-url/${name}-${index}`,
      )
      const crawled = pages.map(pageUrl => ({ url: pageUrl, issues: issuesOfAllChecks(pageUrl) }))
      const { crawlId } = await addCrawl(store, { ownerId, url: home, pages: crawled, nowMs, crawlLimit: 100 + nowMs })
      return (await store.reading.crawl(crawlId)) ?? assert.fail()
    }
    const before = await crawlOf('before', 0)
    const later = await crawlOf('after', Date.UTC(2026, 0, 2))
    const crawl = { ...later, endReason: 'limit' as const, options: unusualOptions }
    const comparison = await chosenComparisons(store).compare({ earlier: before, later: crawl, paths: [] }, work =>
      work(),
    )
    assert.ok(comparison.comparison.differences.length > 4)
    const name = 'A segment with a name that takes several lines of its cell '
    const most = Array.from({ length: MAX_SEGMENTS }, (_, index) => ({
      name: `${name.slice(0, MAX_SEGMENT_NAME - 3)} ${index}`,
      conditions: 'depth:under:9',
    }))
    await store.settings.setSegments(crawl.websiteId, most)
    for (const paper of reportPapers) {
      const choices = { ...defaultReportChoices, paper }
      const segments = await reportSegments(store, { reading: store.reading, crawl, choices, comparison })
      const file = path.join(folder, `most-${paper}.html`)
      await writeFile(
        file,
        writeClientReport({ reading: store.reading, crawl, choices, segments, listFile: 'urls.csv', comparison }),
      )
      const [width, height] = paper === 'A4' ? [794, 1123] : [816, 1056]
      const print = async (page: Page) => {
        await page.emulateMedia({ media: 'print' })
        assert.equal(await page.locator('.sheet').count(), 10)
        assert.deepEqual(await overfullPages(page), [], paper)
        if (shots !== undefined) await page.screenshot({ path: path.join(shots, `most-${paper}.png`), fullPage: true })
      }
      await openReport({ width, height }, print, pathToFileURL(file).href)
    }
  })

  test('is printed on ten pages', async () => {
    const output = path.join(shots ?? folder, 'report.pdf')
    const html = async function* () {
      yield await readFile(path.join(folder, 'report.html'), 'utf8')
    }
    await printPdf({ html: html(), output, paper: 'A4', sandbox: testSandbox })
    const pdf = (await readFile(output)).toString('latin1')
    assert.ok(pdf.startsWith('%PDF-'))
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 10)
    assert.match(pdf, /\/Outlines /, 'bookmarks')
    assert.match(pdf, /\/StructTreeRoot /, 'tags')
  })

  test('logged nothing and requested only itself', () => assert.deepEqual(problems, []))
})
