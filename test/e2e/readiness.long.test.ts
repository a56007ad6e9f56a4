import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** The readiness screen in a real Chromium, of a crawl of the demo site. */

let demo: SharedDemo
let visitor: BrowserContext
let page: Page
let url = ''
const problems: string[] = []
const watch = (watched: Page) => watchPage(watched, { origin: () => demo.server.url, problems })

before(async () => {
  demo = await sharedDemo()
  url = `${demo.server.url}/readiness/${demo.websiteId}`
  visitor = await demo.newOwner()
  page = watch(await visitor.newPage())
})

describe('/readiness', () => {
  test('lists what agents find, and every success criterion with its findings', async () => {
    await page.goto(url)
    await page
      .getByRole('row')
      .filter({ hasText: 'GPTBot' })
      .getByText(/^(Allowed|Blocked)$/)
      .waitFor()
    const criteria = page.getByRole('table', { name: 'Success criteria of WCAG 2.2' })
    assert.equal((await criteria.getByRole('row').count()) - 1, 55)
    await criteria.getByRole('row').filter({ hasText: '3.1.1 Language of Page' }).getByText('Tested').waitFor()
    await page.getByRole('button', { name: /^Needs a person/ }).click()
    await until(async () => (await criteria.getByText('Partly tested').count()) === 0)
    assert.match(page.url(), /test=person/)
    assert.doesNotMatch(await page.locator('main').innerText(), /compliant/i)
  })

  test('says so where the request fails', async () => {
    const tab = await visitor.newPage()
    await tab.route('**/api/readiness/**', route => route.fulfill({ status: 500, body: 'No.' }))
    await tab.goto(url)
    await tab.getByText('Failed to fetch the readiness').waitFor()
    await tab.unroute('**/api/readiness/**')
    await tab.getByRole('button', { name: 'Try Again' }).click()
    await tab.getByRole('table', { name: 'Success criteria of WCAG 2.2' }).waitFor()
    await tab.close()
  })

  test('axe finds nothing, nothing is wider than the screen, and nothing jumps', async () => {
    const view = await newVisitor(demo.browser)
    await view.addCookies(await visitor.cookies())
    await assertScreensAccessible(watch(await view.newPage()), { screens: [{ url }], maxShift: 0.01 })
    await view.close()
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
