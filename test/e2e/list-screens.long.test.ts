import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { NotCrawledResponse } from '#shared/api/not-crawled.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { dashboardIssueHref, issueHref } from '#shared/issue-route.ts'
import { issueTypes } from '#shared/model.ts'
import { hrefTo, matchRoute, type ScreenName } from '#shared/routes.ts'
import { assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** The screens that list what a crawl found, in a real Chromium against the real server and a crawl of the demo site. */

const typesContaining = (word: string): string[] => issueTypes.filter(type => type.includes(word))
const imageIssueTypes = ['image_issues', 'alt_tag_issues', 'missing_alt_tags']

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })

/** Requested with the cookies of the page. */
async function fetchJson<Result>(url: string, body?: object): Promise<Result> {
  const how = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return page.evaluate<Result>(`fetch(${JSON.stringify(url)}, ${JSON.stringify(how ?? {})}).then(it => it.json())`)
}

const crawlResult = () => fetchJson<CrawlResultResponse>(`/api/crawl/${websiteId}`)
const issuesOf = async (query: string) =>
  (await fetchJson<{ issues: IssueResponse[] }>(`/api/issues/${websiteId}?limit=1000&${query}`)).issues

async function open(url: string): Promise<string> {
  await page.goto(server.url + url)
  return page.locator('main h1').innerText()
}

/** The texts of a row of "What Was Checked". */
function coverageCells({ title, issueCount, notChecked, ...check }: CheckResultResponse): string[] {
  const pagesChecked = check.pagesChecked ?? 0
  const missed = notChecked.reduce((sum, { pages }) => sum + pages, 0)
  const pages = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`
  const issues = issueCount === 1 ? '1 issue' : `${issueCount} issues`
  const none = pagesChecked > 0 ? 'None' : 'It applies to no page of this crawl'
  return [
    title,
    issueCount > 0 ? issues : pagesChecked > 0 ? 'No issues' : 'Not checked',
    `${pagesChecked} of ${pagesChecked + missed}`,
    ...(missed === 0 ? [none] : notChecked.map(({ reason, pages: count }) => `${pages(count)}: ${reason}`)),
  ]
}

const passedRows = () => page.getByRole('table', { name: 'Passed pages' }).locator('tbody tr')
const rowCount = () => page.locator('tr[aria-rowindex]').count()
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
/** A list on one page. */
const allShown = (count: number) => status(new RegExp(`^Showing (?:1 to )?${count} of ${count} (?:issues|results)$`))
const card = (label: string) => page.locator('main nav').getByRole('link', { name: label })
const countOf = async (label: string) =>
  Number((await card(label).innerText()).split('\n').find(line => /^[\d,]+$/.test(line)))

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  page = watch(await visitor.newPage())
})

describe('before anything is crawled', () => {
  const screens: ScreenName[] = [
    'warnings',
    'passed',
    'meta-data',
    'redirects',
    'duplicates',
    'changes',
    'not-crawled',
    'languages',
    'robots-tester',
    'image-issues',
  ]
  for (const screen of screens)
    test(`/${screen} wants a website`, async () => {
      await open(`/${screen}`)
      await page.getByText('No website selected').waitFor()
      await page.getByRole('link', { name: 'Crawl a website' }).waitFor()
    })

  test('/projects says that there are none', async () => {
    assert.equal(await open('/projects'), 'Websites')
    await page.getByText('No Websites Found').waitFor()
    await page.getByText("You haven't crawled any websites yet.").waitFor()
  })
})

describe('after a crawl of the demo site', () => {
  before(async () => {
    const demo = await sharedDemo()
    websiteId = demo.websiteId
    visitor = await demo.newOwner()
    page = watch(await visitor.newPage())
    await page.goto(server.url)
  })

  test('/warnings counts four groups, which make up all warnings, and each count opens its rows', async () => {
    assert.equal(await open(hrefTo('warnings', websiteId, { size: '100' })), 'Warnings')
    const { warningCount } = await crawlResult()
    await status(`of ${warningCount} results`)
    let sum = 0
    for (const label of ['Meta Issues', 'Redirects', 'Duplicates', 'Other']) {
      const count = await countOf(label)
      await card(label).click()
      await allShown(count)
      await until(async () => (await rowCount()) === count)
      assert.match(page.url(), /group=/)
      await card(label).click()
      sum += count
    }
    assert.equal(sum, warningCount)
    assert.doesNotMatch(page.url(), /group=/)
  })

  test('each slice of the donut opens as many rows as it counts', async () => {
    const { issueDistribution } = await crawlResult()
    await open(hrefTo('dashboard', websiteId))
    const slices: [keyof CrawlResultResponse['issueDistribution'], string][] = [
      ['metaIssues', 'Meta Issues'],
      ['redirects', 'Redirects'],
      ['duplicates', 'Duplicates'],
      ['other', 'Other Issues'],
    ]
    const links = new Map<string, string>()
    for (const [key, name] of slices) {
      const link = page.getByRole('link', { name: `${name} (${issueDistribution[key]})` }).first()
      links.set(key, (await link.getAttribute('href')) ?? '')
    }
    for (const [key] of slices) {
      await open(links.get(key) ?? '')
      await status(`of ${issueDistribution[key]} `)
    }
  })

  test('/passed counts passed pages by what is good about them, and each count opens its rows', async () => {
    assert.equal(await open(hrefTo('passed', websiteId)), 'Passed Checks')
    const pages = await fetchJson<PageResponse[]>(`/api/pages/${websiteId}?passed=true`)
    await status(`of ${pages.length} results`)
    const expected: [string, number][] = [
      ['200 OK Pages', pages.filter(({ statusCode }) => statusCode === 200).length],
      [
        'Valid Redirects',
        pages.filter(({ hops, finalStatusCode }) => hops.length === 1 && finalStatusCode === 200).length,
      ],
      ['Pages With Titles', pages.filter(({ title }) => title).length],
      ['Pages With Meta Descriptions', pages.filter(({ metaDescription }) => metaDescription).length],
    ]
    for (const [label, count] of expected) {
      await until(async () => (await countOf(label)) === count)
      await card(label).click()
      if (count > 10) await status(`of ${count} results`)
      else await until(async () => (await passedRows().count()) === count)
    }
    await page.goto(`${server.url}${hrefTo('passed', websiteId, { search: 'nothing of the kind' })}`)
    await page.getByText('No Passed Pages Found').waitFor()
  })

  test('/passed says how many pages each check checked, and why not the others', async () => {
    const coverage = await fetchJson<CheckResultResponse[]>(`/api/checks/${websiteId}`)
    const table = page.getByRole('table', { name: 'What each check checked' })
    const rows = async () => (await table.locator('tbody tr').allInnerTexts()).map(row => row.split(/\s*[\n\t]+\s*/))
    const shows = async (wanted: readonly CheckResultResponse[]) => {
      await until(async () => (await rows()).length === wanted.length)
      assert.deepEqual(await rows(), wanted.map(coverageCells))
    }
    await open(hrefTo('passed', websiteId, { checkSize: '100' }))
    await shows(coverage.slice(0, 100))
    const card = page.locator('section').filter({ has: table })
    await card.getByRole('button', { name: 'Next' }).click()
    await shows(coverage.slice(100, 200))

    await open(hrefTo('passed', websiteId, { checkSize: '100' }))
    const ofTitles = (check: CheckResultResponse) => check.id.includes('title-')
    await page.getByLabel('Search checks...').fill('title-')
    await shows(coverage.filter(ofTitles))
    await page.getByLabel('Checks', { exact: true }).selectOption('With issues')
    await shows(coverage.filter(check => ofTitles(check) && check.issueCount > 0))
    await page.reload()
    await shows(coverage.filter(check => ofTitles(check) && check.issueCount > 0))
    await page.getByLabel('Search checks...').fill('nothing of the kind')
    await page.getByText('No checks found').waitFor()
    await page.getByRole('button', { name: 'Show all checks' }).click()
    await shows(coverage.slice(0, 10))
    const opened = coverage.find(({ id }) => id === 'title-missing')
    await page.getByLabel('Search checks...').fill('title-missing')
    const link = table.locator('a[href$="?check=title-missing"]')
    assert.equal(await link.innerText(), `${opened?.issueCount} issues`)
    await link.click()
    await page.waitForURL(/\/errors\/\d+\?check=title-missing$/)
    await until(async () => (await rowCount()) === opened?.issueCount)
  })

  test('/meta-data filters by its menu, searches, clears, and leads back', async () => {
    for (const screen of ['meta-data', 'meta-issues'])
      assert.equal(await open(`/${screen}/${websiteId}?size=100`), 'Meta Data Issues')
    const { issueDistribution } = await crawlResult()
    const all = issueDistribution.metaIssues
    await status(`Displaying ${all} of ${all} meta data issues`)
    assert.deepEqual(await page.locator('thead th').allInnerTexts(), ['URL', 'Issue Type', 'Severity', 'View'])
    const menu = page.getByRole('combobox', { name: 'Filter' })
    for (const [label, query] of [
      ['Missing Title', 'check=title-missing'],
      ['Missing Description', 'check=meta-description-missing'],
      ['Missing H1', 'check=h1-missing'],
      ['Duplicate Title', 'check=title-duplicate'],
      ['Missing Alt Tags', 'type=missing_alt_tags'],
    ] as const) {
      const { length } = await issuesOf(query)
      assert.ok(length > 0, label)
      await menu.selectOption({ label })
      await status(`Displaying ${length} of ${length} meta data issues`)
    }
    await menu.selectOption({ label: 'All Issues' })
    await page.getByPlaceholder('Search pages...').fill('no page is called this')
    await page.getByText('No meta data issues found').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await status(`Displaying ${all} of ${all} meta data issues`)
    assert.equal(await page.getByPlaceholder('Search pages...').inputValue(), '')
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await page.waitForURL(`**/dashboard/${websiteId}`)
  })

  test('/redirects draws each redirect as a chain, with its statuses and who links to it', async () => {
    assert.equal(await open(hrefTo('redirects', websiteId, { size: '100' })), 'Redirects')
    const { overview } = await crawlResult()
    await allShown(overview.redirects)
    const chain = page.locator('tr[aria-rowindex]').filter({ hasText: 'Redirect chain: 2 hops' })
    assert.deepEqual(await chain.locator('ol > li').count(), 3)
    assert.match(await chain.innerText(), /chain-1[\s\S]*301[\s\S]*chain-2[\s\S]*301[\s\S]*seeded[\s\S]*Target/)
    assert.match(await chain.innerText(), /redirects\/chain|irects\/chain/)
    const long = page.locator('tr[aria-rowindex]').filter({ hasText: 'Redirect chain: 6 hops' })
    assert.equal(await long.locator('ol > li').count(), 4)
    await long.getByRole('button', { name: 'Show 4 more hops' }).click()
    assert.equal(await long.locator('ol > li').count(), 7)
    const loop = page.locator('tr[aria-rowindex]').filter({ hasText: 'Redirect loop' })
    assert.match(await loop.innerText(), /Requested before: a loop/)
  })

  test('/duplicates sets the pages of each group side by side', async () => {
    assert.equal(await open(hrefTo('duplicates', websiteId, { size: '100' })), 'Duplicate Content')
    const { overview } = await crawlResult()
    await status(`Showing ${overview.duplicates} of ${overview.duplicates} groups`)
    const near = page.locator('tr[aria-rowindex]').filter({ hasText: 'nearly the same' })
    const members = near.locator('ul > li')
    assert.equal(await members.count(), 2)
    for (const words of ['near one', 'near two']) await members.filter({ hasText: `Duplicates: ${words} –` }).waitFor()
    assert.match(await members.first().innerText(), /Most linked/)
    assert.match(await members.first().innerText(), /9\d %\s+alike/)
    const [one, two] = await members.evaluateAll(items => items.map(item => item.getBoundingClientRect().top))
    assert.equal(one, two)
    const slash = page.locator('tr[aria-rowindex]').filter({ hasText: 'trailing slash' })
    assert.equal(await slash.getByText('same', { exact: true }).count(), 6)
  })

  test('/not-crawled lists what was not visited, with its reason and where it was found', async () => {
    await open(`/not-crawled/${websiteId}`)
    const all = await fetchJson<NotCrawledResponse[]>(`/api/not-crawled/${websiteId}`)
    assert.ok(all.some(({ reason }) => reason === 'robots'))
    const rows = page.getByRole('table', { name: 'URLs that were not crawled' }).getByRole('row')
    await until(async () => (await rows.count()) === Math.min(all.length, 10) + 1)
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('robots')
    await page.waitForURL(/reason=robots/)
    const closed = all.filter(({ reason }) => reason === 'robots')
    await until(async () => (await rows.count()) === closed.length + 1)
    await rows
      .filter({ hasText: new URL(closed[0]?.url ?? '').pathname })
      .getByText('Disallowed by robots.txt')
      .waitFor()
    await page.getByPlaceholder('Search URLs...').fill('no such URL')
    await page.getByRole('button', { name: 'Show all URLs' }).click()
    await until(async () => (await rows.count()) === Math.min(all.length, 10) + 1)
  })

  test('/robots-tester names the deciding line, and what a draft would change for the crawl', async () => {
    await open(`/robots-tester/${websiteId}`)
    const file = page.getByLabel('robots.txt', { exact: true })
    await file.waitFor()
    const [closed] = await fetchJson<NotCrawledResponse[]>(`/api/not-crawled/${websiteId}?reason=robots`)
    await page.getByLabel('Paths or URLs').fill(`/\n${closed?.url}`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const results = page.getByRole('table', { name: 'Results for Googlebot' }).getByRole('row')
    await results
      .filter({ hasText: 'Blocked' })
      .getByText(/Disallow/)
      .waitFor()
    await results.filter({ hasText: 'No rule matches' }).getByText('Allowed').waitFor()
    await file.fill('User-agent: *\nDisallow: /breads/')
    await page.getByRole('button', { name: 'Compare' }).click()
    await status(/URLs would change/)
    const changed = page.getByRole('table', { name: 'URLs that the draft would change' })
    await changed.getByText('Blocked').first().waitFor()
    await page.getByRole('button', { name: 'Restore the published file' }).click()
    await changed.waitFor({ state: 'detached' })
  })

  test('/image-issues shows each image with what is wrong, its size and its alt text', async () => {
    for (const screen of ['image-issues', 'missing-alt-tags', 'page-alt-tags'])
      assert.equal(await open(`/${screen}/${websiteId}?size=100`), 'Image Issues')
    const issues = await issuesOf(`type=${imageIssueTypes.join(',')}`)
    await allShown(issues.length)
    const large = page.locator('tr[aria-rowindex]').filter({ hasText: 'Large image' })
    assert.match(await large.innerText(), /heavy\.png[\s\S]*563\.1 KB/)
    const named = page.locator('tr[aria-rowindex]').filter({ hasText: 'File name as alt' })
    assert.match(await named.innerText(), /Alt “IMG_2041\.jpg”/)
  })

  test('every issue leads to a screen that lists it, from the lists of errors and from the dashboard', async () => {
    const issues = await issuesOf('')
    assert.ok(issues.length > 50)
    const types: Partial<Record<ScreenName, readonly string[]>> = {
      'broken-links': typesContaining('broken'),
      'meta-data': ['meta_issue'],
      redirects: typesContaining('redirect'),
      duplicates: typesContaining('duplicate'),
      'image-issues': imageIssueTypes,
    }
    const landed = new Map<string, number>()
    for (const issue of issues)
      for (const href of [issueHref(issue, { websiteId }), dashboardIssueHref(issue, { websiteId })]) {
        const target = new URL(href, server.url)
        const { screen } = matchRoute(target.pathname)
        landed.set(screen, (landed.get(screen) ?? 0) + 1)
        if (screen === 'page-insights') continue
        const listed = types[screen] ?? []
        assert.ok(listed.includes(issue.type), `${issue.message} is on /${screen}`)
        const url = encodeURIComponent(target.searchParams.get('url') ?? '')
        const found = await issuesOf(`type=${listed.join(',')}&url=${url}`)
        assert.ok(
          found.some(({ id }) => id === issue.id),
          `${issue.message} is found under ${url}`,
        )
      }
    assert.deepEqual([...landed.keys()].sort(), [...Object.keys(types), 'page-insights'].sort())
  })

  test('?url= narrows each report to what concerns the page, the source or an affected URL', async () => {
    const reports: [ScreenName, readonly string[]][] = [
      ['meta-data', ['meta_issue']],
      ['redirects', typesContaining('redirect')],
      ['duplicates', typesContaining('duplicate')],
      ['image-issues', imageIssueTypes],
    ]
    for (const [screen, types] of reports) {
      const all = await issuesOf(`type=${types.join(',')}`)
      const [issue] = all
      assert.ok(issue)
      const { duplicateUrls, affectedUrls } = issue.details
      const urls = [issue.pageUrl, issue.sourceUrl, affectedUrls?.at(-1), duplicateUrls?.at(-1)]
      for (const url of new Set(urls)) {
        if (!url) continue
        await open(`/${screen}/${websiteId}?${new URLSearchParams({ url })}`)
        await page.getByRole('button', { name: 'Remove filter: Page' }).waitFor()
        await page.locator(`tr[aria-rowindex] [data-issue-opener="${issue.id}"]`).waitFor()
        assert.ok((await rowCount()) < all.length, `${screen} ${url}`)
      }
    }
  })

  test('an issue opens its panel by the URL, and Escape gives the focus back to its row', async () => {
    const [issue] = await issuesOf(`type=${typesContaining('redirect').join(',')}`)
    await open(hrefTo('redirects', websiteId))
    await page.locator(`[data-issue-opener="${issue?.id}"]`).click()
    const panel = page.getByRole('dialog')
    await panel.waitFor()
    assert.match(page.url(), new RegExp(`issue=${issue?.id}`))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await until(() => page.evaluate(`document.activeElement?.getAttribute('data-issue-opener') === '${issue?.id}'`))
  })

  test('axe finds nothing in either theme, nothing is wider than the screen, and nothing jumps', async () => {
    const view = await newVisitor(browser)
    await view.addCookies(await visitor.cookies())
    const looked = watch(await view.newPage())
    const few: Partial<Record<ScreenName, string>> = { warnings: '?group=redirects', 'meta-data': '?search=title' }
    const names: ScreenName[] = [
      'warnings',
      'passed',
      'meta-data',
      'redirects',
      'duplicates',
      'changes',
      'not-crawled',
      'robots-tester',
      'image-issues',
      'projects',
    ]
    const screens = names.map(name => {
      const url = server.url + (name === 'projects' ? '/projects' : `/${name}/${websiteId}`)
      const query = few[name]
      return { url, ...(query !== undefined && { narrowedUrl: url + query }) }
    })
    await assertScreensAccessible(looked, { screens, maxShift: 0.01 })
    await view.close()
  })

  test('/projects finds websites, shows their crawls, and clears one after a question', async () => {
    // Of a visitor who may clear it.
    page = watch(await (await newVisitor(browser)).newPage())
    websiteId = (await crawlByPage(page, { origin: server.url, url: site.url, limit: 40 })).websiteId
    assert.equal(await open('/projects'), 'Websites')
    const [website] = await fetchJson<WebsiteResponse[]>('/api/websites')
    const row = page.getByRole('list', { name: 'Websites' }).getByRole('listitem').first()
    for (const count of [
      `${website?.errorCount} errors`,
      `${website?.warningCount} warnings`,
      `${website?.passedCount} passed`,
    ])
      await row.getByRole('link', { name: count }).waitFor()
    await page.getByPlaceholder('Search websites...').fill('no website is called this')
    await page.getByText('No websites match your search query.').waitFor()
    await page.getByRole('button', { name: 'Show all websites' }).click()
    await row.getByRole('button', { name: /^Crawls:/ }).click()
    await row.getByText('newest').waitFor()
    await row.getByRole('button', { name: /^Clear:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await fetchJson<WebsiteResponse[]>('/api/websites')).length, 1)
    await row.getByRole('button', { name: /^Crawl again:/ }).click()
    await page.waitForURL(`**/dashboard/${websiteId}`)
    while ((await crawlResult()).status !== 'complete') await page.waitForTimeout(200)
    assert.equal((await crawlResult()).crawls.length, 2)
    await open('/projects')
    await row.getByRole('button', { name: /^Clear:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear data' }).click()
    await page.getByText("You haven't crawled any websites yet.").waitFor()
    assert.deepEqual(await fetchJson('/api/websites'), [])
  })

  test('no screen logged an error or requested another origin', () => assert.deepEqual(problems, []))
})
