import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { hrefTo } from '#shared/routes.ts'
import { type SpecificationVisitor, startSpecificationVisitor } from '../support/specification-visitor.ts'
import { until } from '../support/until.ts'

/**
 * Statements of the specification that no other test proves, in a real Chromium: the screens before a website is known, the landing
 * page, and the layout and the route of every screen. specification-results.long.test.ts has what the screens say of a crawl.
 * docs/measurements/specification-coverage.md says which statement is proven where.
 */

let site: DemoSite
let server: RunningServer
let page: Page
let websiteId = 0
let firstCrawlId = 0
let otherWebsiteId = 0
let problems: string[] = []
let open: SpecificationVisitor['open']
let result: SpecificationVisitor['result']
let newStranger: SpecificationVisitor['newStranger']
let pageWithClock: SpecificationVisitor['pageWithClock']

const main = () => page.locator('main')
const sidebar = () => page.locator('aside')
const header = () => page.getByRole('banner')

before(async () => {
  const started = await startSpecificationVisitor()
  ;({ site, server, page, websiteId, firstCrawlId, otherWebsiteId, problems } = started)
  ;({ open, result, newStranger, pageWithClock } = started)
})

describe('before a website is known', () => {
  let stranger: BrowserContext
  let strange: Page
  before(async () => {
    stranger = await newStranger()
    strange = await stranger.newPage()
  })
  after(() => stranger.close())

  test('the dashboard says that it loads, and then that there is none', async () => {
    const held = Promise.withResolvers<void>()
    await strange.route('**/api/websites', async route => {
      await held.promise
      await route.continue()
    })
    await strange.goto(`${server.url}/dashboard`)
    const choice = strange.getByLabel('Select Website')
    await choice.locator('option').first().waitFor({ state: 'attached' })
    assert.deepEqual(await choice.locator('option').allInnerTexts(), ['Loading websites...'])
    await strange.locator('main').getByText('Loading crawl data...').first().waitFor()
    held.resolve()
    await strange.getByText('No recent crawls. Enter a URL above to get started.').waitFor()
    assert.deepEqual(await choice.locator('option').allInnerTexts(), ['No websites available'])
    await strange.unroute('**/api/websites')
  })

  test('no issues and no pages are requested', async () => {
    const requested: string[] = []
    strange.on('request', request => requested.push(new URL(request.url()).pathname))
    for (const screen of ['errors', 'pages-list'] as const) await strange.goto(server.url + hrefTo(screen))
    await strange.getByText('No pages found').waitFor()
    assert.ok(requested.includes('/api/websites'))
    assert.deepEqual(
      requested.filter(path => /^\/api\/(?:issues|pages|crawl)/.test(path)),
      [],
    )
  })

  test('the theme is the system’s, and a stored one comes before it', async () => {
    const isDark = () => strange.evaluate<boolean>(`document.documentElement.classList.contains('dark')`)
    await strange.emulateMedia({ colorScheme: 'dark' })
    await strange.goto(`${server.url}/help`)
    assert.equal(await isDark(), true)
    await strange.getByRole('button', { name: 'Switch to light theme' }).click()
    assert.equal(await strange.evaluate(`localStorage.getItem('theme')`), 'light')
    await strange.reload()
    assert.equal(await isDark(), false)
  })
})

describe('the landing page', () => {
  test('stands without the layout, with title, subtitle, URL and limit', async () => {
    await open('/')
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0)
    assert.equal(await page.locator('h1').innerText(), 'Sitesounder')
    await page.getByText('Audit your website for SEO and Core Vital best practices.').waitFor()
    const limit = page.getByLabel('URL crawl limit')
    assert.deepEqual([await limit.getAttribute('type'), await limit.inputValue()], ['number', '100'])
    assert.deepEqual([await limit.getAttribute('min'), await limit.getAttribute('max')], ['1', '500'])
    const footer = await page.locator('footer').innerText()
    assert.match(footer, /^Sitesounder © 2025\s+v1\.0\.0$/)
  })

  test('refuses an empty URL and limits outside of 1 to 500', async () => {
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.getByText('URL is required').waitFor()
    for (const limit of ['0', '501']) {
      await page.getByLabel('URL crawl limit').fill(limit)
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('Between 1 and 500').waitFor()
    }
  })

  for (const [where, url, field, button, busy] of [
    ['landing page', '/', 'Website URL', 'Scan', 'Scanning...'],
    ['header', '/help', 'Website URL to crawl', 'Crawl', 'Crawling...'],
  ] as const)
    test(`while the form of the ${where} is sent it reads "${busy}" and takes nothing`, async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/crawl', async route => {
        await held.promise
        await route.fulfill({ json: { websiteId, crawlId: 1, isStarted: false } })
      })
      await open(url)
      const input = page.getByLabel(field)
      await input.fill(site.url)
      const sent = page.waitForRequest('**/api/crawl')
      await page.getByRole('button', { name: button, exact: true }).click()
      assert.deepEqual((await sent).postDataJSON(), { url: site.url, crawlLimit: 100 })
      const shown = page.getByRole('button', { name: busy })
      await shown.waitFor()
      assert.equal(await input.isDisabled(), true)
      // It keeps the focus, so it is not disabled in the words of HTML.
      assert.ok((await shown.isDisabled()) || (await shown.getAttribute('aria-disabled')) === 'true')
      held.resolve()
      await page.waitForURL(`**/dashboard/${websiteId}`)
      await page.unroute('**/api/crawl')
    })
})

describe('the layout', () => {
  test('has its links, its headings and the counts of the website crawled last', async () => {
    const { errorCount, warningCount, passedCount, health } = await result(websiteId)
    const checkCount = health?.deductions.length ?? 0
    const waitForCount = (name: string, count: number) =>
      sidebar()
        .getByRole('link', { name: `${name} ${count}`, exact: true })
        .waitFor()
    await open('/help')
    await waitForCount('Errors', errorCount)
    await waitForCount('Issues by Check', checkCount)
    const links = await sidebar()
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll(all =>
        all.map(
          link =>
            `${link.getAttribute('href')} ${[...link.children]
              .map(each => each.textContent)
              .join(' ')
              .trim()}`,
        ),
      )
    assert.deepEqual(links, [
      `/dashboard/${websiteId} Dashboard`,
      '/projects Websites',
      '/settings Settings',
      '/help Help',
      `/issues-by-check/${websiteId} Issues by Check ${checkCount}`,
      `/errors/${websiteId}?severity=error Errors ${errorCount}`,
      `/warnings/${websiteId} Warnings ${warningCount}`,
      `/passed/${websiteId} Passed Checks ${passedCount}`,
      `/pages-list/${websiteId} All Pages`,
      `/changes/${websiteId} Changes`,
      `/segments/${websiteId} Segments`,
      `/not-crawled/${websiteId} Not Crawled`,
      `/robots-tester/${websiteId} Robots Tester`,
      `/visits/${websiteId} Visits`,
      `/readiness/${websiteId} Readiness`,
      `/page-insights/${websiteId} Page Insights`,
      `/broken-links/${websiteId} Broken Links`,
      `/redirects/${websiteId} Redirects`,
      `/duplicates/${websiteId} Duplicates`,
      `/image-issues/${websiteId} Image Issues`,
      `/languages/${websiteId} Languages`,
      `/site-structure/${websiteId} Site Structure`,
    ])
    assert.equal(await sidebar().getByRole('heading').first().innerText(), 'Crawl Results')
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('aside')).position`), 'fixed')
    for (const button of ['Crawl', 'Switch to dark theme', 'Login'])
      await header().getByRole('button', { name: button, exact: true }).waitFor()
    await header()
      .getByRole('button', { name: /^Notifications/ })
      .waitFor()
    await header().getByPlaceholder('Enter website URL...').waitFor()
    assert.match(await page.locator('footer').innerText(), /^Sitesounder © 2025\s+v1\.0\.0$/)
  })

  test('has the count of checks in a tab that has opened no crawl, on screens about no website too', async () => {
    const { health } = await result(websiteId)
    const name = `Issues by Check ${health?.deductions.length}`
    for (const screen of ['projects', 'settings', 'help'] as const) {
      const fresh = await page.context().newPage()
      await fresh.goto(server.url + hrefTo(screen))
      await fresh.locator('aside').getByRole('link', { name, exact: true }).waitFor()
      await fresh.close()
    }
  })

  test('leads to the rows that it counts, also where another website has more pages', async () => {
    const lastCrawled = '2100-01-01T00:00:00.000Z'
    await page.route('**/api/websites', async route => {
      const websites: WebsiteResponse[] = await (await route.fetch()).json()
      await route.fulfill({
        json: websites.map(each => (each.id === otherWebsiteId ? { ...each, lastCrawled } : each)),
      })
    })
    const crawlOfOther = `**/api/crawl/${otherWebsiteId}`
    await page.route(crawlOfOther, async route => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), lastCrawled } })
    })
    const { passedCount } = await result(otherWebsiteId)
    assert.notEqual(passedCount, (await result(websiteId)).passedCount)
    await open('/help')
    await sidebar()
      .getByRole('link', { name: `Passed Checks ${passedCount}`, exact: true })
      .click()
    await page.waitForURL(`**/passed/${otherWebsiteId}`)
    const rows = main().getByRole('table', { name: 'Passed pages' }).locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), passedCount)
    await page.unroute('**/api/websites')
    await page.unroute(crawlOfOther)
    await open('/help')
  })

  test('is about the website and the crawl of the URL, which every screen of them offers', async () => {
    for (const [id, query, where] of [
      [otherWebsiteId, '', ''],
      [websiteId, firstCrawlId, `?crawl=${firstCrawlId}`],
    ] as const) {
      const { url, warningCount } = await result(id, where)
      await open(hrefTo('warnings', id, { crawl: query }))
      const warnings = sidebar().getByRole('link', { name: `Warnings ${warningCount}`, exact: true })
      assert.equal(await warnings.getAttribute('href'), hrefTo('warnings', id, { crawl: query }))
      await sidebar()
        .getByRole('heading', { name: new URL(url).host })
        .waitFor()
      assert.equal(await page.getByLabel('Select Website').inputValue(), String(id))
      assert.equal(await page.getByLabel('Crawl', { exact: true }).inputValue(), String(query))
    }
    await page.getByLabel('Select Website').selectOption(String(otherWebsiteId))
    await page.waitForURL(`**${hrefTo('warnings', otherWebsiteId)}`)
    await open('/help')
  })

  test('marks the current link, Image Issues for /missing-alt-tags too', async () => {
    const current = () => sidebar().locator('[aria-current=page]').allInnerTexts()
    assert.deepEqual(await current(), ['Help'])
    await open(`/missing-alt-tags/${websiteId}`)
    await sidebar().getByRole('link', { name: 'Image Issues' }).waitFor()
    assert.deepEqual(await current(), ['Image Issues'])
  })

  test('loads a document for each screen', async () => {
    await page.evaluate('globalThis.isSameDocument = true')
    await sidebar().getByRole('link', { name: 'Redirects' }).click()
    await page.waitForURL(`**/redirects/${websiteId}`)
    assert.equal(await page.evaluate('globalThis.isSameDocument'), undefined)
  })

  test('on a phone has a menu that its dimmed overlay, and each link, closes', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await open('/help')
    assert.equal(await sidebar().isVisible(), false)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'Settings' }).waitFor()
    await page.locator('.bg-shade').waitFor()
    const shade = await page.evaluate<string>(`getComputedStyle(document.querySelector('.bg-shade')).backgroundColor`)
    assert.match(shade, /(?:0\.\d+|\/ .+)\)$/, 'what lies under it is dimmed, not hidden')
    await page.mouse.click(365, 700)
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings')
    assert.equal(await menu.count(), 0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Help & Documentation' }).waitFor()
    assert.equal(await menu.count(), 0, 'nor is it open on the way back')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('shows toasts for five seconds, at most 420 px wide', async () => {
    const timed = await pageWithClock()
    await timed.clock.install()
    await timed.goto(`${server.url}/settings?tab=crawl`)
    const save = timed.getByRole('button', { name: 'Save' })
    await save.waitFor()
    await timed.clock.pauseAt((await timed.evaluate(() => Date.now())) + 1_000)
    await save.click()
    const toast = timed.locator('li').filter({ hasText: 'Settings Saved' })
    await until(async () => {
      await timed.clock.runFor(10)
      return toast.isVisible()
    })
    const width = await toast.evaluate(element => element.parentElement?.getBoundingClientRect().width ?? 0)
    assert.ok(width > 300 && width <= 420, `${width} px`)
    await timed.clock.runFor(4_900)
    assert.equal(await toast.isVisible(), true)
    await until(async () => {
      await timed.clock.runFor(100)
      return !(await toast.isVisible())
    })
    await timed.context().close()
  })
})

describe('every route has its screen', () => {
  let stranger: BrowserContext
  let strange: Page
  before(async () => {
    stranger = await newStranger()
    strange = await stranger.newPage()
  })
  after(() => stranger.close())

  const routes: [string, string][] = [
    ['/dashboard', 'Dashboard'],
    ['/errors', 'Issues & Errors Overview'],
    ['/broken-links', 'Broken Links'],
    ['/meta-issues', 'Meta Data Issues'],
    ['/site-structure', 'Site Structure Visualization'],
    ['/pages-list', 'All Crawled Pages'],
    ['/pages', 'All Crawled Pages'],
    ['/image-issues', 'Image Issues'],
    ['/missing-alt-tags', 'Image Issues'],
    ['/page-insights', 'Page Insights'],
    ['/settings', 'Settings'],
    ['/help', 'Help & Documentation'],
    ['/warnings', 'Warnings'],
    ['/passed', 'Passed Checks'],
    ['/projects', 'Websites'],
  ]
  for (const [path, heading] of routes)
    test(`${path}: ${heading}`, async () => {
      const response = await strange.goto(server.url + path, { waitUntil: 'commit' })
      assert.equal(response?.status(), 200)
      assert.equal(await strange.locator('main h1').innerText(), heading)
    })
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
