import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { printPdf } from '#runtime/print-pdf.ts'
import { type CrawlResultResponse, crawlResultSchema } from '#shared/api/crawls.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor, type ViewOptions } from '../support/browser-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'

/** The report of the demo site's crawl as a client opens it: a file, in a browser without a network. */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let browser: Browser
let folder: string
let url: string
let overview: CrawlResultResponse
const problems: string[] = []

before(async () => {
  const { server, websiteId, newOwner, ...shared } = await sharedDemo()
  browser = shared.browser
  const owner = await newOwner()
  const read = async (path: string) => (await owner.request.get(server.url + path)).text()
  folder = await mkdtemp(path.join(tmpdir(), 'client-report-e2e-'))
  const file = path.join(folder, 'report.html')
  await writeFile(file, await read(`/api/report/${websiteId}?format=html`))
  url = pathToFileURL(file).href
  overview = crawlResultSchema.parse(JSON.parse(await read(`/api/crawl/${websiteId}`)))
  await owner.close()
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

after(async () => {
  await rm(folder, { recursive: true })
})

async function openReport(
  view: ViewOptions,
  use: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<void>,
) {
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

describe('a client report', () => {
  test('says the numbers that the dashboard says', () =>
    openReport({}, async page => {
      const figures = await page
        .locator('.figures > div')
        .evaluateAll(all => all.map(each => [...each.children].map(child => child.textContent)))
      assert.deepEqual(Object.fromEntries(figures), {
        'Health score': String(overview.health?.score),
        'Total pages': String(overview.overview.totalPages),
        'Indexable pages': String(overview.indexabilityCounts.indexable),
        Errors: String(overview.errorCount),
        Warnings: String(overview.warningCount),
        Infos: String(overview.infoCount),
        Redirects: String(overview.overview.redirects),
        Duplicates: String(overview.overview.duplicates),
        Passed: String(overview.passedCount),
      })
      const { brokenLinks, metaIssues, redirects, duplicates, other } = overview.issueDistribution
      const cells = page.locator('.distribution tbody td:nth-child(2)')
      assert.deepEqual(await cells.allInnerTexts(), [brokenLinks, metaIssues, redirects, duplicates, other].map(String))
      assert.equal(await page.locator('#broken-links tbody tr').count(), brokenLinks)
      assert.equal(await page.locator('#redirects tbody tr').count(), overview.statusCounts['3xx'])
      assert.equal(await page.locator('#pages tbody tr').count(), overview.overview.totalPages)
      const issueCount = overview.errorCount + overview.warningCount + overview.infoCount
      assert.equal(await page.locator('.issues > li').count(), issueCount)
      assert.ok((await page.locator('.cover').innerText()).includes(overview.endSentence))
    }))

  test('leads from its summary to each finding', () =>
    openReport({}, async page => {
      const links = page.locator('#summary a[href^="#check-"]')
      const targets = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
      assert.ok(targets.length > 50)
      for (const target of targets) assert.equal(await page.locator(`[id="${target.slice(1)}"]`).count(), 1, target)
    }))

  test('is clean for axe in either theme and no wider than a phone', () =>
    openReport({}, async page => {
      await assertAccessible(page, 'the report')
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, 'report.png') })
    }))

  test('is light on paper, with a new page for each part and the URLs of its sources', () =>
    openReport({ theme: 'dark', width: 688, height: 972 }, async page => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const looks = await page.evaluate<Record<string, string>>(`({
        ink: getComputedStyle(document.body).color,
        scheme: getComputedStyle(document.documentElement).colorScheme,
        part: getComputedStyle(document.querySelector('#findings')).breakBefore,
        heading: getComputedStyle(document.querySelector('#pages thead')).display,
        source: getComputedStyle(document.querySelector('.source'), '::after').content,
      })`)
      assert.match(looks.ink ?? '', /oklch\(0\.235/)
      assert.equal(looks.scheme, 'light')
      assert.equal(looks.part, 'page')
      assert.equal(looks.heading, 'table-header-group')
      assert.match(looks.source ?? '', /https:\/\//)
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, 'print.png'), fullPage: true })
    }))

  test('is printed on several pages', async () => {
    const output = path.join(shots ?? folder, 'report.pdf')
    const html = async function* () {
      yield await readFile(path.join(folder, 'report.html'), 'utf8')
    }
    await printPdf({ html: html(), output, paper: 'A4', deadlineMs: 60_000 })
    const pdf = (await readFile(output)).toString('latin1')
    assert.ok(pdf.startsWith('%PDF-'))
    assert.ok((pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0) > 5)
  })

  test('logged nothing and requested only itself', () => assert.deepEqual(problems, []))
})
