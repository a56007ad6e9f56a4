import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { databasePath } from '#database-file.ts'
import type { RunningServer } from '#main.ts'
import { startTestSite, type TestSite } from '../site/site.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { startTestServer, temporaryFolder } from '../support/product.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { until } from '../support/until.ts'

/** Visitors who leave, in a real Chromium: what they crawled goes when they stay away, and stays when they come back in time. */

const DELAY_MS = 1_800_000
const password = 'harbour-lantern-42-elm'
/** What a departing page asks for. */
const DEPARTURE = /\/api\/crawl\/\d+\/clear\?after=departure$/

let site: TestSite
let browser: Browser
let patient: TestServer
let hasty: TestServer

before(async () => {
  site = await startTestSite()
  browser = await launchBrowser()
  patient = await startServer({ 'ephemeral-seconds': String(DELAY_MS / 1_000) })
  hasty = await startServer({ 'ephemeral-seconds': '2' })
})

after(async () => {
  await browser.close()
  for (const server of [patient, hasty]) await server.remove()
  await site[Symbol.asyncDispose]()
})

/** A server that can be stopped and started again on the same data, under the same address. */
interface TestServer {
  url(): string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
  /** When the website is to be cleared; null for never, undefined when there is no such website. */
  clearAtMs(websiteId: number): number | null | undefined
  /** Rows of the website and of its crawls, by table; none for tables without any. */
  rowsOf(website: CrawledWebsite): Record<string, number>
}

async function startServer(flags: Record<string, string>): Promise<TestServer> {
  const folder = temporaryFolder()
  const settings = { ...flags, 'user-password': password, 'page-workers': '1' }
  let server: RunningServer = await startTestServer({ folder, flags: settings })
  const { url } = server
  const read = <T>(ask: (database: DatabaseSync) => T): T => {
    using database = new DatabaseSync(databasePath(folder), { readOnly: true, timeout: 5_000 })
    return ask(database)
  }
  return {
    url: () => url,
    stop: async () => await server[Symbol.asyncDispose](),
    start: async () => {
      server = await startTestServer({ folder, flags: { ...settings, port: new URL(url).port } })
    },
    remove: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
    clearAtMs: websiteId =>
      read(database => {
        const row = database.prepare('select clear_at_ms from website where id = ?').get(websiteId)
        return row && (row.clear_at_ms === null ? null : Number(row.clear_at_ms))
      }),
    rowsOf: website => read(database => rowsOf(database, website)),
  }
}

function rowsOf(database: DatabaseSync, { websiteId, crawlId }: CrawledWebsite): Record<string, number> {
  const columns = database
    .prepare(
      `select m.name as tableName, c.name as columnName from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name in ('crawl_id', 'website_id')`,
    )
    .all()
    .map(({ tableName, columnName }) => [String(tableName), String(columnName)] as const)
  const counts: Record<string, number> = {}
  for (const [table, column] of [...columns, ['website', 'id'], ['crawl', 'id']] as const) {
    const id = column === 'website_id' || table === 'website' ? websiteId : crawlId
    const count = Number(database.prepare(`select count(*) as n from ${table} where ${column} = ?`).get(id)?.n)
    if (count > 0) counts[table] = count
  }
  return counts
}

interface CrawledWebsite {
  websiteId: number
  crawlId: number
}

/** Crawls the demo site from the landing page, and waits for the end. */
async function crawlSite(page: Page, url: string): Promise<CrawledWebsite> {
  await page.goto(url)
  await page.getByPlaceholder('Enter website URL...').fill(site.url)
  await page.getByLabel('URL crawl limit').fill('5')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.waitForURL(/\/dashboard\/\d+/)
  await page.getByLabel('How the crawl ended').waitFor()
  const websiteId = Number(/\/dashboard\/(\d+)/.exec(page.url())?.[1])
  const text = await page.evaluate(id => fetch(`/api/crawl/${id}`).then(answer => answer.text()), websiteId)
  const { crawlId }: { crawlId: number } = JSON.parse(text)
  return { websiteId, crawlId }
}

async function newPage(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newVisitor(browser)
  return { context, page: await context.newPage() }
}

/** Goes elsewhere, and waits until the server has noted it; returns when the clearing is due. */
async function leave(page: Page, { server, websiteId }: { server: TestServer; websiteId: number }): Promise<number> {
  await page.goto('about:blank')
  await until(() => typeof server.clearAtMs(websiteId) === 'number')
  return server.clearAtMs(websiteId) ?? 0
}

async function comeBack(page: Page, { server, websiteId }: { server: TestServer; websiteId: number }): Promise<void> {
  await page.goto(`${server.url()}/dashboard/${websiteId}`)
  await page.getByLabel('How the crawl ended').waitFor()
  await until(() => server.clearAtMs(websiteId) === null)
}

describe('a visitor who leaves', () => {
  test('and comes back in time finds everything, and nothing is cleared any more', async () => {
    const { context, page } = await newPage()
    const website = await crawlSite(page, patient.url())
    const here = { server: patient, websiteId: website.websiteId }
    const rows = patient.rowsOf(website)
    assert.ok((rows.page ?? 0) >= 5 && (rows.url ?? 0) > 5, JSON.stringify(rows))
    const leftMs = Date.now()
    const clearAtMs = await leave(page, here)
    assert.ok(clearAtMs >= leftMs + DELAY_MS, 'the delay is the server’s')
    await comeBack(page, here)
    assert.deepEqual(patient.rowsOf(website), rows)
    await context.close()
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
    await until(() => typeof patient.clearAtMs(website.websiteId) === 'number')
    assert.equal(departures.length, 1)
    await setVisibility(page, 'visible')
    await until(() => patient.clearAtMs(website.websiteId) === null)
    await context.close()
  })

  test('and stays away leaves no row behind, and a late return says so and offers to crawl again', async () => {
    const { context, page } = await newPage()
    const website = await crawlSite(page, hasty.url())
    await page.reload()
    await page.getByLabel('How the crawl ended').waitFor()
    assert.ok((await keptKinds(page, website.websiteId)).includes('crawl'), 'there is something to forget')
    await leave(page, { server: hasty, websiteId: website.websiteId })
    await until(() => Object.keys(hasty.rowsOf(website)).length === 0)
    await page.goto(`${hasty.url()}/dashboard/${website.websiteId}`)
    await page.getByText('This crawl was cleared after you left').waitFor()
    await page.reload()
    await page.getByText('This crawl was cleared after you left').waitFor()
    assert.deepEqual(await keptKinds(page, website.websiteId), [], 'the session cache is emptied')
    await page.getByRole('button', { name: 'Crawl again' }).click()
    await page.waitForURL(
      address => /\/dashboard\/\d+$/.test(address.pathname) && !address.pathname.endsWith(`/${website.websiteId}`),
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
    assert.ok((hasty.rowsOf(website).page ?? 0) > 0, 'nobody was there to clear it')
    await hasty.start()
    await until(() => Object.keys(hasty.rowsOf(website)).length === 0)
    await page.goto(`${hasty.url()}/dashboard/${website.websiteId}`)
    await page.getByText('This crawl was cleared after you left').waitFor()
    await context.close()
  })

  test('is not forgotten by a server that starts again: coming back in time still takes it back', async () => {
    const { context, page } = await newPage()
    const website = await crawlSite(page, patient.url())
    const here = { server: patient, websiteId: website.websiteId }
    const rows = patient.rowsOf(website)
    const clearAtMs = await leave(page, here)
    await patient.stop()
    await patient.start()
    assert.equal(patient.clearAtMs(website.websiteId), clearAtMs, 'the time stands')
    await comeBack(page, here)
    assert.deepEqual(patient.rowsOf(website), rows)
    await context.close()
  })
})

/** What the session cache holds of a website: the first words of the queries' keys. */
function keptKinds(page: Page, websiteId: number): Promise<string[]> {
  return page.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('query-cache') ?? '{"queries":[]}').queries
    .map(query => query.queryKey).filter(key => key[1] === ${websiteId}).map(key => key[0])`)
}

/** A headless browser shows every page always: the page is told what a browser with a window would tell it. */
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
          answer => answer.status,
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
    const answer = await page.evaluate(
      id => fetch(`/api/crawl/${id}/clear?after=departure`, { method: 'POST' }).then(sent => sent.status),
      websiteId,
    )
    assert.deepEqual([answer, patient.clearAtMs(websiteId)], [200, null])
    await context.close()
  })

  for (const action of ['prefetch', 'prerender'] as const)
    test(`a page that is only ${action}ed asks for nothing and clears nothing`, async () => {
      await using proxy = await startRecordingProxy(patient.url())
      // Only so that the rules can be put into the page from outside.
      const context = await browser.newContext({ bypassCSP: true })
      const page = await context.newPage()
      const { websiteId } = await crawlSite(page, proxy.url)
      proxy.requests.length = 0
      await loadAhead(page, { action, address: `${proxy.url}/errors/${websiteId}` })
      // What is loaded ahead and never shown is given up.
      await page.evaluate(`document.getElementById('rules').remove()`)
      await page.evaluate(() => fetch('/api/session'))
      const ahead = proxy.requests.filter(each => each.purpose !== '').map(each => each.path)
      assert.ok(ahead.includes(`/errors/${websiteId}`), 'it was loaded ahead')
      assert.deepEqual(departuresOf(proxy.requests), [])
      assert.equal(patient.clearAtMs(websiteId), null)
      await context.close()
    })
})

/** Puts speculation rules into the page; resolves when the address stands ready. */
async function loadAhead(
  page: Page,
  { action, address }: { action: 'prefetch' | 'prerender'; address: string },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const ready = Promise.withResolvers<void>()
  const note = ({ status }: { status: string }) => {
    if (status === 'Ready') ready.resolve()
    if (status === 'Failure') ready.reject(new Error(`the browser cannot ${action} ${address}`))
  }
  session.on('Preload.prefetchStatusUpdated', event => action === 'prefetch' && note(event))
  session.on('Preload.prerenderStatusUpdated', event => action === 'prerender' && note(event))
  await session.send('Preload.enable')
  const rules = JSON.stringify({ [action]: [{ urls: [address], eagerness: 'immediate' }] })
  await page.evaluate(`const rules = document.createElement('script')
    rules.id = 'rules'
    rules.type = 'speculationrules'
    rules.textContent = ${JSON.stringify(rules)}
    document.head.append(rules)`)
  await ready.promise
}

function departuresOf(requests: readonly { path: string }[]): string[] {
  return requests.map(each => each.path).filter(path => DEPARTURE.test(path))
}
