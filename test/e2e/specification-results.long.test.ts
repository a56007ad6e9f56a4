import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import { type IssueResponse, issueEndpoints } from '#shared/api/issues.ts'
import { hrefTo, type ScreenName } from '#shared/routes.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { type SpecificationVisitor, startSpecificationVisitor } from '../support/specification-visitor.ts'
import { until } from '../support/until.ts'

/**
 * Statements of the specification that no other test proves, in a real Chromium: what the dashboard, the lists and page insights say
 * of a crawl, and how one that goes on is followed. specification.test.ts has the screens around them.
 * docs/measurements/specification-coverage.md says which statement is proven where.
 */

let site: DemoSite
let server: RunningServer
let visitor: BrowserContext
let page: Page
let websiteId = 0
let firstCrawlId = 0
let otherWebsiteId = 0
let problems: string[] = []
let open: SpecificationVisitor['open']
let result: SpecificationVisitor['result']
let pageWithClock: SpecificationVisitor['pageWithClock']

const main = () => page.locator('main')
const dashboard = (query: Record<string, string | number> = {}) => hrefTo('dashboard', websiteId, query)
const findings = () => page.getByLabel('Findings').first()

/** A page that has seen nothing yet, and the URLs that it requests, without their origin. */
async function freshPage(): Promise<{ fresh: Page; requested: string[] }> {
  const fresh = await visitor.newPage()
  const requested: string[] = []
  fresh.on('request', request => requested.push(request.url().slice(server.url.length)))
  return { fresh, requested }
}

before(async () => {
  const started = await startSpecificationVisitor()
  ;({ site, server, visitor, page, websiteId, firstCrawlId, otherWebsiteId, problems } = started)
  ;({ open, result, pageWithClock } = started)
})

describe('the dashboard', () => {
  test('has four stat cards, each a link to its report when it counts something', async () => {
    const screens: [string, keyof CrawlResultResponse['overview'], ScreenName][] = [
      ['Total Pages', 'totalPages', 'pages-list'],
      ['Errors', 'errors', 'errors'],
      ['Redirects', 'redirects', 'redirects'],
      ['Duplicates', 'duplicates', 'duplicates'],
    ]
    let zeros = 0
    for (const query of ['', `?crawl=${firstCrawlId}`]) {
      const { overview } = await result(websiteId, query)
      await open(`/dashboard/${websiteId}${query}`)
      await page.getByLabel('How the crawl ended').waitFor()
      for (const [label, key, screen] of screens) {
        const link = main()
          .locator(`a[href^="/${screen}/${websiteId}"]`)
          .filter({ hasText: new RegExp(`^${label}[\\d,]`) })
        assert.equal(await link.count(), overview[key] > 0 ? 1 : 0, `${label} ${overview[key]}`)
        if (overview[key] === 0) zeros++
      }
    }
    assert.ok(zeros > 0, 'some card counted nothing')
  })

  test('compares with the crawl before once it is no longer new', async () => {
    await open(dashboard())
    await page.getByLabel('How the crawl ended').waitFor()
    assert.equal(await main().getByText('from last crawl').count(), 0)
    const later = await pageWithClock()
    const { change, lastCrawled } = await result(websiteId)
    await later.clock.setFixedTime(Date.parse(lastCrawled ?? '') + 11.5 * 60_000)
    await later.goto(server.url + dashboard())
    assert.ok(change?.totalPages)
    const card = later.locator('main a').filter({ hasText: /^Total Pages/ })
    await card.getByText('from last crawl').waitFor()
    assert.match(await card.innerText(), new RegExp(`${change.totalPages.toLocaleString('en')}\\s%`))
    await later.getByText('11 minutes ago').first().waitFor()
    await later.context().close()
  })

  test('sums up the recent crawl', async () => {
    const { pagesCrawled } = await result(websiteId)
    const card = main()
      .locator('section, article, div')
      .filter({ hasText: /^Recent Crawl/ })
      .first()
    const text = await card.innerText()
    assert.match(text, /complete/)
    assert.match(text, new RegExp(`Pages Crawled\\s+${pagesCrawled} of 500`))
    assert.match(text, /Last Crawled\s+(?:seconds|\d+ minutes?) ago/)
    assert.ok(text.replaceAll('\n', '').includes(site.url))
  })

  test('offers the websites, the newest first, and leads to the one chosen', async () => {
    const choice = page.getByLabel('Select Website')
    const { host } = new URL(site.url)
    assert.deepEqual(await choice.locator('option').allInnerTexts(), [host, `${host}/breads/rye`])
    assert.equal(await choice.inputValue(), String(websiteId))
    await choice.selectOption(String(otherWebsiteId))
    await page.waitForURL(`**/dashboard/${otherWebsiteId}`)
  })

  test('draws the distribution of issues, each category with its colour, its count and its report', async () => {
    await open(dashboard())
    const { issueDistribution: counts } = await result(websiteId)
    const categories: [string, number, string, string][] = [
      ['Broken Links', counts.brokenLinks, 'red', '/broken-links/'],
      ['Meta Issues', counts.metaIssues, 'amber', '/meta-data/'],
      ['Redirects', counts.redirects, 'green', '/redirects/'],
      ['Duplicates', counts.duplicates, 'blue', '/duplicates/'],
      ['Other Issues', counts.other, 'purple', '/warnings/'],
    ]
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const donut = main().locator('svg', { hasText: 'Issue distribution' }).locator('..')
    await donut.waitFor()
    assert.deepEqual(await donut.locator('span').allInnerTexts(), [total.toLocaleString('en'), 'Issues Found'])
    for (const [index, [name, count, colour, report]] of categories.entries()) {
      const legend = main().getByRole('link', { name: `${name} (${count.toLocaleString('en')})` })
      assert.ok((await legend.getAttribute('href'))?.startsWith(report + websiteId))
      const slice = donut.locator('a').nth(index)
      assert.ok((await slice.getAttribute('href'))?.startsWith(report + websiteId))
      assert.match((await slice.locator('path').getAttribute('class')) ?? '', new RegExp(`fill-chart-${colour}`))
      await slice.locator('path').dispatchEvent('pointerover')
      await until(async () => (await donut.locator('span').last().innerText()) === name)
      assert.equal(await donut.locator('span').first().innerText(), count.toLocaleString('en'))
      await slice.locator('path').dispatchEvent('pointerout')
    }
    await open(dashboard({ crawl: firstCrawlId }))
    const first = (await result(websiteId, `?crawl=${firstCrawlId}`)).issueDistribution
    assert.equal(first.duplicates, 0)
    await main().getByText('Duplicates (0)').waitFor()
    assert.equal(await main().getByRole('link', { name: 'Duplicates (0)' }).count(), 0)
  })

  test('has seven tabs, and the lists of six of them', async () => {
    await open(dashboard())
    const names = ['Overview', 'Errors', 'Broken Links', 'Meta Data', 'Redirects', 'Duplicates', 'Page Speed']
    await findings().getByRole('tab').first().waitFor()
    assert.deepEqual(await findings().getByRole('tab').allInnerTexts(), names)
    await findings().getByRole('tab', { name: 'Errors' }).click()
    const { errorCount } = await result(websiteId)
    await findings()
      .getByText(new RegExp(`^Showing ${Math.min(8, errorCount)} of ${errorCount} issues$`))
      .waitFor()
    const severities = await findings().locator('tr[aria-rowindex] td:first-child').allInnerTexts()
    assert.deepEqual([...new Set(severities.map(text => text.trim()))], ['Error'])
    const all = findings().getByRole('link', { name: 'View All Errors' })
    assert.equal(await all.getAttribute('href'), `/errors/${websiteId}?severity=error`)
    for (const [tab, type] of [
      ['Broken Links', /^Broken/],
      ['Meta Data', /^Meta/],
      ['Redirects', /redirect/i],
      ['Duplicates', /^Duplicate/],
    ] as const) {
      await findings().getByRole('tab', { name: tab }).click()
      const types = findings().locator('tr[aria-rowindex] [data-issue-opener] + span')
      await until(async () => (await types.count()) > 0 && (await types.allInnerTexts()).every(text => type.test(text)))
    }
  })

  test('has its quick actions, and says that schedules need an account', async () => {
    const card = main().getByRole('heading', { name: 'Quick Actions' }).locator('xpath=../..')
    const names = await card.getByRole('button').allInnerTexts()
    for (const name of ['Generate XML Sitemap', 'Export Full Report', 'Schedule Monitoring', 'Clear Cache'])
      assert.ok(
        names.some(text => text.trim() === name),
        name,
      )
    await card.getByRole('button', { name: 'Schedule Monitoring' }).click()
    await page.getByText('Schedules need an account', { exact: true }).waitFor()
  })

  test('loads more issues on request, by offset and limit', async () => {
    const { fresh, requested } = await freshPage()
    await fresh.goto(server.url + dashboard())
    const list = fresh.getByLabel('Findings').first()
    await list.getByText(/^Showing 8 of \d+ issues$/).waitFor()
    await list.getByRole('button', { name: 'Load More Issues' }).click()
    await list.getByText(/^Showing 50 of \d+ issues$/).waitFor()
    assert.ok(!requested.some(path => path.includes('offset=')))
    await list.getByRole('button', { name: 'Load More Issues' }).click()
    await list.getByText(/^Showing (?!50 )\d+ of \d+ issues$/).waitFor()
    assert.ok(requested.includes(`/api/issues/${websiteId}?offset=50&limit=50`))
    await fresh.close()
  })
})

describe('the lists', () => {
  test('of issues have ten rows, Previous and Next, a field for any page and a choice of size, and the URL says which', async () => {
    const { fresh, requested } = await freshPage()
    const held = Promise.withResolvers<void>()
    await fresh.route('**/api/issues/**', async route => {
      await held.promise
      await route.continue()
    })
    await fresh.goto(server.url + hrefTo('errors', websiteId))
    await fresh.getByText('Loading issues...').waitFor()
    held.resolve()
    const rows = fresh.locator('tr[aria-rowindex]')
    const pages = fresh.getByRole('navigation', { name: 'Pagination' })
    await pages.getByText(/^Showing 1 to 10 of \d+ results$/).waitFor()
    assert.equal(await rows.count(), 10)
    assert.ok(await pages.getByRole('button', { name: 'Previous' }).isDisabled())
    assert.ok(requested.includes(`/api/issues/${websiteId}?page=1&limit=10`))
    await pages.getByRole('button', { name: 'Next' }).click()
    await pages.getByText(/^Showing 11 to 20 of \d+ results$/).waitFor()
    await pages.getByLabel('Go to page').fill('4')
    await pages.getByRole('button', { name: 'Go', exact: true }).click()
    await pages.getByText(/^Showing 31 to 40 of \d+ results$/).waitFor()
    assert.equal(new URL(fresh.url()).searchParams.get('page'), '4')
    await fresh.reload()
    await pages.getByText(/^Showing 31 to 40 of \d+ results$/).waitFor()
    await pages.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await pages.getByText(/^Showing 1 to 25 of \d+ results$/).waitFor()
    await fresh.close()
  })

  test('mark errors red, warnings yellow and infos blue, each with its word', async () => {
    await open(hrefTo('meta-data', websiteId, { size: '100' }))
    for (const [word, tone] of [
      ['Error', 'text-error'],
      ['Warning', 'text-warning'],
      ['Info', 'text-info'],
    ] as const) {
      const badge = page.locator('tr[aria-rowindex] td').getByText(word, { exact: true }).first()
      assert.ok((await badge.getAttribute('class'))?.split(' ').includes(tone), word)
    }
  })

  test('show of each issue its text, its type, its URL, its status and its source, or how many there are, and how many pages have it', async () => {
    const response = await visitor.request.get(`${server.url}/api/issues/${websiteId}?limit=1000`)
    const { issues } = issueEndpoints.listIssues.response.parse(await response.json())
    const rowOf = async (issue: IssueResponse | undefined) => {
      assert.ok(issue)
      await open(hrefTo('errors', websiteId, { check: issue.checkId }))
      const row = page.locator('tr[aria-rowindex]').filter({ has: page.locator(`[data-issue-opener="${issue.id}"]`) })
      // A URL may be broken anywhere.
      return { issue, text: (await row.innerText()).replaceAll(/\n(?=\S)/g, '') }
    }
    const single = await rowOf(issues.find(({ checkId }) => checkId === 'canonical-to-error'))
    const { issue, text } = single
    assert.ok(issue.sourceUrl && issue.referringSources.length === 1)
    for (const part of [issue.message, 'Canonical issue', issue.url, `from${issue.sourceUrl}`, '404'])
      assert.ok(text.includes(part), `${part} in ${text}`)
    const several = await rowOf(issues.find(({ referringSourceCount }) => referringSourceCount > 1))
    assert.ok(several.text.includes(`${several.issue.referringSourceCount} referring pages`), several.text)
    const ofManyPages = await rowOf(
      issues.find(({ referringSources, affectedCount }) => referringSources.length === 0 && affectedCount > 1),
    )
    assert.ok(ofManyPages.text.includes(`${ofManyPages.issue.affectedCount} pages in total`), ofManyPages.text)
    const crawls = await page.getByLabel('Crawl', { exact: true }).locator('option').allInnerTexts()
    assert.deepEqual(
      crawls.map(label => / · [\d,]+ pages?$/.test(label)),
      [true, true],
    )
  })

  test('offer all types, and those that there are', async () => {
    const { issueTypes } = await result(websiteId)
    await open(hrefTo('errors', websiteId))
    const options = page.getByLabel('Type', { exact: true }).locator('option')
    await until(async () => (await options.count()) > 1)
    const values = await options.evaluateAll(all => all.map(option => option.getAttribute('value')))
    assert.deepEqual(values, ['', ...issueTypes.map(({ type }) => type)])
    assert.equal(await options.first().innerText(), 'All Types')
  })

  test('search once typing has rested for 300 ms', async () => {
    const timed = await pageWithClock()
    await timed.clock.install()
    await timed.goto(server.url + hrefTo('errors', websiteId))
    await timed.locator('tr[aria-rowindex]').first().waitFor()
    await timed.clock.pauseAt((await timed.evaluate(() => Date.now())) + 1_000)
    const requested: string[] = []
    timed.on('request', request => requested.push(request.url()))
    await timed.getByPlaceholder('Search issues...').fill('MISSING TITLE')
    await timed.clock.runFor(299)
    assert.doesNotMatch(timed.url(), /search=/)
    await timed.clock.runFor(1)
    await until(() => requested.some(url => url.includes('search=MISSING+TITLE')))
    await timed.clock.resume()
    await timed.getByText(/^Showing [1-9]\d* of \d+ issues$/).waitFor()
    const messages = await timed.locator('tr[aria-rowindex]').allInnerTexts()
    assert.ok(messages.some(text => text.includes('Missing title')))
    await timed.context().close()
  })

  test('of pages have ten rows, Previous and Next, a choice of status and a way back to /', async () => {
    await open(hrefTo('pages-list', websiteId))
    await page.getByText(/^Showing 1 to 10 of \d+ results$/).waitFor()
    assert.equal(await main().locator('tbody tr').count(), 10)
    assert.equal(await page.getByRole('button', { name: 'Previous' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^Showing 11 to 20 of \d+ results$/).waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText(/^Showing 1 to 10 of \d+ results$/).waitFor()
    const status = page.getByLabel('Status', { exact: true })
    assert.deepEqual((await status.locator('option').allInnerTexts()).slice(0, 5), ['All', '2xx', '3xx', '4xx', '5xx'])
    await status.selectOption('5xx')
    await until(async () => (await main().locator('tbody tr').count()) < 10)
    assert.equal(await page.getByRole('navigation', { name: 'Pagination' }).count(), 0, 'one page needs no pages')
    assert.equal(await main().locator('header a').first().getAttribute('href'), '/')
  })

  test('of images request the three types of image issues', async () => {
    const { fresh, requested } = await freshPage()
    await fresh.goto(server.url + hrefTo('image-issues', websiteId))
    await fresh.locator('tr[aria-rowindex]').first().waitFor()
    const types = requested.map(path => new URLSearchParams(path.split('?')[1]).get('type'))
    assert.ok(types.includes('image_issues,alt_tag_issues,missing_alt_tags'), requested.join('\n'))
    await fresh.close()
  })
})

test('page insights keep the URL that was analyzed last, also when another crawl is chosen', async () => {
  const stored = () => page.evaluate(`localStorage.getItem('pageInsightsUrl')`)
  await open(hrefTo('page-insights', websiteId, { url: site.url }))
  await until(async () => (await stored()) === site.url)
  await page.evaluate(`localStorage.removeItem('pageInsightsUrl')`)
  await main().locator('header select').last().selectOption(String(firstCrawlId))
  await until(async () => (await stored()) === site.url)
  assert.match(page.url(), new RegExp(`crawl=${firstCrawlId}`))
})

test('a crawl is polled every 1500 ms, says how it ends, and reports its completion 2 seconds later', async () => {
  await using slow = await startSlowSite()
  const timed = await pageWithClock()
  await timed.clock.install()
  await timed.goto(`${server.url}/help`)
  const started = await visitor.request.post(`${server.url}/api/crawl`, {
    data: { url: `${slow.origin}/start`, crawlLimit: 10 },
  })
  const { websiteId: id } = crawlEndpoints.startCrawl.response.parse(await started.json())
  await until(() => slow.requested.has('/two'))
  let polls = 0
  timed.on('requestfinished', request => {
    if (request.url().endsWith(`/api/crawl/${id}`)) polls++
  })
  await timed.goto(server.url + hrefTo('dashboard', id))
  const progress = timed.getByLabel('Crawl progress').first()
  await progress.getByText(/^Crawling website\.\.\. \d+ pages found$/).waitFor()
  await timed.clock.pauseAt((await timed.evaluate(() => Date.now())) + 10_000)
  /** Virtual milliseconds until it is so, in steps of 50. */
  const timeUntil = async (isSo: () => boolean | Promise<boolean>) => {
    let passedMs = 0
    while (!(await isSo())) {
      await timed.clock.runFor(50)
      passedMs += 50
      await timed.evaluate('fetch("/api/session")')
    }
    return passedMs
  }
  const seen = polls
  await timeUntil(() => polls > seen)
  const intervalMs = await timeUntil(() => polls > seen + 1)
  assert.ok(intervalMs >= 1_400 && intervalMs <= 1_700, `${intervalMs} ms between two polls`)
  slow.letGo()
  await until(async () => (await result(id)).status === 'complete')
  const done = progress.getByText('Crawl complete - 3 pages crawled')
  await timeUntil(() => done.isVisible())
  assert.equal(await timed.getByRole('progressbar').getAttribute('aria-valuenow'), '100')
  const ended = polls
  const reportMs = await timeUntil(async () => !(await progress.isVisible()))
  assert.ok(reportMs >= 1_900 && reportMs <= 2_200, `${reportMs} ms until it is reported`)
  await timed.clock.runFor(5_000)
  await timed.evaluate('fetch("/api/session")')
  assert.ok(polls <= ended + 1, 'beside the one response that is requested again, polling has stopped')
  await timed.context().close()
  await visitor.request.post(`${server.url}/api/crawl/${id}/clear`)
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
