import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** The journeys of this release in a real Chromium against the real server and the demo site. */

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  page = watch(await visitor.newPage())
})

describe('a visitor crawls the demo site and reads the report', () => {
  test('the landing page refuses what is no URL, at the field', async () => {
    await page.goto(server.url)
    assert.equal(await page.title().then(title => title.includes('Sitesounder')), true)
    await page.getByPlaceholder('Enter website URL...').fill('not a URL')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.getByText('Please enter a valid URL').first().waitFor()
  })

  test('Scan leads to the dashboard, which follows the crawl to its end', async () => {
    await page.getByPlaceholder('Enter website URL...').fill(site.url)
    await page.getByLabel('URL crawl limit').fill('500')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.waitForURL(/\/dashboard\/\d+/)
    websiteId = Number(/\/dashboard\/(\d+)/.exec(page.url())?.[1])
    await page.getByText('Issues Found').first().waitFor()
    await page
      .getByText(/The whole site was crawled/)
      .first()
      .waitFor()
  })

  test('the stat cards count what the API counts', async () => {
    const text = await page.evaluate(id => fetch(`/api/crawl/${id}`).then(response => response.text()), websiteId)
    const result: { overview: Record<string, number> } = JSON.parse(text)
    await page.reload()
    await page.getByText('Total Pages').first().waitFor()
    for (const name of ['totalPages', 'errors', 'redirects', 'duplicates']) {
      const count = String(result.overview[name] ?? -1)
      // Grey bars stand where counts will be.
      await until(async () => (await page.locator('main').innerText()).includes(count))
    }
  })

  test('/errors lists the issues, a filter narrows them, and an issue opens its panel', async () => {
    await page.goto(server.url + hrefTo('errors', websiteId))
    await page.getByText('Issues & Errors Overview').first().waitFor()
    await page
      .getByText(/Found \d+ issues from crawling \d+ pages of/)
      .first()
      .waitFor()
    await page.goto(`${server.url}${hrefTo('errors', websiteId)}?search=summer`)
    await page.goto(`${server.url}${hrefTo('errors', websiteId)}?severity=error&check=title-missing`)
    await page
      .getByRole('button', { name: /^Missing title/ })
      .first()
      .click()
    const panel = page.getByRole('dialog')
    await panel.waitFor()
    assert.match(await panel.innerText(), /why/i)
    assert.match(page.url(), /issue=/)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('/broken-links names the target, its status and who links to it', async () => {
    await page.goto(server.url + hrefTo('broken-links', websiteId))
    await page.getByText('/gone').first().waitFor()
    const text = await page.locator('main').innerText()
    assert.match(text, /404/)
    assert.match(text, /410/)
  })

  test('/pages-list shows ten pages at a time and filters by status', async () => {
    await page.goto(server.url + hrefTo('pages-list', websiteId))
    await page.getByText('All Crawled Pages').first().waitFor()
    await page
      .getByText(/Showing 1 to 10 of \d+ results/)
      .first()
      .waitFor()
    await page.goto(`${server.url}${hrefTo('pages-list', websiteId)}?status=4xx`)
    await page.getByText('/gone').first().waitFor()
  })

  test('/pages-list filters by indexability, with the reason in each row', async () => {
    await page.goto(`${server.url}${hrefTo('pages-list', websiteId)}?indexability=canonicalised`)
    const row = page.getByRole('row').filter({ hasText: '/indexing/canonical-to-redirect' })
    await row.getByText('Canonicalised to another URL').waitFor()
    await page.getByRole('button', { name: 'Indexability is Canonicalised to another URL', exact: true }).click()
    await page.getByLabel('Value', { exact: true }).selectOption('noindex')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('/indexing/directive-conflict').first().waitFor()
    assert.equal(await row.count(), 0)
  })

  test('/pages-list combines filters, shows and orders the columns that are chosen, and keeps views', async () => {
    await page.goto(server.url + hrefTo('pages-list', websiteId))
    await page.getByRole('button', { name: 'Add Filter' }).click()
    await page.getByLabel('Column', { exact: true }).selectOption('words')
    await page.getByLabel('Operator', { exact: true }).selectOption('under')
    await page.getByLabel('Value', { exact: true }).fill('50')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Words under 50', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('list', { name: 'Columns' })
    await columns.getByLabel('Canonical URL', { exact: true }).check()
    await columns.getByLabel('Depth', { exact: true }).press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    const heads = page.locator('main table thead th')
    await heads
      .getByText(/^Canonical/)
      .first()
      .waitFor()
    const shownHeads = await heads.allInnerTexts()

    await page.getByRole('button', { name: 'Save View' }).click()
    await page.getByLabel('Name of the view').fill('Thin pages')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await assertAccessible(page, 'the pages list with filters, columns and a view')

    const { filters, columns: written } = Object.fromEntries(new URL(page.url()).searchParams)
    assert.equal(filters, 'words:under:50')
    assert.match(written ?? '', /canonical/)
    const response = await page.request.get(`${server.url}/api/pages/${websiteId}?filters=${filters}`)
    const pages = endpoints.listPages.response.parse(await response.json())
    const counts = pages.map(({ wordCount }) => wordCount)
    assert.ok(counts.length > 0 && counts.every(count => count !== null && count < 50), counts.join(' '))

    await page.goto(server.url + hrefTo('pages-list', websiteId))
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /^Thin pages/ })
      .click()
    await page.getByRole('button', { name: 'Words under 50', exact: true }).waitFor()
    assert.deepEqual(await heads.allInnerTexts(), shownHeads, 'in the same order')
    await page.getByRole('button', { name: 'Remove filter Words under 50' }).click()
    await page.getByRole('button', { name: 'Words under 50', exact: true }).waitFor({ state: 'detached' })
  })

  test('/pages-list pages, sorts and searches among all pages of the crawl, by its URL', async () => {
    const response = await page.request.get(`${server.url}/api/pages/${websiteId}?sort=url`)
    const urls: string[] = (await response.json()).map(({ url }: { url: string }) => url)
    const total = Number(response.headers()['x-total-count'])
    const pagesOf = (size: number) => Math.ceil(total / size)
    const shown = () =>
      page
        .locator('main tbody tr td:first-child a[href*="/page-insights/"]')
        .evaluateAll(links =>
          links.map(link => new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('url')),
        )
    const showing = (first: number, last: number) =>
      page.getByText(`Showing ${first} to ${last} of ${total} results`).waitFor()

    await page.goto(server.url + hrefTo('pages-list', websiteId))
    await page.locator('main thead').getByRole('button', { name: 'URL', exact: true }).click()
    await page.getByLabel('Go to page').fill('3')
    await page.keyboard.press('Enter')
    await showing(21, 30)
    assert.deepEqual(await shown(), urls.slice(20, 30))
    assert.match(page.url(), /page=3/)

    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    await showing(11, 20)
    assert.deepEqual(await shown(), urls.slice(10, 20))

    await page.getByLabel('Rows per page').selectOption('25')
    await showing(1, 25)
    assert.deepEqual(await shown(), urls.slice(0, 25))
    await page.getByLabel('Go to page').fill('9999')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await showing((pagesOf(25) - 1) * 25 + 1, total)
    assert.match(page.url(), /size=25/)

    // The URL says all of it, and one behind the end leads to the last page.
    await page.reload()
    await showing((pagesOf(25) - 1) * 25 + 1, total)
    await page.goto(`${server.url}${hrefTo('pages-list', websiteId)}?sort=url&page=9999`)
    await showing((pagesOf(10) - 1) * 10 + 1, total)
    assert.deepEqual(await shown(), urls.slice((pagesOf(10) - 1) * 10))

    const last = new URL(urls.at(-1) ?? '').pathname
    await page.getByRole('searchbox').first().fill(last)
    await page.getByText(last).first().waitFor()
    await page.waitForURL(/search=/)
  })

  test('an unknown URL is the not-found screen with status 404', async () => {
    const response = await page.goto(`${server.url}/no-such-screen`)
    assert.equal(response?.status(), 404)
    await page.getByText('404 Page Not Found').first().waitFor()
    await page.getByText('Did you forget to add the page to the router?').waitFor()
    problems.splice(0, problems.length, ...problems.filter(each => !each.includes('/no-such-screen')))
  })

  test('another visitor sees nothing of it', async () => {
    const other = await newVisitor(browser)
    const stranger = await other.newPage()
    await stranger.goto(server.url)
    const responses = await stranger.evaluate(
      async id => ({
        websites: await fetch('/api/websites').then(response => response.json()),
        crawl: await fetch(`/api/crawl/${id}`).then(response => response.status),
        issues: await fetch(`/api/issues/${id}`).then(response => response.status),
        pages: await fetch(`/api/pages/${id}`).then(response => response.status),
        clear: await fetch(`/api/crawl/${id}/clear`, { method: 'POST' }).then(response => response.status),
        unknown: await fetch('/api/crawl/999999').then(response => response.status),
      }),
      websiteId,
    )
    assert.deepEqual(responses, { websites: [], crawl: 404, issues: 404, pages: 404, clear: 404, unknown: 404 })
    await other.close()
  })
})

/** Each row is like the next: a few of those that a report has by the dozen. */
const screens = () => [
  '/',
  hrefTo('errors', websiteId, { search: 'title' }),
  hrefTo('broken-links', websiteId),
  hrefTo('pages-list', websiteId),
  '/no-such-screen',
]

test('axe finds nothing on the screens of these journeys in either theme, and nothing is wider than a phone', async () => {
  // In npm test, other screens are looked at in the light theme alone.
  const view = await newVisitor(browser, { theme: 'dark' })
  await view.addCookies(await visitor.cookies())
  const looked = await view.newPage()
  for (const url of screens()) {
    await looked.goto(server.url + url, { waitUntil: 'networkidle' })
    await assertAccessible(looked, url)
  }
  await view.close()
})

test('no screen logged an error or requested another origin', () => assert.deepEqual(problems, []))
