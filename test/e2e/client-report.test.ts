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
import { testSandbox } from '../support/settings.ts'
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
      const overfull = await page
        .locator('.sheet')
        .evaluateAll(sheets => sheets.filter(each => each.scrollHeight > each.clientHeight).map(each => each.id))
      assert.deepEqual(overfull, [])
      if (shots !== undefined) await page.screenshot({ path: path.join(shots, 'print.png'), fullPage: true })
    }))

  test('is printed on ten pages', async () => {
    const output = path.join(shots ?? folder, 'report.pdf')
    const html = async function* () {
      yield await readFile(path.join(folder, 'report.html'), 'utf8')
    }
    await printPdf({ html: html(), output, paper: 'A4', deadlineMs: 60_000, sandbox: testSandbox })
    const pdf = (await readFile(output)).toString('latin1')
    assert.ok(pdf.startsWith('%PDF-'))
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 10)
    assert.match(pdf, /\/Outlines /, 'bookmarks')
    assert.match(pdf, /\/StructTreeRoot /, 'tags')
  })

  test('logged nothing and requested only itself', () => assert.deepEqual(problems, []))
})
