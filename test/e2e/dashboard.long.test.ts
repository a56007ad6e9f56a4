import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { crawlToEnd } from '../support/crawl-by-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'

/**
 * The first screenful of the dashboard in a real Chromium: how good the site is, what to fix first, what changed, what was covered.
 * specification-results.long.test.ts has what is below it.
 */

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
let firstCrawlId = 0
const problems: string[] = []

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  firstCrawlId = (await crawlToEnd(visitor, { origin: server.url, url: site.url, limit: 20 })).crawlId
  websiteId = (await crawlToEnd(visitor, { origin: server.url, url: site.url, limit: 60 })).websiteId
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
})

async function result(crawlId?: number) {
  const query = crawlId === undefined ? '' : `?crawl=${crawlId}`
  const response = await visitor.request.get(`${server.url}/api/crawl/${websiteId}${query}`)
  return endpoints.crawlResult.response.parse(await response.json())
}

/** A page that has seen nothing yet. */
const freshPage = async () => watchPage(await visitor.newPage(), { origin: () => server.url, problems })

const open = (query: Record<string, string | number> = {}) =>
  page.goto(server.url + hrefTo('dashboard', websiteId, query))
const cardOf = (where: Page, name: string) => where.getByRole('region', { name, exact: true })
const card = (name: string) => cardOf(page, name)

describe('the dashboard', () => {
  test('has its four cards in the first screenful', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open()
    await card('Coverage').getByLabel('How the crawl ended').waitFor()
    for (const name of ['Health Score', 'Fix First', 'Since Last Crawl', 'Coverage']) {
      const box = await card(name).boundingBox()
      assert.ok(box && box.y + box.height <= 900, `${name} ends at ${box && box.y + box.height}`)
    }
  })

  test('shows the score of the API beside the crawl before, and the pages that it rests on', async () => {
    const { health, scores, warningCount } = await result()
    assert.ok(health && health.previousScore !== null && health.score < 100)
    assert.deepEqual(
      scores.map(({ score }) => score),
      [health.previousScore, health.score],
    )
    await card('Health Score').getByText(`${health.score} of 100`, { exact: true }).waitFor()
    const change = health.score - health.previousScore
    const points = `${Math.abs(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`
    const text = await card('Health Score').innerText()
    assert.ok(text.includes(change === 0 ? 'No change' : points), text)
    assert.ok(text.includes(`${health.pagesChecked} of ${health.pages} pages`), text)
    const warnings = card('Health Score').getByRole('link', { name: `${warningCount} warnings` })
    assert.equal(await warnings.getAttribute('href'), hrefTo('errors', websiteId, { severity: 'warning' }))
  })

  test('explains on request where every point went', async () => {
    const { health } = await result()
    assert.ok(health)
    await card('Health Score').getByRole('button', { name: 'How it is calculated' }).click()
    const list = page.getByRole('dialog').getByRole('list', { name: 'Deductions' })
    await list.waitFor()
    const points = await list
      .locator(':scope > li > div')
      .evaluateAll(rows => rows.map(row => [row.firstChild?.textContent, row.lastChild?.textContent]))
    assert.deepEqual(
      points,
      health.subjects.map(({ subject, taken, cap }) => [subject, `−${taken.toFixed(1)} of ${cap} points`]),
    )
    assert.equal(await list.locator('ul > li').count(), health.deductions.length)
    const taken = health.subjects.reduce((sum, each) => sum + each.taken, 0)
    assert.ok(Math.abs(100 - taken - health.score) < 1 + health.subjects.length * 0.05)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  })

  test('leads by the keyboard from what to fix first to the check', async () => {
    const { health } = await result()
    const [first] = health?.fixFirst ?? []
    assert.ok(health && first)
    await open()
    const rows = card('Fix First').getByRole('listitem')
    await rows.first().waitFor()
    assert.equal(await rows.count(), health.fixFirst.length)
    assert.ok((await rows.first().innerText()).includes(first.advice))
    await card('Fix First').getByText(`All ${health.deductions.length} checks with issues`).waitFor()
    await rows.first().getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText(first.title).first().waitFor()
    assert.equal(new URL(page.url()).pathname, hrefTo('issues-by-check', websiteId))
    assert.equal(new URL(page.url()).searchParams.get('check'), first.checkId)
  })

  test('leads by a point of the trend to an earlier crawl, which has its own score', async () => {
    const { health, scores } = await result(firstCrawlId)
    assert.ok(health && scores.length === 1)
    await open()
    await page
      .getByRole('link', { name: new RegExp(`: ${health.score}$`) })
      .first()
      .click()
    await page.waitForURL(`**${hrefTo('dashboard', websiteId, { crawl: firstCrawlId })}`)
    await card('Health Score').getByText(`${health.score} of 100`, { exact: true }).waitFor()
    await card('Health Score').getByText('First crawl of this website').waitFor()
    await card('Since Last Crawl')
      .getByText('This is the first crawl. Changes appear after the next one.', { exact: true })
      .waitFor()
  })

  test('leads from what changed to the rows that it counts', async () => {
    const response = await visitor.request.get(`${server.url}/api/changes/${websiteId}`)
    const { change } = endpoints.crawlChanges.response.parse(await response.json())
    assert.ok(change && change.earlierCrawl.id === firstCrawlId && change.pages.added > 10)
    await open()
    const added = card('Since Last Crawl').getByRole('link', { name: `${change.pages.added} added` })
    await added.focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('dialog', { name: 'Pages added since the last crawl' })
    await list.getByText(`Showing 1 to 10 of ${change.pages.added} results`).waitFor()
    assert.equal(await list.getByRole('listitem').count(), 10)
    await assertAccessible(page, 'the pages that were added', '[role=dialog]')
    await list.getByRole('button', { name: 'Next' }).click()
    await list.getByText(/^Showing 11 to/).waitFor()
    await page.reload()
    await list.getByText(/^Showing 11 to/).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '')
    const newCount = Object.values(change.bySeverity).reduce((sum, each) => sum + each.new, 0)
    assert.ok(newCount > 0)
    await card('Since Last Crawl')
      .getByRole('link', { name: /^[\d,]+ ?new$/ })
      .first()
      .click()
    await page.getByText(new RegExp(`^Showing 1 to \\d+ of ${newCount} results$`)).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Since last crawl' }).inputValue(), 'new')
  })

  test('counts what was covered as the API does', async () => {
    const { indexabilityCounts, statusCounts, skippedCounts, crawlLimit } = await result()
    await open()
    const { indexable = 0 } = indexabilityCounts
    const link = card('Coverage').getByRole('link', { name: `${indexable} Indexable`, exact: true })
    assert.equal(await link.getAttribute('href'), hrefTo('pages-list', websiteId, { indexability: 'indexable' }))
    await card('Coverage')
      .getByRole('link', { name: `${statusCounts['2xx']} 2xx success` })
      .waitFor()
    const overLimit = skippedCounts.find(({ reason }) => reason === 'limit')
    const skipped = card('Coverage').getByRole('link', {
      name: `${overLimit?.count} Beyond the page limit (${crawlLimit})`,
    })
    assert.equal(await skipped.getAttribute('href'), hrefTo('not-crawled', websiteId, { reason: 'limit' }))
    await card('Coverage').getByText('Page limit reached', { exact: true }).waitFor()
  })

  test('says of a crawl that goes on what comes later', async () => {
    const fresh = await freshPage()
    await fresh.route(`**/api/crawl/${websiteId}`, async route => {
      const crawl = await (await route.fetch()).json()
      const running = { status: 'crawling', phase: 'visiting', endReason: null, endSentence: '', endedAt: null }
      await route.fulfill({ json: { ...crawl, ...running, health: null, scores: [], change: null } })
    })
    await fresh.goto(server.url + hrefTo('dashboard', websiteId))
    for (const name of ['Health Score', 'Fix First', 'Since Last Crawl']) {
      await cardOf(fresh, name).getByText('Available when the crawl is complete', { exact: true }).waitFor()
      await cardOf(fresh, name).getByText('–').first().waitFor()
    }
    const progress = await cardOf(fresh, 'Crawl progress').boundingBox()
    const score = await cardOf(fresh, 'Health Score').boundingBox()
    assert.ok(progress && score && progress.y + progress.height <= score.y)
    await fresh.close()
  })

  test('loads without moving its cards', async () => {
    const fresh = await freshPage()
    const held = Promise.withResolvers<void>()
    await fresh.route(`**/api/crawl/${websiteId}`, async route => {
      await held.promise
      await route.continue()
    })
    await fresh.goto(server.url + hrefTo('dashboard', websiteId))
    await cardOf(fresh, 'Coverage').waitFor()
    const places = async () => {
      const boxes = ['Health Score', 'Fix First', 'Coverage'].map(name => cardOf(fresh, name).boundingBox())
      return (await Promise.all(boxes)).map(box => box?.y)
    }
    const waiting = await places()
    held.resolve()
    await cardOf(fresh, 'Coverage').getByLabel('How the crawl ended').waitFor()
    assert.deepEqual(await places(), waiting)
    await fresh.close()
  })

  test('says what failed in the place of the changes, and tries again', async () => {
    const fresh = await visitor.newPage()
    await fresh.route('**/api/changes/**', route => route.fulfill({ status: 500, body: 'Nothing can be read.' }))
    await fresh.goto(server.url + hrefTo('dashboard', websiteId))
    const changes = cardOf(fresh, 'Since Last Crawl')
    await changes.getByText('Failed to fetch changes: Internal Server Error').waitFor()
    await fresh.unroute('**/api/changes/**')
    await changes.getByRole('button', { name: 'Try Again' }).click()
    await changes.getByText('Failed to fetch changes').waitFor({ state: 'detached' })
    await fresh.close()
  })

  test('gives axe nothing to say in either theme, and fits a phone', async () => {
    await open()
    await card('Coverage').getByLabel('How the crawl ended').waitFor()
    await assertAccessible(page, 'the dashboard')
  })
})

test('nothing went wrong in the browser', () => assert.deepEqual(problems, []))
