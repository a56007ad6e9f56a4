import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { isWebsiteAccess } from '#shared/api/contract.ts'
import { hrefTo, type ScreenName, screenNames } from '#shared/routes.ts'
import { type Row, rows } from '../attack/rows.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { startTestServer } from '../support/product.ts'
import { idle, watchLoading } from '../support/quiescent.ts'

/** Two visitors in browsers of their own: the second tries everything that a page can do to see or change what is the first's. */

/** Stands in everything about the first visitor's website, and in nothing else. */
const MARK = 'only-for-the-first'

let site: DemoSite
let server: RunningServer
let browser: Browser
let first: Page
let second: Page
let websiteId = 0
let crawlId = 0
/** What the first visitor reads after the crawl, and ever after. */
let atFirst: TextResponse[] = []

before(async () => {
  site = await startDemoSite()
  server = await startTestServer({ flags: { 'page-workers': '1', 'requests-per-minute': '1000000' } })
  browser = await launchBrowser()
  first = await (await newVisitor(browser)).newPage()
  const visitor = await newVisitor(browser)
  await watchLoading(visitor)
  second = await visitor.newPage()
  await second.goto(server.url)
  ;({ websiteId, crawlId } = await crawlSite(first, `${site.url}?${MARK}`))
  atFirst = await readFirst()
  assert.deepEqual([...new Set(atFirst.map(response => response.status))], [200])
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const crawlSite = (page: Page, url: string) => crawlByPage(page, { origin: server.url, url })

interface ApiRequest {
  path: string
  method?: string
  body?: unknown
}

interface TextResponse {
  status: number
  text: string
}

/** From within the page, with its cookie and its origin, one after the other. */
function call(page: Page, requests: readonly ApiRequest[]): Promise<TextResponse[]> {
  const sent = requests.map(({ path, method = 'GET', body }) => ({
    url: path,
    init: {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    },
  }))
  return page.evaluate(async each => {
    const responses: TextResponse[] = []
    for (const { url, init } of each) {
      const response = await fetch(url, init)
      responses.push({ status: response.status, text: await response.text() })
    }
    return responses
  }, sent)
}

/** All that the first visitor can read. */
function readFirst(): Promise<TextResponse[]> {
  const paths = ['/api/websites', ...['crawl', 'pages', 'issues'].map(part => `/api/${part}/${websiteId}`)]
  return call(
    first,
    paths.map(path => ({ path })),
  )
}

const UNKNOWN_ID = 4_711_000

describe('the second of two visitors', () => {
  for (const row of rows)
    test(`gets nothing of the first’s by ${row.name}`, async () => {
      const queries = ['', `?crawl=${crawlId}`, '?after=departure', `?id=${websiteId}`]
      const responses = await call(
        second,
        queries.map(query => requestOf(row, { id: websiteId, query })),
      )
      for (const { text } of responses) assert.equal(text.includes(MARK), false, text.slice(0, 200))
      if (row.path.includes(':id')) {
        const unknown = await call(
          second,
          queries.map(query => requestOf(row, { id: UNKNOWN_ID, query })),
        )
        assert.deepEqual(responses, unknown, 'the responses are as if it did not exist')
      }
      if (isWebsiteAccess(row.access))
        for (const response of responses) assert.deepEqual(response, { status: 404, text: 'Website not found' })
      assert.deepEqual(await readFirst(), atFirst)
    })

  const screens = screenNames.filter((name): name is Exclude<ScreenName, 'not-found'> => name !== 'not-found')
  for (const screen of screens)
    test(`sees nothing of the first’s on the screen ${screen}`, async () => {
      await second.goto(`${server.url}${hrefTo(screen, websiteId, { crawl: crawlId, url: site.url, issue: 1 })}`)
      await idle(second)
      assert.equal((await second.content()).includes(MARK), false)
      const kept = await second.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
      assert.equal(kept.includes(MARK), false)
    })

  test('has a website of their own after crawling the same URL, and the first’s is as it was', async () => {
    await crawlSite(second, `${site.url}?${MARK}`)
    assert.equal(second.url().endsWith(`/${websiteId}`), false)
    assert.deepEqual(await readFirst(), atFirst)
  })

  test('leaves without taking anything of the first’s along', async () => {
    await second.goto('about:blank')
    assert.deepEqual(await readFirst(), atFirst)
    await first.reload()
    await first.getByLabel('How the crawl ended').waitFor()
  })
})

function requestOf({ method, path }: Row, { id, query }: { id: number; query: string }): ApiRequest {
  const requested = { method, path: path.replace(':id', String(id)) + query }
  // Nothing that a crawl, an account or a session could begin with.
  return method === 'GET' ? requested : { ...requested, body: { id, websiteId: id } }
}
