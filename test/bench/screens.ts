import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startDemoSite } from '#demo-site/site.ts'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { databasePath } from '#runtime/database.ts'
import { buildWebIfNeeded } from '#runtime/web-build.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { IssueType, NewIssue, Severity } from '#shared/model.ts'
import { hrefTo, type ScreenName } from '#shared/routes.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { launchBrowser, newVisitor } from '../support/browser-page.ts'
import { type Audit, auditPage, launchForLighthouse } from '../support/lighthouse-audit.ts'
import { startTestServer } from '../support/product.ts'
import { idle, watchLoading } from '../support/quiescent.ts'
import { extractTestPage, temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/**
 * How long the screens take over a large crawl, from the click on a link to the painted table, as a multiple of a screen that shows
 * nothing of it; how long the graph of a larger one takes; and how Lighthouse rates the speed of our own pages. Medians.
 * `npm run bench:screens [RUNS]`.
 */
const RUNS = Number(process.argv[2] ?? 5)
const PAGES = 500
const ISSUES_PER_PAGE = 10
const NODES = 5_000
const BUSY_TIMEOUT_MS = 5_000
/** Benchmark index of a phone of the middle class, by which Chrome DevTools calibrates its throttling; and what Lighthouse assumes of computers. */
const PHONE_INDEX = 1_000
const USUAL_SLOWDOWN = 4
const tables = ['errors', 'pages-list', 'meta-data', 'duplicates', 'image-issues'] as const

interface Sort {
  checkId: string
  type: IssueType
  severity: Severity
}
/** What each page of the large crawl has, so that every list is long. */
const sorts: readonly Sort[] = [
  { checkId: 'title-missing', type: 'meta_issue', severity: 'error' },
  { checkId: 'meta-description-missing', type: 'meta_issue', severity: 'warning' },
  { checkId: 'title-duplicate', type: 'duplicate', severity: 'warning' },
  { checkId: 'image-broken', type: 'image_issues', severity: 'error' },
  { checkId: 'image-alt-missing', type: 'missing_alt_tags', severity: 'warning' },
]

const urlOf = (name: string, index: number) => `https://${name}.test/section-${index % 20}/page-${index}`

function issuesOf(name: string, index: number): NewIssue[] {
  const pageUrl = urlOf(name, index)
  return Array.from({ length: ISSUES_PER_PAGE }, (_, position) => {
    const sort = sorts[position % sorts.length]
    const urls = Array.from({ length: 3 }, (_, step) => urlOf(name, (index + step) % PAGES))
    const evidence = [{ kind: 'urls' as const, label: 'Pages', urls, total: urls.length }]
    return testIssue(pageUrl, { ...sort, message: `Finding ${position} of page ${index}`, details: { evidence } })
  })
}

function pagesOf(name: string, count: number): TestPage[] {
  return Array.from({ length: count }, (_, index) => ({
    url: index === 0 ? `https://${name}.test/` : urlOf(name, index),
    title: `Page ${index} of ${name}`,
    issues: name === 'large' ? issuesOf(name, index) : [],
  }))
}

await using folder = { path: temporaryFolder(), [Symbol.asyncDispose]: () => rm(folder.path, { recursive: true }) }
await buildWebIfNeeded()
const crawls = await fillStore()
await using server = await startTestServer({ folder: folder.path })
const browser = await launchBrowser()
const owner = await newVisitor(browser)
await watchLoading(owner)
await owner.request.post(`${server.url}${endpoints.login.path}`, { data: crawls.credentials })
await meetUser(owner)
await timeTables(owner, crawls.large)
await timeGraph(owner, crawls.wide)
await browser.close()
await measureSpeed()

/** Two crawls of the account user, past the engine. */
async function fillStore() {
  const credentials = { username: 'user', password: 'meadow-copper-19-violin' }
  const flags = { 'user-password': credentials.password }
  // The first start makes the account.
  await (await startTestServer({ folder: folder.path, flags }))[Symbol.asyncDispose]()
  await using store = await openSqliteStore({
    file: databasePath(folder.path),
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    extract: extractTestPage,
  })
  const account = await store.accounts.findByName(credentials.username)
  if (!account) throw new Error('there is no account')
  const add = async (name: string, count: number) => {
    const crawl = { ownerId: account.ownerId, url: `https://${name}.test/`, nowMs: Date.now() }
    return (await addCrawl(store, { ...crawl, pages: pagesOf(name, count) })).websiteId
  }
  return { credentials, large: await add('large', PAGES), wide: await add('wide', NODES) }
}

/** The first document of a browser that has not heard of its user loads itself anew. */
async function meetUser(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(server.url + hrefTo('help'))
  await page.getByTitle('Logout').waitFor()
  await page.close()
}

async function timeTables(context: BrowserContext, websiteId: number): Promise<void> {
  const times = new Map<ScreenName, number[]>()
  for (const screen of ['help', ...tables] as const) {
    const taken: number[] = []
    for (let run = 0; run <= RUNS; run++)
      taken.push(await clickTime(context, hrefTo(screen, screen === 'help' ? null : websiteId)))
    // The first one warms server and browser.
    times.set(screen, taken.slice(1))
  }
  const base = median(times.get('help') ?? [])
  console.log(`\nfrom click to painted table, ${PAGES} pages with ${PAGES * ISSUES_PER_PAGE} issues, ${RUNS} runs`)
  for (const [screen, taken] of times)
    console.log(
      `${screen.padEnd(14)} ${milliseconds(taken)}  ${(median(taken) / base).toFixed(2)} times the help screen`,
    )
}

/** Nothing is kept from the last screen: a tab of its own, with its own session storage. */
async function clickTime(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(server.url + hrefTo('settings'))
  await idle(page)
  const startedMs = performance.now()
  const left = page.waitForEvent('framenavigated')
  await page.evaluate(`location.assign(${JSON.stringify(url)})`)
  await left
  await idle(page)
  const tookMs = performance.now() - startedMs
  await page.close()
  return tookMs
}

async function timeGraph(context: BrowserContext, websiteId: number): Promise<void> {
  const painted: number[] = []
  const arranged: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page: Page = await context.newPage()
    const startedMs = performance.now()
    await page.goto(server.url + hrefTo('site-structure', websiteId))
    await page.locator('canvas[data-settled]').waitFor()
    painted.push(performance.now() - startedMs)
    await page.locator('canvas[data-settled=true]').waitFor({ timeout: 120_000 })
    arranged.push(performance.now() - startedMs)
    await page.close()
  }
  console.log(
    `\nsite structure of ${NODES} pages: first paint ${milliseconds(painted)}, settled ${milliseconds(arranged)}`,
  )
}

/** Lighthouse as on a phone, over a crawl of the demo site. */
async function measureSpeed(): Promise<void> {
  await using site = await startDemoSite()
  await using own = await startTestServer()
  const visiting: Browser = await launchBrowser()
  const visitor = await newVisitor(visiting)
  const started = await visitor.request.post(`${own.url}/api/crawl`, { data: { url: site.url, crawlLimit: 500 } })
  const { websiteId } = endpoints.startCrawl.response.parse(await started.json())
  await until(async () => {
    const response = await visitor.request.get(`${own.url}/api/crawl/${websiteId}`)
    return endpoints.crawlResult.response.parse(await response.json()).status === 'complete'
  })
  const cookies = (await visitor.cookies()).map(({ name, value, domain, path }) => ({ name, value, domain, path }))
  await visiting.close()
  const measuring = await launchForLighthouse(cookies)
  const audit = (screen: Parameters<typeof hrefTo>[0], cpuSlowdownMultiplier: number) =>
    auditPage(measuring, {
      url: own.url + hrefTo(screen, screen === 'landing' ? null : websiteId),
      only: ['performance'],
      cpuSlowdownMultiplier,
    })
  const { benchmarkIndex } = await audit('landing', USUAL_SLOWDOWN)
  const slowdown = Math.min(USUAL_SLOWDOWN, Math.max(1, benchmarkIndex / PHONE_INDEX))
  console.log(
    `\nLighthouse on a simulated phone, ${slowdown.toFixed(1)} times slower than this machine (index ${Math.round(benchmarkIndex)}), ${RUNS} runs`,
  )
  for (const screen of ['landing', 'dashboard', 'issues-by-check', 'errors', 'pages-list', 'languages'] as const) {
    const audits: Audit[] = []
    for (let run = 0; run < RUNS; run++) audits.push(await audit(screen, slowdown))
    const of = (read: (audit: Audit) => number) => Math.round(median(audits.map(read)))
    console.log(
      `${screen.padEnd(15)} performance ${of(({ scores }) => scores.performance)}, FCP ${of(({ fcpMs }) => fcpMs)} ms, LCP ${of(({ lcpMs }) => lcpMs)} ms, TBT ${of(({ tbtMs }) => tbtMs)} ms, CLS ${median(audits.map(({ cls }) => cls)).toFixed(3)}`,
    )
  }
  await measuring.close()
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function milliseconds(values: readonly number[]): string {
  return `${Math.round(median(values))} ms (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`
}
