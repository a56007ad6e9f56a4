import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { crawlStartedSchema } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor } from '../support/browser-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { type SlowSite, startSlowSite } from '../support/slow-site.ts'
import { until } from '../support/until.ts'

/** A visitor lets a crawl rest, comes back to it, lets it go on, and stops one that rests: in a real Chromium. */

let site: SlowSite
let server: RunningServer
let page: Page

before(async () => {
  site = await startSlowSite()
  const shared = await sharedDemo()
  server = shared.server
  page = await (await newVisitor(shared.browser)).newPage()
  await page.goto(server.url)
})

after(async () => {
  await page.context().close()
  await site[Symbol.asyncDispose]()
})

const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const progress = () => page.getByLabel('Crawl progress').getByRole('status')

async function startCrawl(path: string): Promise<void> {
  const response = await page.request.post(`${server.url}/api/crawl`, {
    data: { url: `${site.origin}${path}` },
    headers: { origin: server.url },
  })
  const { websiteId } = crawlStartedSchema.parse(await response.json())
  await page.goto(server.url + hrefTo('dashboard', websiteId))
}

describe('a crawl on the dashboard', () => {
  test('rests when it is paused, also for a visitor who opens the page anew, and goes on when it is resumed', async () => {
    await startCrawl('/start')
    await until(() => site.requested.has('/one'))
    await button('Pause').click()
    await button('Resume').waitFor()
    // What was in hand is written down before the crawl rests.
    await progress()
      .filter({ hasText: /^paused - 1 pages crawled$/ })
      .waitFor()
    await page.getByText('Paused · 1 of 100 pages').waitFor()
    site.letGo()
    await page.reload()
    await button('Resume').waitFor()
    await progress()
      .filter({ hasText: /^paused - 1 pages crawled$/ })
      .waitFor()
    await assertAccessible(page, 'a paused crawl')
    await button('Resume').click()
    await page.getByText('The whole site was crawled: 3 pages.').waitFor()
  })

  test('ends with what it has when it is stopped while it rests', async () => {
    site.holdAgain()
    await startCrawl('/other/start')
    await button('Pause').click()
    await button('Resume').waitFor()
    await button('Stop').click()
    await page
      .getByText(/^The crawl was stopped (?:after \d pages?: the report is partial|before it began)\.$/)
      .waitFor()
    assert.equal(await button('Resume').count(), 0)
  })
})
