import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { newVisitor } from '../support/browser-page.ts'
import { type OwnResponse, type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { until } from '../support/until.ts'

/**
 * The error catalogue in a real Chromium: a proxy before the real server gives the responses that a server gives when something is
 * wrong with it, and what is then on screen is read.
 */

let site: DemoSite
let server: RunningServer
let proxy: RecordingProxy
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []
const warnings: string[] = []
/** Responses in place of the server's, by the beginning of the path with its query. */
const responses = new Map<string, OwnResponse>()

const json = (value: unknown): OwnResponse => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const failure = (status: number, body = ''): OwnResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
})
const noPages: OwnResponse = {
  headers: { 'content-type': 'application/json', 'x-total-count': '0' },
  body: '[]',
}
const noIssues = json({ issues: [], totalCount: 0, hasMore: false, currentPage: 1, pageCount: 0 })

function ownResponse(path: string): OwnResponse | undefined {
  return [...responses].find(([beginning]) => path.startsWith(beginning))?.[1]
}

const main = () => page.locator('main')
const open = (url: string) => page.goto(proxy.url + url)
const api = (name: 'crawl' | 'issues' | 'pages' | 'checks') => `/api/${name}/${websiteId}`

/** The toast on show, as it stands there: not by its role, for a dialog may hide it from those. */
function toast(title: string, description: string) {
  return page.locator('li[data-state=open]').filter({ hasText: title }).filter({ hasText: description })
}

async function waitForDestructive(title: string, description: string): Promise<void> {
  await toast(title, description).and(page.locator('.border-error-line')).waitFor()
}

before(async () => {
  const demo = await sharedDemo()
  ;({ site, server, browser, websiteId } = demo)
  proxy = await startRecordingProxy(server.url, { respond: ownResponse })
  visitor = await demo.newOwner()
  // What one document has seen is otherwise believed by the next.
  await visitor.addInitScript(`try { sessionStorage.removeItem('query-cache') } catch {}`)
  page = await visitor.newPage()
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'warning') warnings.push(message.text())
    // The browser itself reports refused requests; what they say is looked at on screen.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
})

after(() => proxy[Symbol.asyncDispose]())

async function crawl(url: string): Promise<number> {
  const response = await visitor.request.post(`${server.url}/api/crawl`, { data: { url, crawlLimit: 500 } })
  return endpoints.startCrawl.response.parse(await response.json()).websiteId
}

/** Sends these responses while `look` runs. */
async function withResponses(given: Record<string, OwnResponse>, look: () => Promise<void>): Promise<void> {
  for (const [path, response] of Object.entries(given)) responses.set(path, response)
  try {
    await look()
  } finally {
    responses.clear()
  }
}

describe('a crawl that does not start', () => {
  const refusals: [string, OwnResponse, string, string][] = [
    [
      'with the words of the server',
      failure(500, 'The disk is full.'),
      '500: The disk is full.',
      'Failed to start crawl: The disk is full.',
    ],
    ['with the status text of an empty response', failure(503), '503: Service Unavailable', 'Failed to start crawl'],
    ['without an id', json({}), 'No website ID returned from crawl operation', 'Failed to start crawl'],
    [
      'with an unreadable response',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' },
      'An unexpected error occurred',
      'Failed to start crawl',
    ],
  ]
  for (const [name, response, description, inForm] of refusals)
    test(`is shown in a toast and in the form, ${name}`, () =>
      withResponses({ '/api/crawl': response }, async () => {
        await open('/')
        await page.getByPlaceholder('Enter website URL...').fill(site.url)
        await page.getByLabel('URL crawl limit').fill('7')
        await page.getByRole('button', { name: 'Scan', exact: true }).click()
        await waitForDestructive('Crawl Failed', description)
        await page.getByRole('alert').getByText(inForm, { exact: true }).waitFor()
        assert.equal(await page.getByPlaceholder('Enter website URL...').inputValue(), site.url, 'the form is left')
        assert.equal(await page.getByLabel('URL crawl limit').inputValue(), '7')
        assert.equal(new URL(page.url()).pathname, '/')
      }))
})

test('a crawl that starts is shown in a toast, the list of websites is requested again, and the header’s form is empty', () =>
  withResponses({ '/api/crawl': json({ websiteId, crawlId: 1, isStarted: true }) }, async () => {
    await open('/help')
    const form = page.getByRole('form', { name: 'Start a crawl' })
    await form.getByLabel('Website URL to crawl').fill(site.url)
    proxy.requests.length = 0
    await form.getByRole('button', { name: 'Crawl' }).click()
    await page.waitForURL(`**/dashboard/${websiteId}`)
    responses.clear()
    const requested = proxy.requests.map(({ method, path }) => `${method} ${path}`)
    const [started, next] = requested.filter(each => /crawl$|dashboard|websites/.test(each))
    assert.deepEqual([started, next], ['POST /api/crawl', 'GET /api/websites'])
    await toast('Crawl Started', `Successfully started crawling ${site.url}`).waitFor()
    assert.equal(await form.getByLabel('Website URL to crawl').inputValue(), '')
  }))

describe('what cannot be fetched is reported with the status text, beside the words of the server', () => {
  const rows: [string, () => string, string, () => Record<string, OwnResponse>][] = [
    [
      'websites, on /projects',
      () => '/projects',
      'Failed to fetch websites: Internal Server Error',
      () => ({ '/api/websites': failure(500, 'Nothing can be read.') }),
    ],
    [
      'websites, on the dashboard',
      () => '/dashboard',
      'Failed to fetch websites: Internal Server Error',
      () => ({ '/api/websites': failure(500, 'Nothing can be read.') }),
    ],
    [
      'crawl results, on the dashboard',
      () => hrefTo('dashboard', websiteId),
      'Failed to fetch crawl results: Bad Gateway',
      () => ({ [api('crawl')]: failure(502, 'Nothing can be read.') }),
    ],
    [
      'crawl results, above a list of issues',
      () => hrefTo('errors', websiteId),
      'Failed to fetch crawl results: Bad Gateway',
      () => ({ [api('crawl')]: failure(502, 'Nothing can be read.') }),
    ],
    [
      'issues',
      () => hrefTo('errors', websiteId),
      'Failed to fetch issues: Internal Server Error',
      () => ({ [api('issues')]: failure(500, 'Nothing can be read.') }),
    ],
    [
      'issues of one page',
      () => hrefTo('meta-data', websiteId, { url: site.url }),
      'Failed to fetch issues for specific URL',
      () => ({ [api('issues')]: failure(500, 'Nothing can be read.') }),
    ],
    [
      'pages',
      () => hrefTo('pages-list', websiteId),
      'Failed to fetch pages: Gateway Timeout',
      () => ({ [api('pages')]: failure(504, 'Nothing can be read.') }),
    ],
    [
      'passed pages',
      () => hrefTo('passed', websiteId),
      'Failed to fetch pages: Gateway Timeout',
      () => ({ [api('pages')]: failure(504, 'Nothing can be read.') }),
    ],
    [
      'what each check checked',
      () => hrefTo('passed', websiteId),
      'Failed to fetch the checks: Gateway Timeout',
      () => ({ [api('checks')]: failure(504, 'Nothing can be read.') }),
    ],
  ]
  for (const [name, url, sentence, given] of rows)
    test(name, () => {
      const failing = given()
      return withResponses(failing, async () => {
        await open(url())
        const alert = main().getByRole('alert')
        await alert.getByText(sentence, { exact: true }).first().waitFor()
        await alert.getByText('Nothing can be read.').first().waitFor()
        const tryAgain = () => alert.getByRole('button', { name: 'Try Again' }).first().click()
        // A crawl is polled: it may come by itself as soon as it can, and the button is gone.
        if (api('crawl') in failing) await tryAgain()
        responses.clear()
        if (!(api('crawl') in failing)) await tryAgain()
        await alert.waitFor({ state: 'detached' })
      })
    })

  test('issues, in their own sentence alone where the response is none', () =>
    withResponses({ [api('issues')]: json({ issues: 'many' }) }, async () => {
      await open(hrefTo('errors', websiteId))
      await main().getByRole('alert').getByText('Failed to fetch issues', { exact: true }).waitFor()
    }))

  test('more issues, in a toast, and the button tries again', async () => {
    await open(hrefTo('dashboard', websiteId))
    const more = page.getByRole('button', { name: 'Load More Issues' })
    // The dashboard shows the first of those that it has loaded.
    await more.click()
    await page.getByText(/^Showing 50 of \d+ issues$/).waitFor()
    await withResponses({ [`${api('issues')}?offset=50&limit=50`]: failure(500) }, async () => {
      await more.click()
      await waitForDestructive('Failed to load more issues', 'Failed to fetch more issues: Internal Server Error')
      await page.getByRole('button', { name: 'Dismiss notification' }).click()
    })
    await more.click()
    await page.getByText(/^Showing (?!50 )\d+ of \d+ issues$/).waitFor()
  })
})

test('a poll that fails is only logged, and polling goes on', async () => {
  await using slow = await startSlowSite()
  await open('/')
  const id = await crawl(`${slow.origin}/start`)
  await open(hrefTo('dashboard', id))
  const progress = page.getByRole('region', { name: 'Crawl progress' }).or(page.getByLabel('Crawl progress')).first()
  await progress.getByText('Crawling website...').waitFor()
  const logged = () => warnings.filter(text => text.startsWith('the crawl status could not be fetched')).length
  const before = logged()
  await withResponses({ [`/api/crawl/${id}`]: failure(503) }, async () => {
    await until(() => logged() > before)
    assert.match(await progress.innerText(), /Crawling website\.\.\./)
    assert.equal(await main().getByText('Failed to fetch crawl results').count(), 0)
    assert.equal(await page.locator('li[data-state=open]').filter({ hasText: 'crawl' }).count(), 0, 'nor in a toast')
  })
  slow.letGo()
  await progress.getByText('Crawl complete - 3 pages crawled').waitFor()
  await visitor.request.post(`${server.url}/api/crawl/${id}/clear`)
})

describe('nothing to show is reported as such', () => {
  const empty = () => ({ [api('issues')]: noIssues, [api('pages')]: noPages })
  const rows: [string, () => string, string][] = [
    ['warnings', () => hrefTo('warnings', websiteId), 'No Warnings Found'],
    ['passed pages', () => hrefTo('passed', websiteId), 'No Passed Pages Found'],
    ['image issues', () => hrefTo('image-issues', websiteId), 'No image issues found'],
    ['meta data issues', () => hrefTo('meta-data', websiteId), 'No meta data issues found'],
    ['pages', () => hrefTo('pages-list', websiteId), 'No pages found'],
    ['redirects', () => hrefTo('redirects', websiteId), 'No issues found'],
  ]
  for (const [name, url, title] of rows)
    test(name, () =>
      withResponses(empty(), async () => {
        await open(url())
        await main().getByText(title, { exact: true }).waitFor()
      }),
    )

  test('issues, with the website that has none', () =>
    withResponses(empty(), async () => {
      await open(hrefTo('errors', websiteId))
      await main().getByText('No issues found', { exact: true }).waitFor()
      await main().getByText(`No issues were detected for ${site.url}`).waitFor()
    }))

  test('issues, before a website is selected', () =>
    withResponses({ '/api/websites': json([]) }, async () => {
      await open('/errors')
      await main().getByText('No issues found', { exact: true }).waitFor()
      await main().getByText('Select a website to view issues').waitFor()
    }))
})

test('storage that fails is only logged: themes, toasts, forms and reports work without it', async () => {
  const context = await newVisitor(browser)
  await context.addCookies(await visitor.cookies())
  await context.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })`)
  const blocked = await context.newPage()
  const logged: string[] = []
  blocked.on('pageerror', error => problems.push(error.message))
  blocked.on('console', message => logged.push(message.text()))
  await blocked.goto(server.url + hrefTo('errors', websiteId))
  await blocked.getByText(/^Found \d+ issues from crawling \d+ pages of/).waitFor()
  await blocked.getByRole('button', { name: 'Switch to dark theme' }).click()
  assert.equal(await blocked.evaluate(`document.documentElement.classList.contains('dark')`), true)
  await blocked.goto(server.url + hrefTo('dashboard', websiteId))
  await blocked.getByRole('button', { name: 'Schedule Monitoring' }).click()
  await blocked.getByText('Schedules need an account', { exact: true }).waitFor()
  assert.ok(
    logged.some(text => text.startsWith('browser storage failed')),
    logged.join('\n'),
  )
  await context.close()
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
