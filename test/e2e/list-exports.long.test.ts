import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible, assertFits, assertNoViolations, WIDTHS } from '../support/accessible.ts'
import {
  button,
  choose,
  type ExportingVisitor,
  records,
  startExportingVisitor,
  textOf,
  waitForToast,
} from '../support/exporting-visitor.ts'
import { USER_PASSWORD } from '../support/shared-demo.ts'
import { signInByApi } from '../support/sign-in.ts'

/**
 * Taking lists away in a real Chromium: an export of a table holds what is on screen, and a key gives a program the same.
 * exports.long.test.ts has reports and sitemaps.
 */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let site: DemoSite
let server: RunningServer
let visitor: BrowserContext
let page: Page
let websiteId = 0
let wholeCrawlId = 0
let problems: string[] = []
let open: ExportingVisitor['open']
let openBrowser: ExportingVisitor['openBrowser']

before(async () => {
  const started = await startExportingVisitor()
  ;({ site, server, visitor, page, websiteId, wholeCrawlId, problems } = started)
  ;({ open, openBrowser } = started)
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

/** The download that a menu of a table gives. */
async function exported(item: string, trigger = button(page, 'Export')): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(trigger, item)])
  await waitForToast(page, 'List Exported', 'exported as')
  return { name: download.suggestedFilename(), text: await textOf(download) }
}

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
