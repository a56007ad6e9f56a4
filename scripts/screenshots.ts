import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { hrefTo } from '../src/shared/routes.ts'
import { startTestSite } from '../test/site/site.ts'
import { launchBrowser, newVisitor } from '../test/support/browser-page.ts'
import { startTestServer } from '../test/support/product.ts'
import { startSlowSite } from '../test/support/slow-site.ts'
import { buildWebIfNeeded } from './build-web.ts'

/**
 * Takes pictures of every screen of this release, light, dark and at phone width, of a crawl of the demo site; those of the
 * administration while other crawls run and wait.
 */
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'docs', 'screenshots'))
const views = [
  { name: 'light', theme: 'light', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', width: 360, height: 740 },
] as const
const ADMIN_PASSWORD = 'lantern-orchard-47-basalt'

mkdirSync(folder, { recursive: true })
await buildWebIfNeeded()
await using site = await startTestSite()
await using slowSite = await startSlowSite()
await using server = await startTestServer({
  demoUrl: site.url,
  flags: { 'admin-password': ADMIN_PASSWORD, 'crawls-at-once': '1' },
})
const browser = await launchBrowser()
const first = await newVisitor(browser)
const page = await first.newPage()
await startCrawl(page, site.url)
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

const other = await (await newVisitor(browser)).newPage()
for (const name of ['shop', 'blog']) await startCrawl(other, `${slowSite.origin}/${name}/start`)
for (const view of views) {
  const visitor = await newVisitor(browser, view)
  const looked = await visitor.newPage()
  await looked.goto(server.url + hrefTo('operations'))
  await looked.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await looked.getByRole('dialog').getByLabel('Username').fill('admin')
  await looked.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await looked.keyboard.press('Enter')
  await looked.getByText('/shop/start').first().waitFor()
  // The greeting would cover the screen's end.
  await looked.getByRole('button', { name: 'Dismiss notification' }).click()
  await looked.screenshot({ path: path.join(folder, `operations-${view.name}.png`) })
  await looked.goto(server.url + hrefTo('users'))
  await looked.getByText('built in').first().waitFor()
  await looked.screenshot({ path: path.join(folder, `users-${view.name}.png`) })
  await visitor.close()
}
await browser.close()

async function startCrawl(from: Page, url: string): Promise<void> {
  await from.goto(server.url)
  await from.getByPlaceholder('Enter website URL...').fill(url)
  await from.getByLabel('URL crawl limit').fill('500')
  await from.getByRole('button', { name: 'Scan', exact: true }).click()
  await from.waitForURL(/\/dashboard\/\d+/)
}
