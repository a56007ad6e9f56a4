import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { endpoints } from '#shared/api/endpoints.ts'
import { assertAccessible, assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { sharedDemo, USER_PASSWORD } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** Files of visits in a real Chromium, of a user's crawl of some pages of the demo site. */

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
let origin = ''
let site = ''
let browser: Browser
let page: Page
let websiteId = 0
const problems: string[] = []

const line = (target: string, { agent = 'Mozilla/5.0 Firefox/140.0', status = 200, address = '192.0.2.1' } = {}) =>
  `${address} - - [10/Oct/2026:13:55:36 +0000] "GET ${target} HTTP/1.1" ${status} 5 "-" "${agent}"\n`
const bot = { agent: GOOGLEBOT, address: '66.249.66.1' }
const LOG = [
  line('/'),
  line('/secret-<b>page</b>'),
  line('/breads/', bot),
  line('/old', { ...bot, status: 301 }),
  line('/gone', { ...bot, status: 404 }),
  line('/breads/', { ...bot, address: '203.0.113.5' }),
].join('')

async function post(path: string, body: unknown): Promise<string> {
  return await page.evaluate(
    ([url, sent]) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent }).then(response =>
        response.text(),
      ),
    [origin + path, JSON.stringify(body)] as const,
  )
}

const add = (name: string, text: string) =>
  page.getByLabel('Files to add').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const table = () => page.getByRole('table', { name: 'URLs with their visits' })
const rowCount = async () => (await table().getByRole('row').count()) - 1

before(async () => {
  const demo = await sharedDemo()
  origin = demo.server.url
  site = demo.site.url
  browser = demo.browser
  const visitor = await newVisitor(browser)
  page = watchPage(await visitor.newPage(), { origin: () => origin, problems })
  await page.goto(origin)
  await post('/api/login', { username: 'user', password: USER_PASSWORD })
  const started = await post('/api/crawl', { url: site, crawlLimit: 10, startPages: ['/titles/'] })
  websiteId = endpoints.startCrawl.response.parse(JSON.parse(started)).websiteId
  const isComplete = async () => {
    const url = `${origin}/api/crawl/${websiteId}`
    const text = await page.evaluate(from => fetch(from).then(response => response.text()), url)
    return JSON.parse(text).status === 'complete'
  }
  await until(isComplete)
})

describe('/visits', () => {
  test('has nothing before a file is added, and says what cannot be read', async () => {
    await page.goto(`${origin}/visits/${websiteId}`)
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    assert.equal(await table().count(), 0)
    await add('picture.png', 'no log at all')
    await page.getByRole('alert').filter({ hasText: 'No line of the file could be read.' }).waitFor()
    await assertAccessible(page, 'a refused file')
  })

  test('shows who requested what, joined to the crawl', async () => {
    await add('access.log', LOG)
    await page.getByText('Access log, 6 of 6 lines counted').waitFor()
    const bots = page.getByRole('table', { name: 'Requests by bot' })
    await bots
      .getByRole('row')
      .filter({ hasText: 'Googlebot' })
      .getByText(/^75.%.verified$|^75% verified$/)
      .waitFor()
    await page.getByRole('button', { name: /^Visited, without a link/ }).click()
    await until(async () => (await rowCount()) === 1)
    await table().getByText('Not in the crawl').waitFor()
    assert.match(page.url(), /list=unlinked/)
    await page.getByRole('button', { name: /^Crawl waste/ }).click()
    await until(async () => (await rowCount()) === 2)
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('redirect')
    await until(async () => (await rowCount()) === 1)
    await page.getByPlaceholder('Search URLs...').fill('nothing')
    await page.getByRole('button', { name: 'Show all URLs' }).click()
    await until(async () => (await rowCount()) === 5)
  })

  test('joins an export of Search Console, in All Pages and beside the checks', async () => {
    await add('Pages.csv', `Page,Clicks,Impressions,CTR,Position\n${site}titles/,41,900,4.6%,3.2\n`)
    await page.getByText('Search Console, 1 of 2 lines counted').waitFor()
    await page.getByRole('columnheader', { name: 'Clicks' }).getByRole('button').click()
    await page.goto(`${origin}/pages-list/${websiteId}?columns=url,clicks&sort=clicks&order=descending`)
    await page.getByRole('row').filter({ hasText: '/titles/' }).getByText('41').waitFor()
    await page.goto(`${origin}/issues-by-check/${websiteId}`)
    await page.getByRole('columnheader', { name: 'Clicks' }).waitFor()
  })

  test('axe finds nothing, nothing is wider than the screen, and nothing jumps', async () => {
    const view = await newVisitor(browser)
    await view.addCookies(await page.context().cookies())
    const tab = watchPage(await view.newPage(), { origin: () => origin, problems })
    await assertScreensAccessible(tab, { screens: [{ url: `${origin}/visits/${websiteId}` }], maxShift: 0.01 })
    await view.close()
  })

  test('deletes a file once that is confirmed', async () => {
    await page.goto(`${origin}/visits/${websiteId}`)
    for (const name of ['Pages.csv', 'access.log']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' })
    }
    assert.equal(await table().count(), 0)
  })

  test('says so where the request fails, and where no one is signed in', async () => {
    const tab = await page.context().newPage()
    await tab.route('**/api/visits/**', route => route.fulfill({ status: 500, body: 'No.' }))
    await tab.goto(`${origin}/visits/${websiteId}`)
    await tab.getByText('Failed to fetch the visits').waitFor()
    await tab.close()
    const demo = await sharedDemo()
    const owner = await demo.newOwner()
    const own = await owner.newPage()
    await own.goto(`${origin}/visits/${demo.websiteId}`)
    await own.getByText('Log in to add access logs and exports').waitFor()
    await owner.close()
  })

  test('nothing went wrong on the way', () =>
    assert.deepEqual(
      problems.filter(problem => !/422/.test(problem)),
      [],
    ))
})
