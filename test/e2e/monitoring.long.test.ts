import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newWatchedVisitor } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { signInByApi } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

/** "Schedule Monitoring" of a signed-in user, in a real Chromium: a schedule, a channel, and alerts. */

const ADMIN_PASSWORD = 'harbour-lantern-41-oak'
const PHONE_PX = 360

let site: DemoSite
let server: RunningServer
let browser: Browser
let page: Page
const problems: string[] = []

before(async () => {
  site = await startDemoSite()
  server = await startTestServer({ flags: { 'admin-password': ADMIN_PASSWORD } })
  browser = await launchBrowser()
  page = await (await newWatchedVisitor(browser, { problems })).newPage()
  await signInByApi(page, { origin: server.url, username: 'admin', password: ADMIN_PASSWORD })
  const response = await page.request.post(`${server.url}/api/crawl`, { data: { url: site.url, crawlLimit: 3 } })
  const { websiteId } = endpoints.startCrawl.response.parse(await response.json())
  await until(async () => {
    const result = await page.request.get(`${server.url}/api/crawl/${websiteId}`)
    return endpoints.crawlResult.response.parse(await result.json()).status === 'complete'
  })
  await page.goto(server.url + hrefTo('dashboard', websiteId))
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const dialog = () => page.getByRole('dialog')

/** An overlay that scrolls would hide that the window is wider than the screen. */
async function assertFitsPhone(): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ ...size, width: PHONE_PX })
  const box = await dialog().boundingBox()
  assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE_PX, JSON.stringify(box))
  await page.setViewportSize(size)
}

describe('Schedule Monitoring', () => {
  test('sets, pauses and deletes a schedule, by the keyboard as well', async () => {
    await page.getByRole('button', { name: 'Schedule Monitoring' }).click()
    await dialog().getByLabel('How often').selectOption('cron')
    await dialog().getByLabel('Cron expression').fill('* * * * *')
    await page.keyboard.press('Enter')
    await dialog().getByText('Two crawls of a schedule must be at least 60 minutes apart.').waitFor()
    await dialog().getByLabel('How often').selectOption('monthly')
    await dialog().getByLabel('Day of the month').selectOption('15')
    await dialog().getByLabel('Time zone').fill('Europe/Berlin')
    await assertAccessible(page, 'the form of a schedule')
    await page.keyboard.press('Enter')
    await dialog()
      .getByText(/^Next crawl: /)
      .waitFor()
    await dialog().getByRole('button', { name: 'Pause' }).click()
    await dialog().getByText('No crawl is planned.').waitFor()
    await assertAccessible(page, 'a paused schedule')
    await assertFitsPhone()
    await dialog().getByRole('button', { name: 'Resume' }).click()
    await dialog()
      .getByText(/^Next crawl: /)
      .waitFor()
    await dialog().getByRole('button', { name: 'Delete schedule' }).click()
    await dialog().getByRole('button', { name: 'Schedule crawls' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('checks URLs between crawls', async () => {
    await page.getByRole('button', { name: 'Schedule Monitoring' }).click()
    await dialog().getByRole('tab', { name: 'Schedule' }).press('ArrowRight')
    await dialog().getByLabel('URLs').fill('https://elsewhere.test/')
    await dialog().getByRole('button', { name: 'Save checks' }).click()
    await dialog().getByText('https://elsewhere.test/ is not on the host of the website').waitFor()
    await dialog().getByLabel('URLs').fill('/')
    await dialog().getByRole('button', { name: 'Save checks' }).click()
    await dialog()
      .getByText(/^Next check: /)
      .waitFor()
    await assertAccessible(page, 'the checks between crawls')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('adds a webhook, tests it, and sends it alerts', async () => {
    await using receiver = await serveHttp((_, response) => response.end('Thanks'))
    await page.getByRole('button', { name: 'Schedule Monitoring' }).click()
    await dialog().getByRole('tab', { name: 'Channels' }).click()
    await dialog().getByLabel('Name').fill('Team')
    await dialog().getByLabel('URL of the webhook').fill(receiver.origin)
    await page.keyboard.press('Enter')
    await dialog().getByRole('heading', { name: 'Secret of Team' }).waitFor()
    await assertAccessible(page, 'the secret of a webhook')
    await dialog().getByRole('button', { name: 'Done' }).click()
    await dialog().getByRole('button', { name: 'Send a test' }).click()
    await dialog().getByRole('button', { name: 'Messages' }).click()
    await dialog().getByText('This is a test: no website got worse').waitFor()
    await assertAccessible(page, 'the messages of a channel')
    await dialog().getByRole('tab', { name: 'Alerts' }).click()
    await dialog()
      .getByLabel(/^Team: 127\.0\.0\.1/)
      .check()
    await dialog().getByLabel('Quiet hours').check()
    await assertAccessible(page, 'the form of alerts')
    await dialog().getByRole('button', { name: 'Save alerts' }).click()
    await page.getByText('They apply from the next crawl on.').first().waitFor()
    assert.deepEqual(problems, [])
  })
})
