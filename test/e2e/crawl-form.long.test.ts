import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import type { Boot } from '#shared/api/boot.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor, watchPage } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { until } from '../support/until.ts'

/** What the form of the landing page requests beyond URL and limit, in a real Chromium against the real server. */

const BOOT = /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
const problems: string[] = []

before(async () => {
  site = await startDemoSite()
  server = await startTestServer({ flags: { pagespeed: 'auto', 'max-page-speed-sample': '7', sitemaps: 'true' } })
  browser = await launchBrowser()
  visitor = await newVisitor(browser)
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const advanced = (on = page) => on.getByRole('button', { name: 'Advanced' })
const scripts = (on = page) => on.getByRole('checkbox', { name: 'Run JavaScript (slower)' })
const sitemaps = (on = page) => on.getByRole('checkbox', { name: 'Also visit pages that only sitemaps list' })
const sample = (on = page) => on.getByLabel('Page speed sample')
const list = (on = page) => on.getByLabel('Only these URLs')

/** The landing page as a server of other settings serves it. */
async function openAs(offer: Partial<Boot>, on = page): Promise<void> {
  await on.route(`${server.url}/`, async route => {
    const response = await route.fetch()
    const change = (json: string) => JSON.stringify({ ...JSON.parse(json), ...offer })
    const body = (await response.text()).replace(BOOT, (_all, open, json, close) => open + change(json) + close)
    await route.fulfill({ response, body })
  })
  await on.goto(server.url)
  await advanced(on).waitFor()
}

const all: Partial<Boot> = { maxPageSpeedSample: 10, canRenderJavaScript: true, crawlDefaults: {} }

/** What the form requests from the server; nothing is crawled. */
async function submitted(): Promise<unknown> {
  await page.route('**/api/crawl', route => route.fulfill({ status: 503, body: 'Not now' }))
  const request = page.waitForRequest('**/api/crawl')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const body: unknown = (await request).postDataJSON()
  await page.getByText('Failed to start crawl: Not now').waitFor()
  await page.unroute('**/api/crawl')
  problems.splice(0, problems.length, ...problems.filter(each => !each.includes('503')))
  return body
}

describe('the advanced options', () => {
  test('are closed, and as long as they are untouched the form requests URL and limit alone', async () => {
    await openAs(all)
    assert.equal(await advanced().getAttribute('aria-expanded'), 'false')
    assert.equal(await page.getByRole('group', { name: 'Advanced options' }).count(), 0)
    await page.getByLabel('Website URL').fill('shop.example')
    assert.deepEqual(await submitted(), { url: 'shop.example', crawlLimit: 100 })
    await advanced().click()
    assert.deepEqual(await submitted(), { url: 'shop.example', crawlLimit: 100 })
  })

  test('are opened, filled in and closed by the keyboard, and kept', async () => {
    await openAs(all)
    await advanced().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Advanced options' }).waitFor()
    const urls = 'shop.example/a\n# later\nhttps://shop.example/b'
    const keep = () => Promise.resolve()
    const choose = () => page.keyboard.press('Space')
    const type = (text: string) => () => page.keyboard.type(text)
    const sources = [choose, choose, type('/more/ /b'), type(urls)]
    const scope = [choose, ...['blog', '/blog/* /shop/*', 'print=', 'sid, utm_*', '4'].map(type)]
    // robots.txt is obeyed as before.
    const requests = [keep, choose, choose, ...['2', '500', 'Harbour/1.0'].map(type)]
    const checks = ['Imprint', 'lorem ipsum\nUA-*', '3'].map(type)
    const addField = async () => {
      await choose()
      await page.keyboard.type('Price')
    }
    const customFields = [addField, keep, type('.price')]
    for (const fill of [...sources, ...scope, ...requests, ...checks, ...customFields]) {
      await page.keyboard.press('Tab')
      await fill()
    }
    await advanced().press('Space')
    assert.equal(await list().count(), 0)
    await page.getByText('19 options set').waitFor()
    await page.getByLabel('Website URL').fill('shop.example')
    assert.deepEqual(await submitted(), {
      url: 'shop.example',
      crawlLimit: 100,
      pageSpeedSample: 3,
      rendersJavaScript: true,
      readsSitemaps: false,
      reusesUnchanged: true,
      isSitemapOnly: true,
      isFolderOnly: true,
      dropParameters: ['sid', 'utm_*'],
      startPages: ['/more/', '/b'],
      subdomains: ['blog'],
      include: ['/blog/*', '/shop/*'],
      exclude: ['print='],
      maxDepth: 4,
      requestsAtOnce: 2,
      pauseMs: 500,
      userAgent: 'Harbour/1.0',
      fields: ['Price = .price'],
      requiredTexts: ['Imprint'],
      unwantedTexts: ['lorem ipsum', 'UA-*'],
      urls: ['shop.example/a', '# later', 'https://shop.example/b'],
    })
    await advanced().click()
    assert.equal(await list().inputValue(), 'shop.example/a\n# later\nhttps://shop.example/b')
    assert.deepEqual([await scripts().isChecked(), await sitemaps().isChecked()], [true, false])
    await page.reload()
    await advanced().click()
    assert.equal(await list().inputValue(), '', 'in the form alone')
  })

  test('say at the field what will not do, also when they were closed, and nothing is sent', async () => {
    await openAs(all)
    const sent: string[] = []
    // robots.txt of a URL that is typed to its end may be looked at.
    page.on('request', request => /\/api\/crawl$/.test(request.url()) && sent.push(request.url()))
    await advanced().click()
    await list().fill('shop.example/a\nhttps://elsewhere.example/')
    await sample().fill('11')
    await advanced().click()
    await page.getByLabel('Website URL').fill('shop.example')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    const described = async (field: ReturnType<typeof list>) => {
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      const [id = ''] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
      return page.locator(`[id="${id}"]`).innerText()
    }
    assert.equal(await described(sample()), 'Between 0 and 10')
    const elsewhere = 'Line 2 is a URL of another site than shop.example: https://elsewhere.example/'
    assert.equal(await described(list()), elsewhere)
    await sample().fill('0')
    await list().fill('shop.example/a\nshop.example/b')
    await page.getByLabel('URL crawl limit').fill('1')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.getByText('The list has more URLs than the crawl limit of 1 page allows').waitFor()
    assert.equal(await sample().getAttribute('aria-invalid'), null)
    assert.deepEqual(sent, [])
  })

  test('say at the field what only the server can know to be wrong', async () => {
    await openAs(all)
    await advanced().click()
    await page.getByLabel('Website URL').fill('shop.example')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Price')
    const rows = [
      ['Selector', '.price[', 'No CSS selector'],
      ['Subdomains', 'shop.other.test', 'The subdomains must belong to'],
    ] as const
    for (const [label, wrong, message] of rows) {
      const field = page.getByLabel(label, { exact: true })
      await field.fill(wrong)
      await advanced().click()
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await field.and(page.locator('[aria-invalid=true]')).waitFor()
      const [id = ''] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
      assert.ok((await page.locator(`[id="${id}"]`).innerText()).startsWith(message), label)
      assert.equal(await page.getByText('Failed to start crawl').count(), 0)
      if (label === 'Subdomains') await field.fill('')
      else await page.getByRole('button', { name: 'Remove field Price' }).click()
    }
    problems.splice(0, problems.length, ...problems.filter(each => !each.includes('400')))
  })

  test('offer what the server can do, and say what it cannot', async () => {
    await page.unroute(`${server.url}/`)
    await page.goto(server.url)
    await advanced().click()
    assert.equal(await sample().getAttribute('max'), '7')
    assert.equal(await sitemaps().isChecked(), true)
    await openAs({ maxPageSpeedSample: 0, canRenderJavaScript: false })
    await advanced().click()
    assert.equal(await sample().count(), 0)
    assert.equal(await scripts().isDisabled(), true)
    await page.getByText('This server cannot render JavaScript.').waitFor()
  })

  test('are previewed: which URLs would be crawled, and why', async () => {
    await openAs(all)
    await page.getByLabel('Website URL').fill(site.url)
    await advanced().click()
    await page.getByLabel('Exclude').fill('/breads/')
    await page.getByRole('button', { name: 'Preview which URLs are crawled' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview the Crawl' })
    await preview.getByLabel('URLs').fill('/\n/breads/rye')
    await preview.getByRole('button', { name: 'Preview', exact: true }).click()
    const rows = preview.getByRole('listitem')
    await rows.filter({ hasText: '/breads/rye' }).getByText('Not requested').waitFor()
    assert.match(await rows.nth(1).innerText(), /excluded: \/breads\//)
    assert.match(await rows.nth(0).innerText(), /Crawled/)
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
  })

  test('have the server visit exactly the pages of a list', async () => {
    const paths = ['breads/rye', '', 'images/']
    await openAs({ crawlDefaults: { readsSitemaps: false } })
    await advanced().click()
    await page.getByLabel('Website URL').fill(site.url)
    await list().fill(paths.map(path => site.url + path).join('\n'))
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.waitForURL(/\/dashboard\/\d+/)
    const id = /\d+$/.exec(new URL(page.url()).pathname)?.[0]
    const result = async () =>
      endpoints.crawlResult.response.parse(await (await visitor.request.get(`${server.url}/api/crawl/${id}`)).json())
    await until(async () => (await result()).status === 'complete')
    const response = await visitor.request.get(`${server.url}/api/pages/${id}?status=2xx`)
    const visited = endpoints.listPages.response.parse(await response.json()).map(({ url }) => url)
    assert.deepEqual(visited.toSorted(), paths.map(path => site.url + path).toSorted())
  })
})

for (const rendersJavaScript of [true, false])
  test(`axe finds nothing in the open form in either theme, and nothing is wider than a phone, ${rendersJavaScript ? 'with' : 'without'} rendering`, async () => {
    const view = await newVisitor(browser)
    const looked = await view.newPage()
    await openAs({ ...all, canRenderJavaScript: rendersJavaScript }, looked)
    await advanced(looked).click()
    await list(looked).fill(`https://elsewhere.example/${'long-'.repeat(60)}`)
    await sample(looked).fill('11')
    await looked.getByLabel('Website URL').fill('shop.example')
    await looked.getByRole('button', { name: 'Scan', exact: true }).click()
    await looked.getByText('Line 1 is a URL of another site').waitFor()
    await assertAccessible(looked, 'the open form')
    await view.close()
  })

test('the form logged no error and requested no other origin', () => assert.deepEqual(problems, []))
