import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { type CrawledWebsite, type RestartableServer, startRestartable } from '../support/restartable-server.ts'
import { openUndriven } from '../support/unscripted-browser.ts'
import { until } from '../support/until.ts'

/** Visitors who leave, in a real Chromium: what they crawled goes when they stay away, and stays when they come back in time. */

const DELAY_MS = 1_800_000
const SWEEP_POLL_MS = 250
const password = 'harbour-lantern-42-elm'
/** What a departing page requests. */
const DEPARTURE = /\/api\/crawl\/\d+\/clear\?after=departure$/

let site: DemoSite
let browser: Browser
let patient: RestartableServer
let hasty: RestartableServer
/** A visitor who has left the hasty server before the first test: it sweeps twice a minute, too long to wait for here. */
let gone: { context: BrowserContext; page: Page; website: CrawledWebsite }

before(async () => {
  site = await startDemoSite()
  browser = await launchBrowser()
  patient = await startServer({ ephemeralSeconds: DELAY_MS / 1_000 })
  hasty = await startServer({ ephemeralSeconds: 2 })
  gone = await leaveForGood()
})

after(async () => {
  await browser.close()
  for (const server of [patient, hasty]) await server.remove()
  await site[Symbol.asyncDispose]()
})

/** Crawls of five pages and nothing beside them. */
function startServer({ ephemeralSeconds }: { ephemeralSeconds: number }): Promise<RestartableServer> {
  return startRestartable({
    'ephemeral-seconds': String(ephemeralSeconds),
    'user-password': password,
    'page-workers': '1',
    'probe-resources': 'false',
    'probe-external': 'false',
  })
}

/** Crawls the demo site in the name of the page's visitor, and shows what came of it. */
const crawlSite = (page: Page, origin: string) => crawlByPage(page, { origin, url: site.url })

async function newPage(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newVisitor(browser)
  return { context, page: await context.newPage() }
}

/** Goes elsewhere, and waits until the server has noted it; returns when the clearing is due. */
async function leave(
  page: Page,
  { server, websiteId }: { server: RestartableServer; websiteId: number },
): Promise<number> {
  await page.goto('about:blank')
  await until(async () => typeof (await server.clearAtMs(websiteId)) === 'number')
  return (await server.clearAtMs(websiteId)) ?? 0
}

async function comeBack(
  page: Page,
  { server, websiteId }: { server: RestartableServer; websiteId: number },
): Promise<void> {
  await page.goto(`${server.url()}/dashboard/${websiteId}`)
  await page.getByLabel('How the crawl ended').waitFor()
  await until(async () => (await server.clearAtMs(websiteId)) === null)
}

/** The hasty server clears twice a minute. */
function cleared(website: CrawledWebsite): Promise<void> {
  return until(async () => Object.keys(await hasty.rowsOf(website)).length === 0, SWEEP_POLL_MS)
}

async function leaveForGood(): Promise<typeof gone> {
  const { context, page } = await newPage()
  const website = await crawlSite(page, hasty.url())
  await page.reload()
  await page.getByLabel('How the crawl ended').waitFor()
  assert.ok((await keptKinds(page, website.websiteId)).includes('crawl'), 'there is something to forget')
  await leave(page, { server: hasty, websiteId: website.websiteId })
  return { context, page, website }
}

describe('a visitor who leaves', () => {
  let context: BrowserContext
  let page: Page
  let website: CrawledWebsite
  let rows: Record<string, number>
  before(async () => {
    ;({ context, page } = await newPage())
    website = await crawlSite(page, patient.url())
    rows = await patient.rowsOf(website)
  })
  after(() => context.close())

  test('and comes back in time finds everything, and nothing is cleared any more', async () => {
    const here = { server: patient, websiteId: website.websiteId }
    assert.ok((rows.page ?? 0) >= 5 && (rows.url ?? 0) > 5, JSON.stringify(rows))
    const leftMs = Date.now()
    const clearAtMs = await leave(page, here)
    assert.ok(clearAtMs >= leftMs + DELAY_MS, 'the delay is the server’s')
    await comeBack(page, here)
    assert.deepEqual(await patient.rowsOf(website), rows)
  })

  test('is not forgotten by a server that starts again: coming back in time still takes it back', async () => {
    const here = { server: patient, websiteId: website.websiteId }
    const clearAtMs = await leave(page, here)
    await patient.stop()
    await patient.start()
    assert.equal(await patient.clearAtMs(website.websiteId), clearAtMs, 'the time stands')
    await comeBack(page, here)
    assert.deepEqual(await patient.rowsOf(website), rows)
  })

  test('for another tab schedules it after two seconds, and takes it back with the next glance', async () => {
    const { context, page } = await newPage()
    await page.clock.install()
    const website = await crawlSite(page, patient.url())
    const departures: string[] = []
    context.on('request', request => {
      if (DEPARTURE.test(request.url())) departures.push(request.url())
    })
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await setVisibility(page, 'hidden')
    await page.clock.runFor(1_999)
    assert.deepEqual(departures, [], 'a glance elsewhere is no departure')
    await page.clock.runFor(1)
    await until(async () => typeof (await patient.clearAtMs(website.websiteId)) === 'number')
    assert.equal(departures.length, 1)
    await setVisibility(page, 'visible')
    await until(async () => (await patient.clearAtMs(website.websiteId)) === null)
    await context.close()
  })
})

/** What the session cache holds of a website: the first words of the queries' keys. */
function keptKinds(page: Page, websiteId: number): Promise<string[]> {
  return page.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('query-cache') ?? '{"queries":[]}').queries
    .map(query => query.queryKey).filter(key => key[1] === ${websiteId}).map(key => key[0])`)
}

/** A headless browser shows every page always: the page gets the events of a browser with a window. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

describe('who does not leave', () => {
  test('a signed-in user’s page says nothing when it goes, and what it said would change nothing', async () => {
    await using proxy = await startRecordingProxy(patient.url())
    const { context, page } = await newPage()
    await page.goto(proxy.url)
    const status = await page.evaluate(
      body =>
        fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
          response => response.status,
        ),
      JSON.stringify({ username: 'user', password }),
    )
    assert.equal(status, 200)
    const { websiteId } = await crawlSite(page, proxy.url)
    proxy.requests.length = 0
    await page.goto('about:blank')
    await page.goto(`${proxy.url}/dashboard/${websiteId}`)
    await page.getByLabel('How the crawl ended').waitFor()
    assert.deepEqual(departuresOf(proxy.requests), [])
    const response = await page.evaluate(
      id => fetch(`/api/crawl/${id}/clear?after=departure`, { method: 'POST' }).then(sent => sent.status),
      websiteId,
    )
    assert.deepEqual([response, await patient.clearAtMs(websiteId)], [200, null])
    await context.close()
  })

  test('a page that is only prefetched requests nothing and clears nothing', async () => {
    await using proxy = await startRecordingProxy(patient.url())
    // Only so that the rules can be put into the page from outside.
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    const { websiteId } = await crawlSite(page, proxy.url)
    proxy.requests.length = 0
    await prefetch(page, `${proxy.url}/errors/${websiteId}`)
    await until(() => proxy.requests.some(({ purpose, isDone }) => purpose.includes('prefetch') && isDone))
    // What is loaded ahead and never shown is given up.
    await page.evaluate(`document.getElementById('rules').remove()`)
    await page.evaluate(() => fetch('/api/session'))
    const ahead = proxy.requests.filter(each => each.purpose !== '').map(each => each.path)
    assert.deepEqual(ahead, [`/errors/${websiteId}`], 'it was loaded ahead, and nothing else was')
    assert.deepEqual(departuresOf(proxy.requests), [])
    assert.equal(await patient.clearAtMs(websiteId), null)
    await context.close()
  })

  test('a page that is only prerendered requests nothing and clears nothing, and begins when it is shown', async () => {
    const { context, page } = await newPage()
    const { websiteId } = await crawlSite(page, patient.url())
    // A client that has the same cookie is the same visitor.
    const [cookie] = await context.cookies(patient.url())
    const screens = [`/pages-list/${websiteId}`, `/errors/${websiteId}`] as const
    const ran = new Map(screens.map(screen => [screen.toString(), Promise.withResolvers<void>()]))
    await using proxy = await startRecordingProxy(patient.url(), {
      rewrite: html => html.replace('</body>', '<script type="module" src="/probe.js"></script></body>'),
      respond(url) {
        const [requestPath = '', of = ''] = url.split('?')
        if (requestPath === '/launch')
          return { headers: { ...HTML, 'set-cookie': `${cookie?.name}=${cookie?.value}` }, body: launchPage(screens) }
        if (requestPath === '/probe.js') return { headers: JAVASCRIPT, body: PROBE }
        if (requestPath === '/probe') ran.get(of)?.resolve()
        if (requestPath === '/until-it-ran') return ran.get(of)?.promise.then(() => ({ headers: HTML, body: '' }))
        return requestPath === '/probe' ? { headers: HTML, body: '' } : undefined
      },
    })
    await using _browser = await openUndriven(`${proxy.url}/launch`)
    await until(() => proxy.requests.some(each => each.path.startsWith('/api/') && each.purpose === ''))
    const ahead = proxy.requests.filter(each => each.purpose.includes('prerender')).map(each => each.path)
    for (const screen of screens)
      assert.ok(ahead.includes(screen) && ahead.includes(`/probe?${screen}`), 'it was drawn ahead')
    assert.deepEqual(
      ahead.filter(path => path.startsWith('/api/')),
      [],
    )
    assert.equal(proxy.requests.filter(each => each.path === screens[1]).length, 1, 'it was shown as it had been drawn')
    assert.deepEqual(departuresOf(proxy.requests), [])
    assert.equal(await patient.clearAtMs(websiteId), null)
    await context.close()
  })
})

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const JAVASCRIPT = { 'content-type': 'text/javascript' }
/** Runs after the product's own script, and says that both ran. */
const PROBE = `if (document.prerendering && document.visibilityState === 'hidden') fetch('/probe?' + location.pathname)`

/** Prerenders one screen after the other, each given up for the next; the last is shown. */
function launchPage(screens: readonly string[]): string {
  return `<!doctype html><title>Launch</title><script type="module">
    let rules = null
    for (const screen of ${JSON.stringify(screens)}) {
      rules?.remove()
      rules = document.createElement('script')
      rules.type = 'speculationrules'
      rules.textContent = JSON.stringify({ prerender: [{ urls: [screen], eagerness: 'immediate' }] })
      document.head.append(rules)
      await fetch('/until-it-ran?' + screen)
    }
    location.href = ${JSON.stringify(screens.at(-1))}
  </script>`
}

/** Puts speculation rules into the page. */
function prefetch(page: Page, url: string): Promise<void> {
  const rules = JSON.stringify({ prefetch: [{ urls: [url], eagerness: 'immediate' }] })
  return page.evaluate(`const rules = document.createElement('script')
    rules.id = 'rules'
    rules.type = 'speculationrules'
    rules.textContent = ${JSON.stringify(rules)}
    document.head.append(rules)`)
}

function departuresOf(requests: readonly { path: string }[]): string[] {
  return requests.map(each => each.path).filter(path => DEPARTURE.test(path))
}

describe('a visitor who stays away', () => {
  test('leaves no row behind, and a late return says so and offers to crawl again', async () => {
    const { context, page, website } = gone
    await cleared(website)
    await page.goto(`${hasty.url()}/dashboard/${website.websiteId}`)
    await page.getByText('This crawl was cleared after you left').waitFor()
    await page.reload()
    await page.getByText('This crawl was cleared after you left').waitFor()
    assert.deepEqual(await keptKinds(page, website.websiteId), [], 'the session cache is emptied')
    await page.getByRole('button', { name: 'Crawl again' }).click()
    await page.waitForURL(
      url => /\/dashboard\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${website.websiteId}`),
    )
    await page.getByLabel('How the crawl ended').waitFor()
    await context.close()
  })

  test('is cleared all the same when the server was away at the time', async () => {
    const { context, page } = await newPage()
    const website = await crawlSite(page, hasty.url())
    const clearAtMs = await leave(page, { server: hasty, websiteId: website.websiteId })
    await hasty.stop()
    await until(() => Date.now() > clearAtMs)
    assert.ok(((await hasty.rowsOf(website)).page ?? 0) > 0, 'nothing was there to clear it')
    await hasty.start()
    await cleared(website)
    await page.goto(`${hasty.url()}/dashboard/${website.websiteId}`)
    await page.getByText('This crawl was cleared after you left').waitFor()
    await context.close()
  })
})
