import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { assertAccessible, assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { crawlToEnd } from '../support/crawl-by-page.ts'
import { type FixableSite, pageNamed, startFixableSite } from '../support/fixable-site.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'

/** The screen "Changes" in a real Chromium, of a site that changed between two crawls. */

let demo: SharedDemo
let server: RunningServer
let site: FixableSite
let visitor: BrowserContext
let page: Page
let path = ''
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })
const issues = () => page.getByRole('table', { name: 'Issues that changed' })
const pages = () => page.getByRole('table', { name: 'Pages that changed' })
const number = (group: 'Issues' | 'Pages', name: RegExp) =>
  page.getByRole('navigation', { name: group, exact: true }).getByRole('link', { name })

/** A new tab with a response in place of the server's. */
async function openWith(response: { comparison: null } | number): Promise<Page> {
  const tab = await visitor.newPage()
  await tab.route('**/api/comparison/**', route =>
    typeof response === 'number' ? route.fulfill({ status: response, body: 'No.' }) : route.fulfill({ json: response }),
  )
  await tab.goto(server.url + path)
  return tab
}

before(async () => {
  demo = await sharedDemo()
  server = demo.server
  site = await startFixableSite()
  visitor = await newVisitor(demo.browser)
  const crawl = (limit: number) => crawlToEnd(visitor, { origin: server.url, url: `${site.origin}/`, limit })
  await crawl(100)
  site.pages.set('/untitled', pageNamed('A title'))
  site.pages.set('/linking', pageNamed('Linking', '<p>Another word.</p><p><a href="/two-clicks">The page</a></p>'))
  site.pages.set('/twin-1', pageNamed(''))
  site.pages.delete('/twin-3')
  const { websiteId } = await crawl(90)
  path = `/changes/${websiteId}`
  page = watch(await visitor.newPage())
})
after(async () => {
  await visitor.close()
  await site[Symbol.asyncDispose]()
})

describe('/changes', () => {
  test('says first in what the crawls differ, then lists new issues', async () => {
    await page.goto(server.url + path)
    assert.equal(await page.locator('main h1').innerText(), 'Changes')
    const differences = page.getByRole('table', { name: 'Settings and limits that differ between the crawls' })
    await differences.getByRole('row', { name: 'Page limit 100 90' }).waitFor()
    await issues()
      .getByRole('row', { name: /\/twin-1/ })
      .first()
      .waitFor()
    assert.equal(await number('Issues', /^New/).getAttribute('aria-current'), 'true')
  })

  test('lists as many rows as its numbers say', async () => {
    await number('Issues', /^Fixed/).click()
    await issues().getByRole('link', { name: /title/i }).first().waitFor()
    assert.match(page.url(), /list=fixed/)
    await number('Pages', /^Removed/).click()
    await pages().getByText('/twin-3').waitFor()
    assert.equal((await pages().getByRole('row').count()) - 1, 1)
    assert.match(await number('Pages', /^Removed/).innerText(), /1$/)
  })

  test('shows what changed on a page, before and after, and its text word by word', async () => {
    await number('Pages', /^Changed/).click()
    await page.getByRole('combobox', { name: 'What changed' }).selectOption('title')
    const untitled = pages().getByRole('row').filter({ hasText: '/untitled' })
    await untitled.getByText('A title', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'What changed' }).selectOption('text')
    await pages()
      .getByRole('row')
      .filter({ hasText: '/linking' })
      .getByRole('button', { name: 'Show text changes' })
      .click()
    const panel = page.getByRole('dialog', { name: 'Changes of the main text' })
    await panel.locator('ins', { hasText: 'Another' }).waitFor()
    await assertAccessible(page, 'the changes of a text')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('is used by keyboard', async () => {
    await page.goto(server.url + path)
    await number('Issues', /^Fixed/).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/list=fixed/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/list=unchanged/)
  })

  test('compares with a chosen crawl, and exports', async () => {
    await page.goto(server.url + path)
    const choice = page.getByRole('combobox', { name: 'Earlier crawl' })
    const [first] = await choice
      .locator('option')
      .evaluateAll(options =>
        options.flatMap(option => ('value' in option && option.value !== '' ? [String(option.value)] : [])),
      )
    assert.ok(first)
    await choice.selectOption(first)
    await page.waitForURL(/with=\d+/)
    await issues().waitFor()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Pages as CSV' }).click(),
    ])
    assert.match(download.suggestedFilename(), /changed-pages.*\.csv$/)
  })

  test('says so where there is nothing to compare with, and where the request fails', async () => {
    const none = await openWith({ comparison: null })
    await none.getByText('Changes appear after the next crawl.').waitFor()
    await none.close()
    const tab = await openWith(500)
    await tab.getByText('Failed to compare the crawls').waitFor()
    await tab.unroute('**/api/comparison/**')
    await tab.getByRole('button', { name: 'Try Again' }).click()
    await tab.getByRole('table', { name: 'Issues that changed' }).waitFor()
    await tab.close()
  })

  test('has the trend of the kept crawls, with a mark where settings changed', async () => {
    await page.goto(server.url + path)
    const table = page.getByRole('table', { name: 'Figures of the kept crawls' })
    await table.getByRole('row').filter({ hasText: 'Page limit' }).waitFor()
    assert.equal((await table.getByRole('row').count()) - 1, 2)
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('errors')
    await page.getByRole('group', { name: /^Errors of the last 2 crawls: \d+, \d+$/ }).waitFor()
  })

  test('axe finds nothing, nothing is wider than the screen, and nothing jumps', async () => {
    const view = await newVisitor(demo.browser)
    await view.addCookies(await visitor.cookies())
    const screens = [{ url: server.url + path }, { url: `${server.url}${path}?list=pages-changed` }]
    await assertScreensAccessible(watch(await view.newPage()), { screens, maxShift: 0.01 })
    await view.close()
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
