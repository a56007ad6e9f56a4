import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Download, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { crawlToEnd } from '../support/crawl-by-page.ts'
import {
  button,
  choose,
  type ExportingVisitor,
  records,
  startExportingVisitor,
  textOf,
  waitForToast,
} from '../support/exporting-visitor.ts'

/**
 * Taking the results of a crawl away in a real Chromium, from the dashboard: the menu, windows, downloads and toasts of reports and
 * sitemaps. list-exports.long.test.ts has single lists, and keys for programs.
 */

let site: DemoSite
let server: RunningServer
let visitor: BrowserContext
let page: Page
let websiteId = 0
let wholeCrawlId = 0
let problems: string[] = []
let open: ExportingVisitor['open']
let result: ExportingVisitor['result']
let openBrowser: ExportingVisitor['openBrowser']
/** One pixel. */
const SMALL_GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='

before(async () => {
  const started = await startExportingVisitor()
  ;({ site, server, visitor, page, websiteId, wholeCrawlId, problems } = started)
  ;({ open, result, openBrowser } = started)
})

const dashboard = () => hrefTo('dashboard', websiteId, { crawl: wholeCrawlId })

/** The next window, and what it downloads. */
function savedInWindow(): Promise<{ popup: Page; download: Download }> {
  return new Promise(resolve =>
    visitor.once('page', popup => popup.once('download', download => resolve({ popup, download }))),
  )
}

describe('the menu', () => {
  const items = ['Export as CSV', 'Export as JSON', 'Client report']

  test('opens with the keyboard, moves by arrows, and gives the focus back', async () => {
    await open(dashboard())
    const trigger = page.getByRole('button', { name: 'Export Full Report' })
    await trigger.focus()
    assert.equal(await trigger.getAttribute('aria-haspopup'), 'menu')
    assert.equal(await trigger.getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('menu')
    await menu.waitFor()
    assert.equal(await trigger.getAttribute('aria-expanded'), 'true')
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), items)
    const focused = () => page.locator(':focus').innerText()
    const path = [await focused()]
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'End', 'Home']) {
      await page.keyboard.press(key)
      path.push(await focused())
    }
    assert.deepEqual(
      path,
      [0, 1, 0, 2, 0, 2, 0].map(index => items[index]),
    )
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.equal(await focused(), 'Export Full Report')
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await page.keyboard.press('Tab')
    await menu.waitFor({ state: 'detached' })
    assert.equal(await focused(), 'Schedule Monitoring')
  })

  test('closes by a second click on its button, and by a click elsewhere', async () => {
    const trigger = page.getByRole('button', { name: 'Export Full Report' })
    const menu = page.getByRole('menu')
    await trigger.click()
    await menu.waitFor()
    await trigger.click()
    await menu.waitFor({ state: 'detached' })
    await trigger.click()
    await menu.waitFor()
    await page.getByRole('heading', { name: 'Dashboard' }).click()
    await menu.waitFor({ state: 'detached' })
  })
})

describe('Quick Actions', () => {
  before(() => open(dashboard()))

  test('the sitemap of the crawl chosen opens as XML in a new window', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Generate XML Sitemap' }).click(),
    ])
    // The toast may be gone by the time that the window has loaded.
    await Promise.all([
      waitForToast(page, 'Sitemap Generated', 'XML sitemap has been generated successfully'),
      popup.waitForURL(`${server.url}/api/sitemap/${websiteId}?crawl=${wholeCrawlId}`),
    ])
    assert.equal(await popup.evaluate('document.contentType'), 'application/xml')
    assert.equal(await popup.evaluate('window.opener'), null)
    const count = await popup.evaluate<number>('document.getElementsByTagName("loc").length')
    assert.ok(count > 20, `${count} URLs`)
    await popup.close()
  })

  for (const [format, of] of [
    ['CSV', (text: string) => records(text).length],
    ['JSON', (text: string) => (JSON.parse(text) as { issues: unknown[] }).issues.length],
  ] as const)
    test(`the report as ${format} opens in a new window, which saves it`, async () => {
      const counts = await result(`?crawl=${wholeCrawlId}`)
      const saved = savedInWindow()
      const responded = visitor.waitForEvent(
        'response',
        response => response.url().includes('/api/export-csv/') && response.request().method() === 'GET',
      )
      await choose(button(page, 'Export Full Report'), `Export as ${format}`)
      const { popup, download } = await saved
      const response = await responded
      assert.equal(response.status(), 200)
      assert.match(response.url(), new RegExp(`/api/export-csv/${websiteId}[?]format=${format.toLowerCase()}`))
      assert.match(response.headers()['content-type'] ?? '', format === 'CSV' ? /^text\/csv/ : /^application\/json/)
      const part = format === 'CSV' ? 'issues' : 'report'
      assert.match(
        download.suggestedFilename(),
        new RegExp(`^sitesounder-[a-z0-9.-]+-${part}-\\d{4}-\\d\\d-\\d\\d[.]${format.toLowerCase()}$`),
      )
      assert.equal(of(await textOf(download)), counts.errorCount + counts.warningCount + counts.infoCount)
      await waitForToast(page, 'Report Exported', `SEO report has been exported as ${format}`)
      await popup.close()
    })

  test('the client report has the names, logo and sections that are chosen, which the browser keeps', async () => {
    await choose(button(page, 'Export Full Report'), 'Client report')
    const dialog = page.getByRole('dialog', { name: 'Client report' })
    await dialog.getByLabel('Your name or company').fill('Northlight Studio')
    await dialog.getByLabel('Client', { exact: true }).fill('Example Foundation')
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
    await dialog.getByLabel('Logo', { exact: true }).setInputFiles(svg)
    await dialog.getByRole('alert').getByText('A logo is a PNG, JPEG, GIF or WebP image.').waitFor()
    const gif = { name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from(SMALL_GIF, 'base64') }
    await dialog.getByLabel('Logo', { exact: true }).setInputFiles(gif)
    await dialog.getByRole('img', { name: 'Chosen logo' }).waitFor()
    await dialog.getByLabel('Method and score').uncheck()
    await assertAccessible(page, 'the dialog of the client report')
    const [html] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download HTML' }).click(),
    ])
    assert.match(html.suggestedFilename(), /^sitesounder-[a-z0-9.-]+-report-\d{4}-\d\d-\d\d[.]html$/)
    const text = await textOf(html)
    for (const words of [
      '<b>Northlight Studio</b>',
      'Prepared for Example Foundation',
      `image/gif;base64,${SMALL_GIF}`,
    ])
      assert.ok(text.includes(words), words)
    assert.ok(text.includes('id="summary"') && !text.includes('id="method"'))
    await waitForToast(page, 'Report Exported', 'SEO report has been exported as HTML')
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'URL lists (CSV)' }).click(),
    ])
    assert.ok(text.includes(`Full URL lists: <bdi>${list.suggestedFilename()}</bdi>`), 'the list that the cover names')
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    assert.match(pdf.suggestedFilename(), /^sitesounder-[a-z0-9.-]+-report-\d{4}-\d\d-\d\d[.]pdf$/)
    assert.match(await textOf(pdf), /^%PDF-/)
    await waitForToast(page, 'Report Exported', 'SEO report has been exported as PDF')
    await page.reload()
    await choose(button(page, 'Export Full Report'), 'Client report')
    assert.equal(await dialog.getByLabel('Client', { exact: true }).inputValue(), 'Example Foundation')
    assert.equal(await dialog.getByLabel('Method and score').isChecked(), false)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a blocked window is reported as such', async () => {
    await page.evaluate('window.open = () => null')
    await page.getByRole('button', { name: 'Generate XML Sitemap' }).click()
    await waitForToast(page, 'Pop-up blocked', 'Allow pop-ups for this site and try again.')
  })

  test('without a website each action says what is missing', async () => {
    const stranger = await (await openBrowser()).newPage()
    await stranger.goto(`${server.url}/dashboard`)
    await stranger.getByRole('button', { name: 'Generate XML Sitemap' }).click()
    await waitForToast(stranger, 'Error', 'No website selected')
    for (const item of ['Export as CSV', 'Client report']) {
      await stranger.getByRole('button', { name: 'Dismiss notification' }).click()
      await choose(button(stranger, 'Export Full Report'), item)
      await waitForToast(stranger, 'Error', 'No website selected')
    }
    assert.equal(stranger.context().pages().length, 1)
    await stranger.context().close()
  })
})

test('the summary exports the crawl, and says so while there is none to export', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/api/crawl/${websiteId}*`, async route => {
    await held
    await route.continue()
  })
  await page.evaluate('sessionStorage.clear()')
  await page.addInitScript(`sessionStorage.removeItem('query-cache')`)
  await open(hrefTo('dashboard', websiteId))
  const summary = page.locator('main').getByRole('button', { name: 'Export', exact: true }).first()
  await summary.click()
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  await waitForToast(page, 'Export Failed', 'No website data to export')
  release()
  await page.getByLabel('How the crawl ended').waitFor()
  const saved = savedInWindow()
  await summary.click()
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const { popup, download } = await saved
  const report: { pages: unknown[] } = JSON.parse(await textOf(download))
  assert.equal(report.pages.length, (await result()).overview.totalPages)
  await popup.close()
  await page.unroute(`**/api/crawl/${websiteId}*`)
})

describe('a website that is gone meanwhile', () => {
  test('is shown in toasts, and no window stays open', async () => {
    const other = await openBrowser()
    const left = await other.newPage()
    const { websiteId: id } = await crawlToEnd(other, { origin: server.url, url: site.url, limit: 3 })
    const list = await other.newPage()
    await list.goto(server.url + hrefTo('errors', id))
    await list.locator('main tbody tr[aria-rowindex]').first().waitFor()
    await left.goto(server.url + hrefTo('dashboard', id))
    await left.getByLabel('How the crawl ended').waitFor()
    await left.evaluate(url => fetch(url, { method: 'POST' }), `/api/crawl/${id}/clear`)
    await left.getByRole('button', { name: 'Generate XML Sitemap' }).click()
    await waitForToast(left, 'Error', 'Failed to generate sitemap')
    await left.getByRole('button', { name: 'Dismiss notification' }).click()
    await choose(button(left, 'Export Full Report'), 'Export as CSV')
    await waitForToast(left, 'Error', 'Failed to export report')
    await left.getByRole('button', { name: 'Dismiss notification' }).click()
    await choose(button(left, 'Export Full Report'), 'Client report')
    await left.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
    await waitForToast(left, 'Error', 'Failed to export report')
    await choose(button(list, 'Export'), 'Export as CSV')
    await waitForToast(list, 'Error', 'Failed to export the list')
    assert.equal(other.pages().length, 2)
    await other.close()
  })
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
