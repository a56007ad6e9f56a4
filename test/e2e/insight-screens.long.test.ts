import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { GRAPH_ZOOM_MAX, GRAPH_ZOOM_MIN } from '#shared/constants.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** Page insights and site structure in a real Chromium, over one crawl of the demo site. */

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })

/** Requests the API as the page's visitor. */
async function fetchJson(path: string): Promise<unknown> {
  return JSON.parse(await page.evaluate(url => fetch(url).then(response => response.text()), `${server.url}${path}`))
}

const insights = (path?: string, query: Record<string, string> = {}) =>
  server.url + hrefTo('page-insights', websiteId, { url: path === undefined ? '' : site.url + path, ...query })
const structure = (query: Record<string, string> = {}) => server.url + hrefTo('site-structure', websiteId, query)

async function openGraph(url: string): Promise<void> {
  await page.goto(url)
  await page.locator('canvas[data-settled=true]').waitFor()
}

/** The value of a parameter in the address bar. */
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  page = watch(await visitor.newPage())
})

describe('without a website', () => {
  test('page insights say so, and refuse to analyze nothing', async () => {
    await page.goto(server.url + hrefTo('page-insights'))
    await page.getByText('No website selected').first().waitFor()
    await page.getByRole('button', { name: 'Analyze' }).click()
    await page.getByText('Please enter a URL to analyze').first().waitFor()
  })

  test('site structure says what to do', async () => {
    await page.goto(server.url + hrefTo('site-structure'))
    await page.getByText('No site structure data available. Please crawl a website first.').waitFor()
  })
})

describe('page insights', () => {
  before(async () => {
    const demo = await sharedDemo()
    websiteId = demo.websiteId
    visitor = await demo.newOwner()
    page = watch(await visitor.newPage())
    await page.goto(server.url + hrefTo('dashboard', websiteId))
    await page
      .getByText(/The whole site was crawled/)
      .first()
      .waitFor()
  })

  test('?url= prefills the field, and the report shows what the API knows', async () => {
    await page.goto(insights('breads/rye'))
    await page.getByRole('heading', { name: /Breads: rye/ }).waitFor()
    assert.equal(await page.getByLabel('Page URL').inputValue(), `${site.url}breads/rye`)
    const response = await fetchJson(`/api/page/${websiteId}?url=${encodeURIComponent(`${site.url}breads/rye`)}`)
    const { page: row, facts } = endpoints.pageDetail.response.parse(response)
    // The heading comes with the page, the parts below it later.
    await page.getByText('in the main text').first().waitFor()
    const text = await page.locator('main').innerText()
    for (const part of [
      'Indexable',
      `${facts?.wordCount} in the main text`,
      `${row?.inlinkCount} pages in`,
      `${facts?.title.length} characters`,
    ])
      assert.ok(text.includes(part), part)
    assert.match(text, /Title \d+ of 580 px, description \d+ of 920 px/)
  })

  test('the URL that was analyzed last is taken up where none is given', async () => {
    await page.goto(insights())
    await page.getByRole('heading', { name: /Breads: rye/ }).waitFor()
    assert.equal(parameter('url'), `${site.url}breads/rye`)
  })

  test('a path is analyzed as one of this site, and the indicator is seen', async () => {
    await page.getByLabel('Page URL').fill('/chain-1')
    await page.getByRole('button', { name: 'Analyze' }).click()
    await page.getByRole('button', { name: 'Analyzing...' }).waitFor()
    await page.getByText('2 redirects').waitFor()
    assert.equal(parameter('url'), `${site.url}chain-1`)
    const text = await page.locator('main').innerText()
    for (const part of ['/chain-2', '/breads/seeded', 'Not indexable', 'which is indexed in its place'])
      assert.ok(text.includes(part), part)
  })

  test('what is no URL is refused at the field', async () => {
    await page.getByLabel('Page URL').fill('not a URL')
    await page.getByRole('button', { name: 'Analyze' }).click()
    await page.getByText('Please enter a valid URL').waitFor()
  })

  test('the picker searches the pages on the server', async () => {
    await page.getByRole('button', { name: 'Choose a page' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('/breads/').first().waitFor()
    const requested = page.waitForRequest(request => request.url().includes('search=viewport'))
    await dialog.getByLabel('Search pages...').fill('viewport')
    await requested
    await dialog.getByRole('button', { name: /viewport-missing/ }).click()
    await page.getByRole('heading', { name: /viewport missing/ }).waitFor()
    assert.equal(parameter('url'), `${site.url}devices/viewport-missing`)
  })

  test('a URL that the crawl has not met brings near ones', async () => {
    await page.goto(insights('breads/ryee'))
    await page.getByText('This URL is not in the crawl').waitFor()
    await page.getByRole('button', { name: `Analyze ${site.url}breads/rye` }).click()
    await page.getByRole('heading', { name: /Breads: rye/ }).waitFor()
  })

  test('a file is shown with its response and the pages that name it', async () => {
    await page.goto(insights('img/loaf.png', { tab: 'links-in' }))
    await page.getByRole('heading', { name: 'image/png' }).waitFor()
    await page
      .getByText(/As image|as image/)
      .first()
      .waitFor()
  })

  test('each tab holds as many rows as its number says', async () => {
    await page.goto(insights('links/', { tab: 'links-out' }))
    for (const name of ['Issues', 'Links in', 'Links out', 'Images', 'Structured data']) {
      const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
      const shown = async () => /\d[\d,]*$/.exec(await tab.innerText())?.[0]?.replaceAll(',', '')
      await until(async () => (await shown()) !== undefined)
      const count = Number(await shown())
      await tab.click()
      const panel = page.getByRole('tabpanel')
      await until(async () => (await rowTotal(panel)) === count)
    }
  })

  test('links are narrowed by what they lead to', async () => {
    await page.goto(insights('', { tab: 'links-out' }))
    await page.getByText('As stylesheet').waitFor()
    await page.getByLabel('Show').selectOption('pages')
    await page.getByText('As stylesheet').waitFor({ state: 'detached' })
    assert.equal(parameter('group'), 'pages')
  })

  test('an issue of the page opens its panel', async () => {
    await page.goto(insights('titles/missing', { tab: 'issues' }))
    await page.locator('[data-issue-opener]').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Why it matters').waitFor()
    assert.match(page.url(), /issue=\d+/)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })
})

/** Rows of a panel over all of its pages: what it says itself, or what is in its table. */
async function rowTotal(panel: ReturnType<Page['getByRole']>): Promise<number> {
  await panel.locator('table, [role=status] ~ *, svg').first().waitFor()
  const text = await panel.innerText()
  // Of issues first: their messages speak of pages, too.
  const said = /Showing \d+ of (\d+) issues/.exec(text) ?? /(\d+) (?:pages?|links?)\b/.exec(text)
  if (said) return Number(said[1])
  return await panel.locator('tbody tr').count()
}

describe('site structure', () => {
  test('shows the numbers of the API, each with its rows', async () => {
    await openGraph(structure())
    const response = endpoints.structure.response.parse(await fetchJson(`/api/structure/${websiteId}`))
    const problemCount = response.statuses.filter(status => status === null || status >= 400).length
    const text = await page.locator('main').innerText()
    assert.match(text, new RegExp(`Total Pages\\s+${response.totalPages}\\b`))
    assert.match(text, new RegExp(`Max Depth\\s+${Math.max(...response.depths)}\\b`))
    assert.match(text, new RegExp(`Problem Pages\\s+${problemCount}\\b`))
    for (const tip of ['within 3 clicks', 'logical hierarchy', 'related content', 'broken links', 'breadcrumbs'])
      assert.ok(text.includes(tip), tip)
    await page.getByRole('link', { name: /Problem Pages/ }).click()
    await page.getByText(new RegExp(`^${problemCount} pages$`)).waitFor()
    assert.equal(parameter('show'), 'problems')
  })

  test('a click on a node opens the insights of its page', async () => {
    await openGraph(structure({ find: `${site.url}breads/rye` }))
    const canvas = page.locator('canvas')
    await page.getByText('1 match').waitFor()
    const box = await canvas.boundingBox()
    assert.ok(box)
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(centre.x, centre.y)
    await page.locator('div[aria-hidden]', { hasText: '/breads/rye' }).waitFor()
    await page.mouse.click(centre.x, centre.y)
    await page.waitForURL(/\/page-insights\//)
    assert.equal(parameter('url'), `${site.url}breads/rye`)
  })

  test('a node that is dragged is no click; the canvas is moved and zoomed', async () => {
    await openGraph(structure({ find: `${site.url}breads/rye` }))
    const picture = () => page.evaluate<string>('document.querySelector("canvas").toDataURL()')
    const box = await page.locator('canvas').boundingBox()
    assert.ok(box)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const changes = async (name: string, act: () => Promise<void>) => {
      const before = await picture()
      await act()
      await until(async () => (await picture()) !== before)
      assert.match(page.url(), /site-structure/, name)
    }
    await changes('drag', async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + 60, y + 40, { steps: 4 })
      await page.mouse.up()
      await page.mouse.move(box.x + 2, box.y + 2)
    })
    await changes('zoom', () => page.getByRole('button', { name: 'Zoom out' }).click())
    await changes('wheel', () => page.mouse.move(x, y).then(() => page.mouse.wheel(0, -300)))
    await changes('show all', () => page.getByRole('button', { name: 'Show all' }).click())
    await changes('links', () => page.getByLabel(/Show links/).check())
    assert.equal(parameter('links'), 'shown')
  })

  test('the graph is zoomed from half to five times the size at which all of it is seen', async () => {
    await openGraph(structure())
    const zoom = () => page.evaluate<number>('document.querySelector("canvas").__zoom.k')
    assert.equal(await zoom(), 1)
    const box = await page.locator('canvas').boundingBox()
    assert.ok(box)
    for (const [button, wheelPx, expected] of [
      ['Zoom out', 2_000, GRAPH_ZOOM_MIN],
      ['Zoom in', -2_000, GRAPH_ZOOM_MAX],
    ] as const) {
      for (let click = 0; click < 8; click++) await page.getByRole('button', { name: button }).click()
      assert.equal(await zoom(), expected)
      await page.getByRole('button', { name: 'Show all' }).click()
      await until(async () => (await zoom()) === 1)
      await page.mouse.move(box.x + 5, box.y + 5)
      for (let turn = 0; turn < 3; turn++) await page.mouse.wheel(0, wheelPx)
      await until(async () => (await zoom()) === expected)
      await page.getByRole('button', { name: 'Show all' }).click()
      await until(async () => (await zoom()) === 1)
    }
  })

  test('the search narrows the table and is in the URL', async () => {
    await openGraph(structure())
    await page.getByLabel('Search pages...').fill('nothing is called so')
    await page.getByText('0 matches').waitFor()
    await page.getByText('No pages found').waitFor()
    assert.equal(parameter('find'), 'nothing is called so')
    await page.getByRole('button', { name: 'Show all pages' }).click()
    await page.getByRole('link', { name: '/breads/', exact: false }).first().waitFor()
  })
})

test('axe finds nothing in either theme, nothing is wider than the screen, and nothing moves', async () => {
  const view = await newVisitor(browser)
  await view.addCookies(await visitor.cookies())
  const urls = [insights('breads/rye'), insights('images/', { tab: 'images' }), structure({ links: 'shown' })]
  const looked = watch(await view.newPage())
  await assertScreensAccessible(looked, { screens: urls.map(url => ({ url })), maxShift: 0.02 })
  await view.close()
})

test('no screen logged an error or requested another origin', () => assert.deepEqual(problems, []))
