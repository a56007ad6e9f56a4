import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import Papa from 'papaparse'
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible, assertFits, assertNoViolations, WIDTHS } from '../support/accessible.ts'
import { newWatchedVisitor, type ViewOptions } from '../support/browser-page.ts'
import { sharedDemo, USER_PASSWORD } from '../support/shared-demo.ts'
import { signInByApi } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

/** Taking results away in a real Chromium: windows, downloads, toasts, and keys for programs. */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
/** The first of two crawls: the whole site. The second one reads three pages. */
let wholeCrawlId = 0
const problems: string[] = []
/** One pixel. */
const SMALL_GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await openBrowser()
  page = await visitor.newPage()
  await page.goto(server.url)
  websiteId = await crawl(page, 500)
  wholeCrawlId = (await result(page)).crawlId
  await crawl(page, 3)
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

/** A browser of its own, whose script errors are findings. */
const openBrowser = (view: ViewOptions = {}) => newWatchedVisitor(browser, { ...view, problems })

async function crawl(from: Page, crawlLimit: number): Promise<number> {
  const text = await from.evaluate(
    async body => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/crawl', { method: 'POST', headers, body })).text()
    },
    JSON.stringify({ url: site.url, crawlLimit }),
  )
  const started: { websiteId: number } = JSON.parse(text)
  await until(async () => (await result(from, started.websiteId)).status === 'complete')
  return started.websiteId
}

interface Result {
  crawlId: number
  status: string
  errorCount: number
  warningCount: number
  infoCount: number
  overview: { totalPages: number; errors: number; redirects: number; duplicates: number }
}

async function result(from: Page, id = websiteId, query = ''): Promise<Result> {
  return JSON.parse(
    await from.evaluate(url => fetch(url).then(response => response.text()), `/api/crawl/${id}${query}`),
  )
}

async function open(url: string): Promise<void> {
  await page.goto(server.url + url)
}

const dashboard = () => hrefTo('dashboard', websiteId, { crawl: wholeCrawlId })

async function waitForToast(on: Page, title: string, description: string): Promise<void> {
  // Not by its role: a dialog hides from screen readers what stands beside it, and the toast is announced elsewhere.
  await on.locator('li[data-state=open]').filter({ hasText: title }).filter({ hasText: description }).first().waitFor()
}

/** By keyboard: below a table whose rows are still being measured the button may move between the two halves of a click. */
async function choose(trigger: Locator, item: string): Promise<void> {
  await trigger.press('Enter')
  await trigger.page().getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true }).first()

/** The next window, and what it downloads. */
function savedInWindow(): Promise<{ popup: Page; download: Download }> {
  return new Promise(resolve =>
    visitor.once('page', popup => popup.once('download', download => resolve({ popup, download }))),
  )
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

function records(csv: string): Record<string, string>[] {
  assert.ok(csv.startsWith('\ufeff'), 'spreadsheet programs read the encoding')
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
  assert.deepEqual(errors, [])
  return data
}

/** The download that a menu of a table gives. */
async function exported(item: string, trigger = button(page, 'Export')): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(trigger, item)])
  await waitForToast(page, 'List Exported', 'exported as')
  return { name: download.suggestedFilename(), text: await textOf(download) }
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
      const counts = await result(page, websiteId, `?crawl=${wholeCrawlId}`)
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
  assert.equal(report.pages.length, (await result(page)).overview.totalPages)
  await popup.close()
  await page.unroute(`**/api/crawl/${websiteId}*`)
})

/** The rows beyond the window are drawn after those in it. */
const allRowsDrawn = () => page.locator('tbody[aria-busy]').waitFor({ state: 'detached' })

/** Message and URL of each issue on screen, in order. */
async function shownIssues(): Promise<string[][]> {
  await allRowsDrawn()
  return page
    .locator('main tbody tr[aria-rowindex]')
    .evaluateAll(rows =>
      rows.map(row => [
        row.querySelector('[data-issue-opener]')?.textContent ?? '',
        new URL(
          row.querySelector('a[href*="/page-insights/"]')?.getAttribute('href') ?? '',
          'http://x',
        ).searchParams.get('url') ?? '',
      ]),
    )
}

/** Loads batch after batch until all of the list is in the document. */
async function showAll(): Promise<void> {
  const more = page.getByRole('button', { name: /^Load more issues$/i })
  while ((await more.count()) > 0) await more.click({ timeout: 2_000 }).catch(() => {})
}

describe('an export of a table holds exactly its rows', () => {
  test('of issues under a filter and a search, as CSV and JSON', async () => {
    await open(hrefTo('errors', websiteId, { crawl: wholeCrawlId, severity: 'warning', search: 'title', size: '100' }))
    await page.locator('main tbody tr[aria-rowindex]').first().waitFor()
    const shown = await shownIssues()
    assert.ok(shown.length > 3 && shown.length < 50, `${shown.length} rows`)
    const csv = await exported('Export as CSV')
    assert.match(csv.name, /-issues-.*[.]csv$/)
    assert.deepEqual(
      records(csv.text).map(row => [row.Message, row.Page]),
      shown,
    )
    const json = await exported('Export as JSON')
    const list: { issues: { message: string; pageUrl: string }[] } = JSON.parse(json.text)
    assert.deepEqual(
      list.issues.map(issue => [issue.message, issue.pageUrl]),
      shown,
    )
  })

  test('of no issues cannot be requested', async () => {
    await open(hrefTo('errors', websiteId, { search: 'no issue says this' }))
    await page.getByText('No issue of this crawl matches the filters.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Export', exact: true }).isDisabled())
  })

  test('of a tab of the dashboard', async () => {
    await open(hrefTo('dashboard', websiteId, { crawl: wholeCrawlId, tab: 'redirects' }))
    const findings = page.getByLabel('Findings').first()
    await findings.locator('tbody tr[aria-rowindex]').first().waitFor()
    await showAll()
    const shown = await shownIssues()
    const csv = await exported('Export as CSV', findings.getByRole('button', { name: 'Export', exact: true }))
    const rows = records(csv.text)
    assert.deepEqual(
      rows.map(row => row.Message),
      shown.map(([message]) => message),
    )
  })

  test('of broken links in the order of the screen', async () => {
    await open(hrefTo('broken-links', websiteId, { crawl: wholeCrawlId }))
    await page.locator('main tbody tr[aria-rowindex]').first().waitFor()
    await allRowsDrawn()
    const shown = await page
      .locator('main tbody tr[aria-rowindex] [data-issue-opener]')
      .evaluateAll(all => all.map(each => each.textContent))
    const status = await page.getByText(/^Showing \d+ of \d+ issues$/).innerText()
    assert.equal(status, `Showing ${shown.length} of ${shown.length} issues`)
    const csv = await exported('Export as CSV')
    assert.deepEqual(
      records(csv.text).map(row => row.Message),
      shown,
    )
    const json: { filter: object; issues: { message: string }[] } = JSON.parse((await exported('Export as JSON')).text)
    assert.deepEqual(
      json.issues.map(({ message }) => message),
      shown,
    )
    assert.deepEqual(json.filter, { types: ['broken_link'], sort: 'importance' })
  })

  const pageViews: [string, Record<string, string>][] = [
    ['found by a search', { search: 'titles' }],
    ['of one depth, by structure score downwards', { depth: '3', sort: 'score', order: 'descending' }],
    ['that gave no response', { status: 'none' }],
    ['of one status, by time', { status: '3xx', sort: 'time' }],
  ]
  for (const [name, view] of pageViews)
    test(`of pages ${name}`, async () => {
      await open(hrefTo('pages-list', websiteId, { crawl: wholeCrawlId, ...view }))
      const shown: string[] = []
      const next = page.getByRole('button', { name: 'Next', exact: true })
      for (;;) {
        await page.locator('main tbody tr').first().waitFor()
        const links = page.locator('main tbody tr td:first-child a[href*="/page-insights/"]')
        shown.push(
          ...(await links.evaluateAll(all =>
            all.map(link => new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('url') ?? ''),
          )),
        )
        if ((await next.count()) === 0 || (await next.isDisabled())) break
        await next.click()
        await page.getByText(new RegExp(`^Showing ${shown.length + 1} to `)).waitFor()
      }
      assert.ok(shown.length > 0)
      const csv = await exported('Export as CSV')
      assert.match(csv.name, /-pages-.*[.]csv$/)
      assert.deepEqual(
        records(csv.text).map(row => row.URL),
        shown,
      )
      const json: { pages: { url: string }[] } = JSON.parse((await exported('Export as JSON')).text)
      assert.deepEqual(
        json.pages.map(({ url }) => url),
        shown,
      )
    })
})

describe('a website that is gone meanwhile', () => {
  test('is shown in toasts, and no window stays open', async () => {
    const other = await openBrowser()
    const left = await other.newPage()
    await left.goto(server.url)
    const id = await crawl(left, 3)
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

async function signIn(on: Page): Promise<void> {
  await signInByApi(on, { origin: server.url, username: 'user', password: USER_PASSWORD })
  await on.goto(`${server.url}/settings`)
  await on.getByTitle('Logout', { exact: true }).waitFor()
}

async function openKeys(on: Page): Promise<void> {
  await on.getByRole('banner').getByRole('button', { name: 'user', exact: true }).click()
  await on.getByRole('dialog').getByRole('button', { name: 'API keys' }).click()
  await on.getByRole('dialog', { name: 'API keys' }).waitFor()
}

test('a key made in the dialog opens the API to a program until it is revoked', async () => {
  const own = await (await openBrowser()).newPage()
  await signIn(own)
  await openKeys(own)
  const dialog = own.getByRole('dialog')
  await dialog.getByText('You have no API key.').waitFor()
  const docs = dialog.getByRole('link', { name: 'API documentation' })
  assert.equal(await docs.getAttribute('href'), '/api/docs')
  await dialog.getByRole('button', { name: 'Add API key' }).click()
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByText('Enter a name for the key').waitFor()
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Nightly build')
  assert.match(
    await own.locator(`[id="${(await name.getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`).innerText(),
    /What it is for/,
  )
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByText(/it will not be shown again/).waitFor()
  const key = await dialog.locator('code').first().innerText()
  assert.match(key, /^snd_[A-Za-z0-9_-]{43}$/)

  const send = () => fetch(`${server.url}/api/websites`, { headers: { authorization: `Bearer ${key}` } })
  const response = await send()
  assert.equal(response.status, 200)
  const ofAccount = await own.context().request.get(`${server.url}/api/websites`)
  assert.deepEqual(await response.json(), await ofAccount.json())
  const started = await fetch(`${server.url}/api/crawl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url, crawlLimit: 1 }),
  })
  assert.equal(started.status, 403, 'it may read alone')

  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: 'Nightly build' })
  // The list is requested anew when it comes back.
  await row.getByText('Last used seconds ago').waitFor()
  assert.match(await row.innerText(), /Read\s+Created .+ · Last used seconds ago · Expires /)
  assert.equal((await own.content()).includes(key), false, 'the key is gone from the page')
  await row.getByRole('button', { name: 'Revoke Nightly build' }).click()
  await row.getByRole('button', { name: 'Keep it' }).click()
  assert.equal(await own.locator(':focus').innerText(), 'Revoke')
  await row.getByRole('button', { name: 'Revoke Nightly build' }).click()
  await row.getByRole('button', { name: 'Revoke key' }).click()
  await waitForToast(own, 'API key revoked', 'Nightly build')
  await dialog.getByText('You have no API key.').waitFor()
  assert.equal((await send()).status, 401)
  await own.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await own.locator('header :focus').innerText(), 'user')
  await own.context().close()
})

test('axe finds nothing in menus and dialogs in either theme, and nothing is wider than a phone', async () => {
  const context = await openBrowser()
  await context.addCookies(await visitor.cookies())
  const looked = await context.newPage()
  const look = async (what: string) => {
    await assertAccessible(looked, what)
    if (shots !== undefined) await looked.screenshot({ path: path.join(shots, `${what}.png`) })
  }
  // Of the small crawl: the screens are checked on their own.
  for (const screen of ['dashboard', 'errors', 'pages-list'] as const) {
    await looked.goto(server.url + hrefTo(screen, websiteId))
    await looked.locator('main tbody tr').first().waitFor()
    const trigger = button(looked, screen === 'dashboard' ? 'Export Full Report' : 'Export')
    const menu = looked.getByRole('menu')
    await trigger.click()
    await menu.waitFor()
    await assertFits(looked, `${screen}-menu`)
    await assertNoViolations(looked, `${screen}-menu`)
    // A menu that is open keeps its place when the window changes: it is opened anew.
    await looked.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await looked.setViewportSize({ width: WIDTHS[0], height: 900 })
    await trigger.click()
    await menu.waitFor()
    await assertFits(looked, `${screen}-menu, ${WIDTHS[0]} px wide`)
    await looked.setViewportSize({ width: WIDTHS[1], height: 900 })
  }
  await context.clearCookies()
  await signIn(looked)
  await openKeys(looked)
  const dialog = looked.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add API key' }).click()
  await look('key-form')
  await dialog.getByLabel('Name', { exact: true }).fill('Weekly report for the client')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByText(/it will not be shown again/).waitFor()
  await look('key-made')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: /^Revoke Weekly/ }).click()
  await look('key-list')
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await dialog.getByText('You have no API key.').waitFor()
  await context.close()
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
