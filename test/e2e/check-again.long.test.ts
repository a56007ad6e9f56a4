import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { crawlResultSchema, crawlStartedSchema } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible, assertFits, WIDTHS } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { type FixableSite, pageNamed, startFixableSite } from '../support/fixable-site.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** A finding is fixed on the site and checked again in its panel: it closes, and the numbers follow. In a real Chromium. */

/** Pictures are taken when this names a folder. */
const shots = process.env.SHOTS_FOLDER

let site: FixableSite
let server: RunningServer
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

before(async () => {
  site = await startFixableSite()
  const shared = await sharedDemo()
  server = shared.server
  visitor = await newVisitor(shared.browser)
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
  await page.goto(server.url)
  const response = await visitor.request.post(`${server.url}/api/crawl`, {
    data: { url: `${site.origin}/` },
    headers: { origin: server.url },
  })
  websiteId = crawlStartedSchema.parse(await response.json()).websiteId
  await until(async () => (await crawlResult()).status === 'complete')
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
})

after(async () => {
  await visitor.close()
  await site[Symbol.asyncDispose]()
})

async function crawlResult() {
  const response = await visitor.request.get(`${server.url}/api/crawl/${websiteId}`)
  return crawlResultSchema.parse(await response.json())
}

const panel = () => page.getByRole('dialog')
/** The bar at the foot; the history repeats the result. */
const result = () => panel().getByRole('toolbar')
const checkAgain = () => panel().getByRole('button', { name: /^Check Again/ })

async function openIssue(check: string): Promise<void> {
  await page.goto(`${server.url}${hrefTo('errors', websiteId, { check })}`)
  await page.getByRole('main').getByRole('table').getByRole('button').first().click()
  await panel().waitFor()
}

async function picture(name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: path.join(shots, `${name}.png`) })
}

describe('an issue checked again in its panel', () => {
  test('stays while the page is as it was, and says when that was seen', async () => {
    await openIssue('title-missing')
    await panel().getByRole('button', { name: 'Mute', exact: true }).waitFor()
    await checkAgain().click()
    await result()
      .getByText(/^Checked again .+: it is still so\.$/)
      .waitFor()
    await picture('check-again-stays')
    assert.equal((await crawlResult()).errorCount > 0, true)
  })

  test('closes when the page is fixed, with the time, and the counts fall', async () => {
    const before = await crawlResult()
    site.pages.set('/untitled', pageNamed('Titled at last'))
    await checkAgain().click()
    await result()
      .getByText(/^Checked again .+: it is fixed\.$/)
      .waitFor()
    const after = await crawlResult()
    assert.deepEqual(
      [after.errorCount, after.issueDistribution.metaIssues],
      [before.errorCount - 1, before.issueDistribution.metaIssues - 1],
    )
    assert.equal(await checkAgain().isDisabled(), true)
    assert.equal(await panel().getByRole('button', { name: 'Mute', exact: true }).count(), 0, 'nothing is left to mute')
    assert.equal(await panel().getByLabel('Severity of this check').count(), 0)
    await picture('check-again-fixed')
  })

  test('about a broken link closes when its target responds, and leaves the list of its screen', async () => {
    await openIssue('internal-link-broken')
    site.pages.set('/gone', pageNamed('Found again'))
    site.pages.set('/lost', pageNamed('Found again, too'))
    await checkAgain().click()
    await result()
      .getByText(/it is fixed\.$/)
      .waitFor()
    await panel().getByText('Closed', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await page.getByText('Showing 1 of 1 issues').waitFor()
  })

  test('is listed among what is fixed since the crawl, with the time', async () => {
    await page.getByRole('button', { name: '2 fixed', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'Fixed since the crawl' })
    await list.getByText('Showing 2 of 2 fixed issues').waitFor()
    for (const words of [/^Missing title/, /^Broken link/]) await list.getByText(words).first().waitFor()
    assert.equal(await list.getByText(/^Found fixed .+\d/).count(), 2)
    await assertAccessible(page, 'the fixed issues')
    await picture('fixed-list')
    await page.keyboard.press('Escape')
  })

  test('shows in which crawls it was found, and when it was looked at', async () => {
    await openIssue('title-duplicate')
    await checkAgain().click()
    await result()
      .getByText(/it is still so\.$/)
      .waitFor()
    await panel()
      .getByText(/^First seen on .+, by the newest crawl\.$/)
      .waitFor()
    await panel().getByText('Each crawl and recheck').click()
    await panel()
      .getByText(/^Found as (?:error|warning|info) on 3 pages$/)
      .waitFor()
  })

  test('says beforehand what only a whole crawl can check', async () => {
    await openIssue('page-single-inlink')
    await panel().getByText('Only a whole crawl can check this.', { exact: true }).waitFor()
    assert.equal(await checkAgain().isDisabled(), true)
  })

  test('is accessible, in both themes and on a phone', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await openIssue('title-duplicate')
      const history = panel().getByText(/^First seen /)
      await history.waitFor()
      await picture(`check-again-${width}`)
      if (width === WIDTHS[0]) await assertFits(page, `the panel, ${width} px`)
      else await assertAccessible(page, 'the panel')
      await history.scrollIntoViewIfNeeded()
      await picture(`history-${width}`)
    }
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
