import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '../src/fetch/test-server.ts'
import { buildWebIfNeeded } from '../src/runtime/web-build.ts'
import { endpoints } from '../src/shared/api/endpoints.ts'
import { hrefTo } from '../src/shared/routes.ts'
import { googleResponse } from '../test/pagespeed/google-responses.ts'
import { launchBrowser, newVisitor } from '../test/support/browser-page.ts'
import { startTestServer } from '../test/support/product.ts'
import { idle, watchLoading } from '../test/support/quiescent.ts'
import { startSlowSite } from '../test/support/slow-site.ts'
import { until } from '../test/support/until.ts'
import { smallPng } from './small-png.ts'

/**
 * Takes pictures of every screen and of its dialogs, light, dark and at phone width, of a crawl of the demo site; those of the
 * administration while other crawls run and wait. A public page is measured by a server that responds as Google does.
 *
 *   node scripts/screenshots.ts [FOLDER [NAME…]]
 *
 * Without a folder those that the README shows, into docs/screenshots.
 */
const DOCUMENTED = [path.join(import.meta.dirname, '..', 'docs', 'screenshots'), 'dashboard']
const [folder = '', ...chosenNames] = process.argv.length > 2 ? process.argv.slice(2) : DOCUMENTED
const views = [
  { name: 'light', theme: 'light', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', width: 360, height: 740 },
] as const
const ADMIN_PASSWORD = 'lantern-orchard-47-basalt'
const MEASURED_BY_GOOGLE = 'http://1.1.1.1/shop'

mkdirSync(folder, { recursive: true })
await buildWebIfNeeded()
await using site = await startDemoSite()
await using slowSite = await startSlowSite()
await using google = await serveHttp((_request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(googleResponse({ id: MEASURED_BY_GOOGLE }))),
)
await using server = await startTestServer({
  flags: {
    'admin-password': ADMIN_PASSWORD,
    'crawls-at-once': '1',
    pagespeed: 'auto',
    'pagespeed-key': 'a-key',
    'pagespeed-url': google.origin,
  },
})
const browser = await launchBrowser()
const owner = await newVisitor(browser)
const websiteId = await crawl(owner, site.url)
await until(async () => {
  const response = await owner.request.get(`${server.url}/api/crawl/${websiteId}`)
  return endpoints.crawlResult.response.parse(await response.json()).status === 'complete'
})
for (const url of [site.url, MEASURED_BY_GOOGLE])
  await owner.request.get(`${server.url}/api/pagespeed?url=${encodeURIComponent(url)}`, { timeout: 0 })

interface Picture {
  href: string
  /** Prepares the screen for the picture. */
  prepare?: (page: Page) => Promise<unknown>
}

const dialog = (page: Page) => page.getByRole('dialog')
const of = (screen: Parameters<typeof hrefTo>[0], query: Record<string, string> = {}) =>
  hrefTo(screen, websiteId, query)

const visitorPictures: Record<string, Picture> = {
  landing: { href: '/' },
  'scope-preview': {
    href: '/',
    prepare: async page => {
      await page.getByLabel('Website URL').fill(site.url)
      await page.getByRole('button', { name: 'Advanced' }).click()
      await page.getByLabel('Exclude').fill('/breads/')
      await page.getByRole('button', { name: 'Preview which URLs are crawled' }).click()
      await dialog(page).getByLabel('URLs').fill('/\n/breads/rye\n/internal/\nhttps://example.com/')
      await dialog(page).getByRole('button', { name: 'Preview', exact: true }).click()
      await dialog(page).getByText('Not requested').first().waitFor()
    },
  },
  ownership: {
    href: '/',
    prepare: async page => {
      await page.getByLabel('Website URL').fill(site.url)
      await page.getByRole('button', { name: 'Advanced' }).click()
      await page.getByRole('button', { name: 'Prove that the website is yours' }).click()
      await dialog(page).getByRole('button', { name: 'Check now' }).click()
      await dialog(page).getByText('The token was not found.').waitFor()
    },
  },
  dashboard: { href: of('dashboard') },
  'export-menu': {
    href: of('dashboard'),
    prepare: async page => {
      await page.getByRole('button', { name: 'Export Full Report' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  'client-report': {
    href: of('dashboard'),
    prepare: async page => {
      await page.getByRole('button', { name: 'Export Full Report' }).click()
      await page.getByRole('menuitem', { name: 'Client report' }).click()
      await dialog(page).waitFor()
    },
  },
  'page-speed': {
    href: of('dashboard', { tab: 'page-speed', measure: MEASURED_BY_GOOGLE }),
    prepare: async page => {
      await page.getByRole('region', { name: 'Page speed', exact: true }).scrollIntoViewIfNeeded()
      await page.getByText('Overall score').waitFor()
      await page
        .getByRole('tabpanel')
        .getByText(/opportunit(?:y|ies) to make it faster/)
        .first()
        .waitFor()
      await page.getByRole('tablist').evaluate(element => element.scrollIntoView())
    },
  },
  'issues-by-check': {
    href: of('issues-by-check'),
    prepare: async page => {
      await page.getByRole('button', { name: 'Missing text compression' }).click()
      await page.getByRole('button', { name: /^Pages of: / }).click()
      await page.getByRole('table', { name: 'Pages with this cause' }).getByRole('link').first().waitFor()
    },
  },
  errors: { href: of('errors') },
  'issue-panel': {
    href: of('errors', { check: 'internal-link-broken' }),
    prepare: async page => {
      await page
        .locator('main')
        .getByText(/Broken link: 404/)
        .first()
        .click()
      await dialog(page).waitFor()
    },
  },
  warnings: { href: of('warnings') },
  passed: { href: of('passed') },
  'broken-links': { href: of('broken-links') },
  'meta-data': { href: of('meta-data') },
  redirects: { href: of('redirects') },
  duplicates: { href: of('duplicates') },
  'image-issues': { href: of('image-issues') },
  'pages-list': { href: of('pages-list') },
  changes: { href: of('changes') },
  'changed-pages': { href: of('changes', { list: 'pages-changed' }) },
  'not-crawled': { href: of('not-crawled') },
  languages: { href: of('languages') },
  'robots-tester': {
    href: of('robots-tester'),
    prepare: async page => {
      await page.getByLabel('robots.txt', { exact: true }).fill('User-agent: *\nDisallow: /breads/')
      await page.getByLabel('Paths or URLs').fill('/\n/breads/rye')
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('table', { name: 'URLs that the draft would change' }).waitFor()
    },
  },
  'page-insights': {
    href: of('page-insights', { url: `${site.url}breads/rye` }),
    prepare: page => page.getByRole('heading', { name: /Breads: rye/ }).waitFor(),
  },
  'site-structure': {
    href: of('site-structure'),
    prepare: page => page.locator('canvas[data-settled=true]').waitFor(),
  },
  projects: { href: hrefTo('projects') },
  settings: { href: hrefTo('settings') },
  help: { href: hrefTo('help') },
  'not-found': { href: '/no-such-screen' },
  login: {
    href: of('dashboard'),
    prepare: async page => {
      await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
      await dialog(page).waitFor()
    },
  },
}

const adminPictures: Record<string, Picture> = {
  operations: { href: hrefTo('operations'), prepare: page => page.getByText('/shop/start').first().waitFor() },
  users: { href: hrefTo('users'), prepare: page => page.getByText('built in').first().waitFor() },
  'add-user': {
    href: hrefTo('users'),
    prepare: async page => {
      await page.getByRole('button', { name: 'Add user' }).click()
      await dialog(page).waitFor()
    },
  },
  account: {
    href: hrefTo('projects'),
    prepare: async page => {
      await page.getByRole('banner').getByTitle('admin').click()
      await dialog(page).getByLabel('Current password', { exact: true }).waitFor()
    },
  },
  'api-keys': {
    href: hrefTo('projects'),
    prepare: async page => {
      await page.getByRole('banner').getByTitle('admin').click()
      await dialog(page).getByRole('button', { name: 'API keys' }).click()
      await dialog(page).getByRole('list', { name: 'API keys' }).waitFor()
    },
  },
}

await take(visitorPictures, { cookies: await owner.cookies() })
const others = await newVisitor(browser)
for (const name of ['shop', 'blog']) await crawl(others, `${slowSite.origin}/${name}/start`)
const admin = await newVisitor(browser)
await admin.request.get(server.url)
await post(admin, endpoints.login.path, { username: 'admin', password: ADMIN_PASSWORD })
await post(admin, endpoints.addApiKey.path, { name: 'Build server', scopes: 'read+crawl', expiresInDays: 90 })
await take(adminPictures, { cookies: await admin.cookies(), isSignedIn: true })
await browser.close()

interface Looker {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  isSignedIn?: boolean
}

async function take(pictures: Record<string, Picture>, { cookies, isSignedIn = false }: Looker): Promise<void> {
  for (const view of views) {
    const visitor = await newVisitor(browser, view)
    await watchLoading(visitor)
    await visitor.addCookies(cookies)
    if (isSignedIn) await meetUser(visitor)
    for (const [name, { href, prepare }] of Object.entries(pictures)) {
      if (chosenNames.length > 0 && !chosenNames.includes(name)) continue
      const page = await visitor.newPage()
      await page.goto(server.url + href)
      await idle(page)
      await prepare?.(page)
      await idle(page)
      const picture = await page.screenshot({ animations: 'disabled' })
      writeFileSync(path.join(folder, `${name}-${view.name}.png`), smallPng(picture))
      await page.close()
    }
    await visitor.close()
  }
}

/** The first document of a new browser reloads once the user is known. */
async function meetUser(visitor: BrowserContext): Promise<void> {
  const page = await visitor.newPage()
  await page.goto(server.url + hrefTo('help'))
  await page.getByTitle('Logout').waitFor()
  await page.close()
}

async function crawl(from: BrowserContext, url: string): Promise<number> {
  const response = await post(from, endpoints.startCrawl.path, { url, crawlLimit: 500 })
  return endpoints.startCrawl.response.parse(response).websiteId
}

async function post(from: BrowserContext, path: string, data: object): Promise<unknown> {
  const response = await from.request.post(server.url + path, { data })
  if (!response.ok()) throw new Error(`${path} responded with ${response.status()}: ${await response.text()}`)
  return response.json()
}
