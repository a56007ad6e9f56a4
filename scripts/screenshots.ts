import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { hrefTo } from '../src/shared/routes.ts'
import { startTestSite } from '../test/site/site.ts'
import { launchBrowser, newVisitor } from '../test/support/browser-page.ts'
import { startTestServer } from '../test/support/product.ts'
import { buildWebIfNeeded } from './build-web.ts'

/** Takes pictures of every screen of this release, light, dark and at phone width, of a crawl of the demo site. */
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'docs', 'screenshots'))
const views = [
  { name: 'light', theme: 'light', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', width: 360, height: 740 },
] as const

mkdirSync(folder, { recursive: true })
await buildWebIfNeeded()
await using site = await startTestSite()
await using server = await startTestServer({ demoUrl: site.url })
const browser = await launchBrowser()
const first = await newVisitor(browser)
const page = await first.newPage()
await page.goto(server.url)
await page.getByPlaceholder('Enter website URL...').fill(site.url)
await page.getByLabel('URL crawl limit').fill('500')
await page.getByRole('button', { name: 'Scan', exact: true }).click()
await page.waitForURL(/\/dashboard\/\d+/)
const websiteId = Number(/\/dashboard\/(\d+)/.exec(page.url())?.[1])
await page
  .getByText(/The whole site was crawled/)
  .first()
  .waitFor()
const cookies = await first.cookies()

const screens = {
  landing: '/',
  dashboard: hrefTo('dashboard', websiteId),
  errors: hrefTo('errors', websiteId),
  'issue-panel': hrefTo('errors', websiteId, { check: 'internal-link-broken' }),
  'broken-links': hrefTo('broken-links', websiteId),
  'pages-list': hrefTo('pages-list', websiteId),
  planned: hrefTo('redirects', websiteId),
  'not-found': '/no-such-screen',
}
for (const view of views) {
  const visitor = await newVisitor(browser, view)
  await visitor.addCookies(cookies)
  const looked = await visitor.newPage()
  for (const [name, address] of Object.entries(screens)) {
    await looked.goto(server.url + address, { waitUntil: 'networkidle' })
    if (name === 'issue-panel') {
      await looked
        .locator('main')
        .getByText(/Broken link: 404/)
        .first()
        .click()
      await looked.getByRole('dialog').waitFor()
    }
    await looked.screenshot({ path: path.join(folder, `${name}-${view.name}.png`) })
  }
  await visitor.close()
}
await browser.close()
