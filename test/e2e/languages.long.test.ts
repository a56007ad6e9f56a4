import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import type { LanguagesResponse } from '#shared/api/languages.ts'
import { assertAccessible, assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** The languages screen in a real Chromium, of a crawl of the demo site. */

let demo: SharedDemo
let server: RunningServer
let visitor: BrowserContext
let page: Page
let path = ''
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })
const matrix = () => page.getByRole('table', { name: 'Pages and their language versions' })
const row = (text: string) => matrix().getByRole('row').filter({ hasText: text })
const opener = (text: string) => row(text).getByRole('button', { name: /^Declarations of/ })

/** A new tab with a response in place of the server's. */
async function openWith(response: Partial<LanguagesResponse> | number): Promise<Page> {
  const none: LanguagesResponse = { isComplete: true, languages: [], translatedSets: 0, states: [] }
  const tab = await visitor.newPage()
  await tab.route('**/api/languages/**', route =>
    typeof response === 'number'
      ? route.fulfill({ status: response, body: 'No.' })
      : route.fulfill({ json: { ...none, ...response } }),
  )
  await tab.goto(server.url + path)
  return tab
}

before(async () => {
  demo = await sharedDemo()
  server = demo.server
  path = `/languages/${demo.websiteId}`
  visitor = await demo.newOwner()
  page = watch(await visitor.newPage())
})

describe('/languages', () => {
  test('shows which versions exist, and opens what they declare', async () => {
    await page.goto(server.url + path)
    assert.equal(await page.locator('main h1').innerText(), 'Languages')
    await row('/languages/one-way').getByText('No return link').waitFor()
    await row('/languages/self-missing').getByText('No self-reference').waitFor()
    assert.equal(await page.getByText('All return links match.').count(), 0)
    await opener('/languages/one-way').click()
    const declared = page.getByRole('table', { name: 'Declared hreflang links' })
    await declared
      .getByText(/^line \d+/)
      .first()
      .waitFor()
    await page.getByText('Another version lists the page, and the page does not list it.').waitFor()
    assert.match(page.url(), /set=\d+/)
    await assertAccessible(page, 'an open row')
  })

  test('is used by keyboard', async () => {
    await page.goto(server.url + path)
    await opener('/languages/one-way').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('table', { name: 'Declared hreflang links' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('table', { name: 'Declared hreflang links' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)
    assert.match(String(await focused()), /^Declarations of .*\/languages\/self-missing$/)
    await page.keyboard.press('ArrowUp')
    assert.match(String(await focused()), /^Declarations of .*\/languages\/one-way$/)
  })

  test('filters by state, language, text and pages without another version', async () => {
    await page.goto(server.url + path)
    const rowCount = async () => (await matrix().getByRole('row').count()) - 1
    await page.getByRole('button', { name: /^No self-reference/ }).click()
    await until(async () => (await rowCount()) === 1)
    assert.match(page.url(), /state=no-self-reference/)
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('nl')
    await page.getByText('No pages found').waitFor()
    await page.getByRole('button', { name: 'Show all pages' }).click()
    await row('/languages/one-way').waitFor()
    await page.getByRole('button', { name: 'One language only' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Showing 1 to 10 of/ })
      .waitFor()
    await page.getByPlaceholder('Search pages...').fill('/languages/mismatch')
    await row('/languages/mismatch').waitFor()
    await until(async () => (await rowCount()) === 1)
  })

  test('says so where there is one language, no page or no result yet, and where the request fails', async () => {
    const english = { language: 'en', pages: 3, onlyPages: 3 }
    const cases: [Partial<LanguagesResponse> | number, string][] = [
      [{ languages: [english] }, 'This site has one language'],
      [{}, 'This crawl has checked no page.'],
      [{ isComplete: false }, 'Available when the crawl is complete'],
    ]
    for (const [response, text] of cases) {
      const tab = await openWith(response)
      await tab.getByText(text).waitFor()
      await tab.close()
    }
    const tab = await openWith(500)
    await tab.getByText('Failed to fetch the languages').waitFor()
    await tab.unroute('**/api/languages/**')
    await tab.getByRole('button', { name: 'Try Again' }).click()
    await tab.getByRole('table', { name: 'Pages and their language versions' }).waitFor()
    await tab.close()
  })

  test('axe finds nothing, nothing is wider than the screen, and nothing jumps', async () => {
    const view = await newVisitor(demo.browser)
    await view.addCookies(await visitor.cookies())
    const url = server.url + path
    await assertScreensAccessible(watch(await view.newPage()), { screens: [{ url }], maxShift: 0.01 })
    await view.close()
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
