import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { screenTitles } from '#api/screen-titles.ts'
import { ourCatalogue } from '#checks/index.ts'
import type { RunningServer } from '#runtime/server.ts'
import { type CrawlResultResponse, crawlResultSchema } from '#shared/api/crawls.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { issueListSchema } from '#shared/api/issues.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { type IssueType, issueTypes } from '#shared/model.ts'
import { hrefTo, matchRoute, screenNames } from '#shared/routes.ts'
import { xssCorpus } from '../attack/xss-corpus.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { type HostileTextSite, payloadPath, startHostileTextSite } from '../support/hostile-text-site.ts'
import { shownTitle } from '../support/hostile-title.ts'
import { type InertWatch, watchInertness } from '../support/inert-page.ts'
import { isFullMeasure, sampled } from '../support/measure.ts'
import { startTestServer } from '../support/product.ts'
import { idle, watchLoading } from '../support/quiescent.ts'

/** What a hostile site wrote, on every screen of the real server in a real Chromium: it is there to read, and does nothing. */

/** No check of this release finds these on a site on loopback, where nothing needs encryption. */
const notFoundHere: readonly IssueType[] = ['security_issue', 'sitemap_issue', 'performance_issue', 'ai_issue']
const PAGE_LIMIT = 2_000
/** One visitor requests hundreds of screens here. */
const serverFlags = {
  'max-crawl-limit': String(PAGE_LIMIT),
  'requests-per-minute': '1000000',
  'requests-per-minute-per-address': '1000000',
}
const POLL_MS = 100
/** One check of each type is opened in a run that is not at the full measure. */
const PANELS_PER_CHECK = isFullMeasure ? 2 : 1
/** Which the site writes. */
const payloads = sampled(xssCorpus, 4)
/** Of the whole corpus, which is written into URLs of ours. */
const SHARE_IN_URLS = 9
/** Of the hostile URLs of a screen, so many are loaded once; the others are gone to from there. */
const LOAD_EVERY = 15
/** The server takes no longer request lines (Node's limit on a request's head is 16 KiB). */
const MAX_URL_LENGTH = 12_000
/** The screens that show what was crawled, and the parameters that they read; the first three take any text. */
const crawlScreens = ['dashboard', 'errors', 'broken-links', 'pages-list', 'page-insights'] as const
const parameters = 'search url check type severity status tab sort order depth crawl issue'.split(' ')

let site: HostileTextSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let watch: InertWatch
let crawl: CrawlResultResponse

before(async () => {
  site = await startHostileTextSite(payloads)
  server = await startTestServer({ flags: serverFlags })
  browser = await launchBrowser()
  visitor = await newVisitor(browser)
  watch = await watchInertness(visitor, server.url)
  await watchLoading(visitor)
  page = await visitor.newPage()
  crawl = await crawlSite()
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function crawlSite(): Promise<CrawlResultResponse> {
  await page.goto(server.url)
  const started = await visitor.request.post(`${server.url}/api/crawl`, {
    data: { url: site.url, crawlLimit: PAGE_LIMIT, fields: ['Words = title'], rules: [hostileRule()] },
  })
  const { websiteId } = await started.json()
  for (;;) {
    const result = crawlResultSchema.parse(await apiJson(`/api/crawl/${websiteId}`))
    if (result.status === 'complete') return result
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** A rule whose texts are hostile, found on the page of each payload. */
function hostileRule() {
  const text = payloads[0]?.text ?? ''
  return {
    id: 'hostile',
    severity: 'warning',
    title: text.slice(0, 120),
    why: text,
    fix: text,
    conditions: 'url:contains:/p/',
  }
}

async function apiJson(path: string): Promise<unknown> {
  return (await visitor.request.get(server.url + path)).json()
}

async function issues(query: Record<string, string | number>) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return issueListSchema.parse(await apiJson(`/api/issues/${crawl.websiteId}?${search}`))
}

/** Opens a URL of the product, waits until it is drawn, and looks at it. */
async function visit(url: string, place: string): Promise<void> {
  await page.goto(server.url + url, { waitUntil: 'commit' })
  await lookAtScreen(place)
}

/** Goes to another URL of the screen that is shown, as the way back does: what reads the URL is the same as after a load. */
async function goOn(url: string, place: string): Promise<void> {
  await replaceUrl(url)
  await lookAtScreen(place)
}

async function replaceUrl(url: string): Promise<void> {
  await page.evaluate(`history.replaceState(history.state, '', ${JSON.stringify(url)})
    dispatchEvent(new PopStateEvent('popstate'))`)
}

async function lookAtScreen(place: string): Promise<void> {
  await idle(page)
  await watch.inspect(page, place)
  const { screen } = matchRoute(new URL(page.url()).pathname)
  assert.equal(await page.title(), screenTitles[screen].title, place)
}

describe('a site whose every text is hostile', () => {
  test('is crawled to its end, with issues of every type that such a site can have', (context: TestContext) => {
    assert.equal(crawl.endReason, 'finished')
    const found = new Set(crawl.issueTypes.map(({ type }) => type))
    const missing = issueTypes.filter(type => !found.has(type) && !notFoundHere.includes(type))
    assert.deepEqual(missing, [])
    context.diagnostic(`${payloads.length} payloads in ${site.placements()} places of ${crawl.pagesFound} URLs`)
  })

  test('has its titles given back by the API as they were', async () => {
    const rows = endpoints.listPages.response.parse(await apiJson(`/api/pages/${crawl.websiteId}?limit=10000`))
    const titles = new Map(rows.map(row => [row.url, row.title]))
    for (const [index, payload] of payloads.entries()) {
      const title = titles.get(new URL(payloadPath(index), site.url).href)
      assert.equal(title ?? '', shownTitle(payload.text), payload.name)
    }
  })

  const walks = [
    ['on any screen', visitScreens],
    ['in the panels of its issues, whole texts and opened lists included', openPanels],
    ['through the address bar', writeIntoUrls],
  ] as const
  for (const [where, walk] of walks)
    test(`does nothing ${where}`, async (context: TestContext) => {
      context.diagnostic(await undisturbed(walk))
    })

  test('is never sent as a document, whatever is requested from the API', async () => {
    for (const { name, text } of payloads) {
      const search = new URLSearchParams({ search: text, type: text, url: text })
      for (const path of [
        `/api/issues/${crawl.websiteId}`,
        `/api/pages/${crawl.websiteId}`,
        `/api/${encodeURIComponent(text.toWellFormed())}`,
      ]) {
        const headers = (await visitor.request.get(`${server.url}${path}?${search}`)).headers()
        assert.match(headers['content-type'] ?? '', /^(?:application\/json|text\/plain)/, name)
        assert.equal(headers['x-content-type-options'], 'nosniff', name)
      }
    }
  })
})

/** What a payload did is said before the step that failed for it. */
async function undisturbed(walk: () => Promise<string>): Promise<string> {
  try {
    return await walk()
  } finally {
    assert.deepEqual(watch.findings.splice(0), [])
  }
}

async function visitScreens(): Promise<string> {
  const screens = screenNames.filter(screen => screen !== 'not-found')
  const ofWebsite = (screen: (typeof screens)[number]) => hrefTo(screen, crawl.websiteId)
  const urls = screens.map(screen =>
    matchRoute(ofWebsite(screen)).screen === screen ? ofWebsite(screen) : hrefTo(screen),
  )
  for (const url of [...urls, hrefTo('dashboard'), hrefTo('errors'), '/no-such-screen']) await visit(url, url)
  return `${urls.length + 3} screens visited`
}

async function openPanels(): Promise<string> {
  const types = new Set<string>()
  let panels = 0
  await visit(hrefTo('errors', crawl.websiteId), 'errors')
  const checks = endpoints.crawlChecks.response.parse(await apiJson(`/api/checks/${crawl.websiteId}`))
  for (const { id: check } of checks.filter(({ issueCount }) => issueCount > 0)) {
    if (!isFullMeasure && types.has(ourCatalogue.get(check)?.type ?? '')) continue
    const { issues: listed, totalCount } = await issues({ check })
    // Elsewhere in the list each time, so that other checks show other payloads.
    const first = panels % Math.max(1, listed.length - PANELS_PER_CHECK + 1)
    for (const [index, issue] of listed.entries().drop(first).take(PANELS_PER_CHECK)) {
      const listPage = Math.floor(index / TABLE_PAGE_SIZE) + 1
      await replaceUrl(hrefTo('errors', crawl.websiteId, { check, page: listPage, issue: issue.id }))
      await idle(page)
      await openAll(`${index + 1} of ${totalCount}`)
      await watch.inspect(page, `panel of ${check} ${issue.pageUrl}`)
      types.add(issue.type)
      panels++
    }
  }
  assert.deepEqual([...types].sort(), crawl.issueTypes.map(({ type }) => type).sort())
  return `${panels} panels of ${types.size} types opened`
}

async function writeIntoUrls(): Promise<string> {
  let placements = 0
  let loads = 0
  for (const [turn, screen] of crawlScreens.entries()) {
    const ofScreen = xssCorpus.filter((_, index) => index % crawlScreens.length === turn)
    for (const [index, { name, text }] of sampled(ofScreen, SHARE_IN_URLS).entries()) {
      // Filters that the server refuses empty the list; every other time only the ones it takes any text for are set.
      const filled = index % 2 === 0 ? parameters : parameters.slice(0, 3)
      const fitting = [filled, parameters.slice(0, 1), []].find(
        names => urlWith(screen, names, text).length < MAX_URL_LENGTH,
      )
      const go = index % LOAD_EVERY === 0 ? visit : goOn
      await go(urlWith(screen, fitting ?? [], text), `${name} ${screen}`)
      loads += go === visit ? 1 : 0
      placements += (fitting ?? []).length + 1
    }
  }
  return `${xssCorpus.length} payloads in ${placements} places of the address bar, ${loads} of the URLs loaded`
}

/** A URL of a screen with the text in each of the parameters and in the fragment. */
function urlWith(screen: (typeof crawlScreens)[number], names: readonly string[], text: string): string {
  const query = Object.fromEntries(names.map(name => [name, text]))
  return `${hrefTo(screen, crawl.websiteId, query)}#${encodeURIComponent(text.toWellFormed())}`
}

/** Waits for the panel of the issue that stands there in its list, and opens everything in it that opens. */
async function openAll(position: string): Promise<void> {
  const panel = page.getByRole('dialog')
  await panel.getByText(position, { exact: true }).waitFor()
  await page.evaluate(`for (const each of document.querySelectorAll('[role=dialog] details')) each.open = true`)
  const more = panel.getByRole('button', { name: /^Show all/ })
  while ((await more.count()) > 0) await more.first().click()
}
