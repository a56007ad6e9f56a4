import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { googleErrorResponse, googleResponse, lighthouseErrorResponse } from '../pagespeed/google-responses.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { until } from '../support/until.ts'

/**
 * Page speed in a real Chromium against the real server: the demo site is measured by the real Lighthouse, once; public URLs by a
 * server that responds as Google does. No public URL is ever connected to.
 */

const PUBLIC = 'http://1.1.1.1'

let site: DemoSite
let google: LoopbackServer
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []
/** Response for a URL as Google sees it; null for those held until they are released. */
const responses = new Map<string, { status?: number; body: unknown } | null>()
const held = new Map<string, ServerResponse>()

function asGoogle(request: IncomingMessage, response: ServerResponse): void {
  const requestedUrl = new URL(request.url ?? '', 'http://google').searchParams.get('url') ?? ''
  const reply = responses.get(requestedUrl)
  if (reply) send(response, reply)
  else held.set(requestedUrl, response)
}

function send(response: ServerResponse, { status = 200, body }: { status?: number; body: unknown }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function googleSpeed(url: string) {
  return { body: googleResponse({ id: url }) }
}

const dashboard = (query: Record<string, string> = {}) => server.url + hrefTo('dashboard', websiteId, query)
const panel = () => page.getByRole('region', { name: 'Page speed', exact: true })
/** It is loaded once it comes near the viewport. */
const showPanel = () => panel().scrollIntoViewIfNeeded()
const footerTop = () => page.evaluate<number>(`document.querySelector('footer').getBoundingClientRect().top + scrollY`)
const tabPanel = () => page.getByRole('tabpanel')
const openTab = (path: string) => page.goto(dashboard({ tab: 'page-speed', measure: PUBLIC + path }))

async function crawl(url: string): Promise<number> {
  const response = await visitor.request.post(`${server.url}/api/crawl`, { data: { url, crawlLimit: 40 } })
  return endpoints.startCrawl.response.parse(await response.json()).websiteId
}

async function ended(id: number): Promise<void> {
  for (;;) {
    const response = await visitor.request.get(`${server.url}/api/crawl/${id}`)
    if (endpoints.crawlResult.response.parse(await response.json()).status === 'complete') return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

before(async () => {
  site = await startDemoSite()
  google = await serveHttp(asGoogle)
  server = await startTestServer({
    flags: { pagespeed: 'auto', 'pagespeed-key': 'a-key', 'pagespeed-url': google.origin },
  })
  browser = await launchBrowser()
  visitor = await newVisitor(browser)
  page = await visitor.newPage()
  page.on('pageerror', error => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', message => {
    // What failed is said on the page, and by the browser here.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on('request', request => {
    const { origin } = new URL(request.url())
    if (origin !== server.url && !request.url().startsWith('data:')) problems.push(`request to ${origin}`)
  })
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await google[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

test('nothing is measured beside a crawl', async () => {
  await using slow = await startSlowSite()
  await page.goto(server.url)
  const id = await crawl(`${slow.origin}/start`)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.goto(server.url + hrefTo('dashboard', id))
  await showPanel()
  await panel().getByText('Page speed is measured after the crawl').waitFor()
  assert.ok(requested.includes('/api/pagespeed/progress'))
  assert.ok(!requested.includes('/api/pagespeed'))
  await page.goto('about:blank')
  await visitor.request.post(`${server.url}/api/crawl/${id}/clear`)
})

describe('the panel, with Lighthouse on this server', () => {
  let footerAt = 0

  test('measures by itself once the crawl has ended, and says how far it is', async () => {
    websiteId = await crawl(site.url)
    await ended(websiteId)
    await page.goto(dashboard())
    await showPanel()
    await panel().getByText('Analyzing page speed... This may take up to 60 seconds.').waitFor()
    await panel().getByText('may take up to 2 minutes').waitFor()
    await panel()
      .getByText(/(?:Starting the browser|Loading the page|Measuring|Auditing) · \d+ seconds?/)
      .waitFor()
    footerAt = await footerTop()
  })

  test('shows one number for all, four scores, lab data, and who measured with what', async () => {
    await panel().getByText('Overall score').waitFor({ timeout: 360_000 })
    const kept = await visitor.request.get(`${server.url}/api/pagespeed?url=${encodeURIComponent(site.url)}`)
    const speed = endpoints.pageSpeed.response.parse(await kept.json())
    const text = await panel().innerText()
    for (const score of [speed.overall, speed.performance, speed.accessibility, speed.bestPractices, speed.seo])
      assert.match(text, new RegExp(`(?:^|\\D)${score}(?:\\D|$)`))
    assert.match(text, /Measured by\s*Lighthouse on this server/)
    assert.match(text, /Device\s*Mobile/)
    assert.match(text, /Runs\s*1/)
    assert.match(text, new RegExp(`Lighthouse\\s*${speed.lighthouseVersion}`))
    assert.match(text, /Largest Contentful Paint \(LCP\)[\s\S]*good up to 2\.5 s, poor above 4 s/)
    assert.match(text, /There are no field data/)
  })

  test('moves nothing below it when the result comes', async () => {
    assert.equal(await footerTop(), footerAt)
  })

  test('shows what is kept at once after a reload', async () => {
    const progress = page.waitForResponse(response => response.url().includes('/api/pagespeed/progress'))
    await page.reload()
    await showPanel()
    assert.deepEqual(await (await progress).json(), { state: 'measured' })
    await panel().getByText('Overall score').waitFor()
  })

  test('is green where it is good, amber where it needs improvement, and red where it is poor, and says so', async () => {
    const scores = { performance: 90, accessibility: 89, bestPractices: 50, seo: 49 }
    await page.route('**/api/pagespeed?*', async route => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), ...scores } })
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.reload()
      await showPanel()
      await panel().getByText('Overall score').waitFor()
      for (const [name, band, hues] of [
        ['Performance', 'Good', [120, 180]],
        ['Accessibility', 'Needs Improvement', [55, 100]],
        ['Best Practices', 'Needs Improvement', [55, 100]],
        ['SEO', 'Poor', [10, 45]],
      ] as const) {
        const row = panel().getByRole('listitem').filter({ hasText: name })
        const looks = await row.evaluate(item => {
          // Of the browser, which the types of tests do not know.
          const styleOf = Reflect.get(globalThis, 'getComputedStyle')
          const colour: string = styleOf(item.querySelector('span > span')).color
          const background: string = styleOf(item.querySelector('[style*=scaleX]')).backgroundColor
          return [colour, background]
        })
        assert.match(await row.innerText(), new RegExp(`${band}\\b`))
        for (const colour of looks) {
          const [, alongRed = '', alongYellow = ''] = /^lab\([\d.]+ (-?[\d.]+) (-?[\d.]+)/.exec(colour) ?? []
          const hue = (Math.atan2(Number(alongYellow), Number(alongRed)) * 180) / Math.PI
          assert.ok(
            colour.startsWith('lab(') && hue >= hues[0] && hue <= hues[1],
            `${name} in the ${colorScheme} theme: ${colour}`,
          )
        }
      }
    }
    await page.unroute('**/api/pagespeed?*')
    await page.emulateMedia({ colorScheme: null })
    await page.reload()
    await showPanel()
    await panel().getByText('Overall score').waitFor()
  })

  test('measures again on demand, beside what is shown, and not at all when that is cancelled', async () => {
    await panel().getByRole('button', { name: 'Analyze again' }).click()
    await panel().getByText('Analyzing page speed again...').waitFor()
    await panel().getByText('Overall score').waitFor()
    await panel().getByRole('button', { name: 'Cancel' }).click()
    await panel().getByText('Analyzing page speed again...').waitFor({ state: 'detached' })
    await panel().getByText('Overall score').waitFor()
    const url = `${server.url}/api/pagespeed/progress?url=${encodeURIComponent(site.url)}`
    await until(async () => (await (await visitor.request.get(url)).json()).state === 'measured')
  })
})

describe('the tab, with Google', () => {
  test('measures any page that is named, and says who measured', async () => {
    responses.set(`${PUBLIC}/shop`, googleSpeed(`${PUBLIC}/shop`))
    await page.goto(dashboard())
    await page.getByRole('tab', { name: 'Page Speed' }).click()
    await tabPanel().getByRole('heading', { name: 'Google PageSpeed Insights' }).waitFor()
    const chosen = () => page.getByRole('tab', { selected: true }).innerText()
    for (const [key, name] of [
      ['ArrowLeft', 'Duplicates'],
      ['Home', 'Overview'],
      ['ArrowLeft', 'Page Speed'],
      ['ArrowRight', 'Overview'],
      ['End', 'Page Speed'],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await chosen(), name)
    }
    const field = tabPanel().getByLabel('Page to analyze')
    await field.fill('not a URL')
    await tabPanel().getByRole('button', { name: 'Analyze', exact: true }).click()
    await tabPanel().getByText('Please enter a valid URL').waitFor()
    await field.fill(`${PUBLIC}/shop`)
    await field.press('Enter')
    await tabPanel().getByText('Measured by Google PageSpeed Insights with Lighthouse 13.5.0').waitFor()
    const text = await tabPanel().innerText()
    for (const [name, score] of [
      ['Performance', '92'],
      ['Accessibility', '89'],
      ['Best Practices', '100'],
      ['SEO', '75'],
    ])
      assert.match(text, new RegExp(`${score}[\\s\\S]{0,20}${name}`))
    assert.match(text, /Core Web Vitals assessment: (?:passed|failed)\.|too few field data/)
    assert.match(text, /1\.87 s/)
    assert.match(page.url(), /measure=/)
    await tabPanel()
      .getByText(/\d+ opportunit(?:y|ies) to make it faster/)
      .click()
    await tabPanel().getByText('Render-blocking requests').click()
    await tabPanel().getByText('/a.css').waitFor()
  })

  test('offers pages of the crawl in its field, and takes a path of the website', async () => {
    await tabPanel().getByLabel('Page to analyze').fill('breads')
    await tabPanel().locator('datalist option[value*="/breads"]').first().waitFor({ state: 'attached' })
    await tabPanel().getByLabel('Page to analyze').fill(site.url)
    await tabPanel().getByRole('button', { name: 'Analyze', exact: true }).click()
    await tabPanel().getByText('on this server, the tool behind Google PageSpeed Insights').waitFor()
    assert.doesNotMatch(page.url(), /measure=/)
  })

  test('says that the API key is missing or invalid, and tries again', async () => {
    const refusal = googleErrorResponse({
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      info: 'API_KEY_INVALID',
    })
    responses.set(`${PUBLIC}/key`, { status: 400, body: refusal })
    await openTab('/key')
    const alert = tabPanel().getByRole('alert')
    await alert.getByText('Unable to load PageSpeed Insights data').waitFor()
    assert.match(await alert.innerText(), /The API key is missing or invalid\./)
    const link = alert.getByRole('link', { name: 'Open the external report' })
    assert.equal(
      await link.getAttribute('href'),
      `https://pagespeed.web.dev/analysis?url=${encodeURIComponent(`${PUBLIC}/key`)}`,
    )
    assert.match((await link.getAttribute('rel')) ?? '', /noreferrer/)
    responses.set(`${PUBLIC}/key`, googleSpeed(`${PUBLIC}/key`))
    await alert.getByRole('button', { name: 'Try Again' }).click()
    await tabPanel().getByText('Measured by Google PageSpeed Insights').first().waitFor()
  })

  test('says that the service is temporarily unavailable otherwise, and why', async () => {
    responses.set(`${PUBLIC}/empty`, { status: 400, body: lighthouseErrorResponse(400, 'NO_FCP') })
    await openTab('/empty')
    const alert = tabPanel().getByRole('alert')
    await alert.getByText('Unable to load PageSpeed Insights data').waitFor()
    assert.match(await alert.innerText(), /service is temporarily unavailable\.\s*The page showed nothing/)
  })

  test('cancels, on the server and at Google, and measures when it is requested again', async () => {
    const url = `${PUBLIC}/slow`
    responses.set(url, null)
    await openTab('/slow')
    await tabPanel()
      .getByText(/Waiting for Google PageSpeed Insights · \d+ seconds?/)
      .waitFor()
    await until(() => held.has(url))
    const closed = new Promise(resolve => held.get(url)?.once('close', resolve))
    await tabPanel().getByRole('button', { name: 'Cancel' }).click()
    await tabPanel().getByText('The analysis was cancelled').waitFor()
    await closed
    responses.set(url, googleSpeed(url))
    await tabPanel().getByRole('button', { name: 'Analyze', exact: true }).last().click()
    await tabPanel().getByText('Measured by Google PageSpeed Insights').first().waitFor()
  })

  test('says its place in the queue', async () => {
    const others = ['/a', '/b', '/c', '/d'].map(path => PUBLIC + path)
    for (const url of others) responses.set(url, null)
    const pending = others.map(url =>
      visitor.request.get(`${server.url}/api/pagespeed?url=${encodeURIComponent(url)}`, { timeout: 180_000 }),
    )
    await until(() => others.every(url => held.has(url)))
    responses.set(`${PUBLIC}/next`, googleSpeed(`${PUBLIC}/next`))
    await openTab('/next')
    await tabPanel().getByText('Next in the queue').waitFor()
    for (const url of others) send(held.get(url) ?? assert.fail(), googleSpeed(url))
    await tabPanel().getByText('Measured by Google PageSpeed Insights').first().waitFor()
    assert.deepEqual(
      (await Promise.all(pending)).map(response => response.status()),
      [200, 200, 200, 200],
    )
  })
})

test('axe finds nothing in either theme, and nothing is wider than a phone', async () => {
  const view = await newVisitor(browser)
  await view.addCookies(await visitor.cookies())
  const looked = await view.newPage()
  responses.set(`${PUBLIC}/axe-slow`, null)
  for (const [path, text, within] of [
    ['/shop', 'Lighthouse scores', null],
    ['/empty', 'Unable to load PageSpeed Insights data', '[role=tabpanel]'],
    ['/axe-slow', 'Waiting for Google PageSpeed Insights', '[role=tabpanel]'],
  ] as const) {
    await looked.goto(dashboard({ tab: 'page-speed', measure: PUBLIC + path }))
    await looked.getByRole('region', { name: 'Page speed', exact: true }).scrollIntoViewIfNeeded()
    await looked.getByText('Overall score').waitFor()
    await looked.getByRole('tabpanel').getByText(text).first().waitFor()
    for (const summary of await looked.getByText(/opportunit(?:y|ies) to make it faster/).all()) await summary.click()
    await assertAccessible(looked, path, within)
  }
  await view.close()
})

test('no screen logged an error or requested another origin', () => assert.deepEqual(problems, []))
