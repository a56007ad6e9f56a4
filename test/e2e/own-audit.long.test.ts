import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Browser as Driven } from 'playwright-core'
import type { Browser } from 'puppeteer-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo, type ScreenName, screenNames } from '#shared/routes.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { auditPage, launchForLighthouse } from '../support/lighthouse-audit.ts'
import { findingsAt, type IsExpected } from '../support/own-findings.ts'
import { startTestServer } from '../support/product.ts'
import { idle, watchLoading } from '../support/quiescent.ts'
import { until } from '../support/until.ts'

/** The tool on itself: its own screens have to pass the checks that it runs on other sites. */

const MIN_SCORE = 95
const MEASURED = ['accessibility', 'best-practices', 'seo'] as const

/** Each screen once; lists as they are narrowed by their filters say nothing new. */
const drawnScreens = screenNames.filter(screen => screen !== 'not-found')
const ofNoWebsite: ReadonlySet<ScreenName> = new Set(['landing', 'settings', 'help', 'projects', 'operations', 'users'])
const pathOf = (screen: (typeof drawnScreens)[number]) => hrefTo(screen, ofNoWebsite.has(screen) ? null : websiteId)

let site: DemoSite
let server: RunningServer
let browser: Driven
let owner: BrowserContext
let websiteId = 0

before(async () => {
  site = await startDemoSite()
  server = await startTestServer()
  browser = await launchBrowser()
  owner = await newVisitor(browser)
  await watchLoading(owner)
  const started = await owner.request.post(`${server.url}/api/crawl`, { data: { url: site.url, crawlLimit: 500 } })
  websiteId = endpoints.startCrawl.response.parse(await started.json()).websiteId
  await until(async () => {
    const response = await owner.request.get(`${server.url}/api/crawl/${websiteId}`)
    return endpoints.crawlResult.response.parse(await response.json()).status === 'complete'
  })
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

describe('Lighthouse, as on a phone', () => {
  let measuring: Browser

  before(async () => {
    const cookies = await owner.cookies()
    measuring = await launchForLighthouse(
      cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
    )
  })
  after(() => measuring.close())

  for (const screen of drawnScreens)
    test(`gives ${screen} ${MIN_SCORE} or more for ${MEASURED.join(', ')}`, async () => {
      const url = server.url + pathOf(screen)
      const { scores, failures } = await auditPage(measuring, { url, only: MEASURED })
      for (const category of MEASURED)
        assert.ok(scores[category] >= MIN_SCORE, `${category} ${scores[category]}\n${failures.join('\n')}`)
    })
})

describe('our own crawler', () => {
  test('finds no error and no warning on any screen as it is drawn', async () => {
    const left = new Set(drawnScreens.map(pathOf))
    await using drawn = await serveDrawn(path => left.delete(path))
    assert.deepEqual(await findingsAt(`${drawn.origin}/`, { limit: 40, isExpected: isExpectedFinding }), [])
    // For administrators: no one else is led there.
    assert.deepEqual([...left], [hrefTo('operations'), hrefTo('users')])
  })
})

/**
 * Two findings about the demo site quote it word for word, on the screens that list them: text of that site, not of ours. Screens of a
 * website are noindex or lists of one canonical, so most are not checked, which is a finding, too.
 */
const isExpectedFinding: IsExpected = ({ checkId, pageUrl }) => {
  if (checkId === 'pages-unchecked') return true
  const listing = (['dashboard', 'errors', 'warnings'] as const).map(screen => hrefTo(screen, websiteId))
  return ['content-placeholder', 'encoding-corrupt'].includes(checkId) && listing.includes(new URL(pageUrl).pathname)
}

/** Our site for readers without scripts: screens as the browser has drawn them for the owner, all else as it is. */
async function serveDrawn(onRequest: (path: string) => void): Promise<LoopbackServer> {
  const drawn = await drawScreens()
  return serveHttp(async ({ url = '/' }, response) => {
    const html = drawn.get(url)
    if (html !== undefined) {
      onRequest(url)
      return void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(html)
    }
    const reply = await fetch(server.url + url, { headers: { cookie: cookieOf(await owner.cookies()) } })
    const headers = { 'content-type': reply.headers.get('content-type') ?? '', 'content-encoding': 'gzip' }
    response.writeHead(reply.status, headers).end(gzipSync(await reply.bytes()))
  })
}

/** The packed HTML of each screen by its path. One after the other: a crawl requests dozens at once, which no browser draws in time. */
async function drawScreens(): Promise<Map<string, Buffer>> {
  const drawn = new Map<string, Buffer>()
  for (const path of drawnScreens.map(pathOf)) {
    const page = await owner.newPage()
    await page.goto(server.url + path)
    await idle(page)
    drawn.set(path, gzipSync(await page.content()))
    await page.close()
  }
  return drawn
}

function cookieOf(cookies: readonly { name: string; value: string }[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
