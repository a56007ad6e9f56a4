import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
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

/** The health score in a real Chromium: the numbers of the API, and the ways from what to fix first. */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  await crawlToEnd(visitor, { origin: server.url, url: site.url, limit: 30 })
  websiteId = (await crawlToEnd(visitor, { origin: server.url, url: site.url, limit: 20 })).websiteId
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

async function result(crawlId?: number) {
  const query = crawlId === undefined ? '' : `?crawl=${crawlId}`
  const response = await visitor.request.get(`${server.url}/api/crawl/${websiteId}${query}`)
  return endpoints.crawlResult.response.parse(await response.json())
}

const card = () => page.getByRole('region', { name: 'Health Score' })

describe('the health score on the dashboard', () => {
  test('is that of the API, beside the crawl before', async () => {
    const { health } = await result()
    assert.ok(health && health.previousScore !== null && health.score < 100)
    await page.goto(server.url + hrefTo('dashboard', websiteId))
    await card().getByText(`${health.score} of 100`, { exact: true }).waitFor()
    const change = health.score - health.previousScore
    const words =
      change === 0
        ? 'as in the crawl before'
        : `${Math.abs(change)} ${change > 0 ? 'up' : 'down'} from the crawl before`
    await card().getByText(words, { exact: true }).waitFor()
  })

  test('explains where every point went', async () => {
    const { health } = await result()
    assert.ok(health)
    const list = card().getByRole('list', { name: 'Deductions' })
    assert.equal(await list.isVisible(), false)
    await card().getByText('How the score is made').click()
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
  })

  test('leads from what to fix first to the finding', async () => {
    const { health } = await result()
    const [first] = health?.fixFirst ?? []
    assert.ok(health && first)
    assert.equal(await card().getByRole('list').first().getByRole('listitem').count(), health.fixFirst.length)
    await card().getByRole('link', { name: first.title, exact: true }).first().click()
    await page.getByRole('main').getByText(first.title).first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('check'), first.checkId)
  })

  test('of an earlier crawl is its own', async () => {
    const { crawls } = await result()
    const earlier = crawls.at(-1)
    assert.ok(earlier)
    const { health } = await result(earlier.id)
    assert.ok(health && health.previousScore === null)
    await page.goto(server.url + hrefTo('dashboard', websiteId, { crawl: earlier.id }))
    await card().getByText(`${health.score} of 100`, { exact: true }).waitFor()
    assert.equal(await card().getByText('the crawl before').count(), 0)
  })

  test('gives axe nothing to say in either theme, and fits a phone', async () => {
    await page.goto(server.url + hrefTo('dashboard', websiteId))
    await page.getByText('How the score is made').click()
    await assertAccessible(page, 'the dashboard')
    if (shots !== undefined) await card().screenshot({ path: `${shots}/health.png` })
  })
})

test('nothing went wrong in the browser', () => assert.deepEqual(problems, []))
