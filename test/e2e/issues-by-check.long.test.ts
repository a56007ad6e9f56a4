import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible, assertScreensAccessible } from '../support/accessible.ts'
import { watchPage } from '../support/browser-page.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'

/** "Issues by Check" in a real Chromium: one row for each check, its causes, their pages, and what can be done with them. */

/** One cause, on the server, of most pages. */
const OF_SERVER = 'text-not-compressed'

let demo: SharedDemo
let page: Page
let checks: CheckResultResponse[] = []
const problems: string[] = []
const url = (query: Record<string, string> = {}) => demo.server.url + hrefTo('issues-by-check', demo.websiteId, query)

async function openPage(): Promise<Page> {
  const visitor = await demo.newOwner()
  return watchPage(await visitor.newPage(), { origin: () => demo.server.url, problems })
}

const rows = () => page.locator('[data-check-row]')
const rowOf = (id: string) => page.locator(`[data-check-row="${id}"]`)
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
const found = () => checks.filter(({ issueCount }) => issueCount > 0)
const checkWith = (isWanted: (check: CheckResultResponse) => boolean): CheckResultResponse => {
  const check = found().find(isWanted)
  assert.ok(check, 'the demo site has no such check')
  return check
}

before(async () => {
  demo = await sharedDemo()
  page = await openPage()
  const response = await page.context().request.get(`${demo.server.url}/api/checks/${demo.websiteId}`)
  checks = await response.json()
})

describe('issues by check', () => {
  test('has a row for each check with findings, by subject, and all findings in the total', async () => {
    await page.goto(url())
    await rows().first().waitFor()
    assert.equal(await rows().count(), found().length)
    const subjects = await page.locator('th[scope=rowgroup]').allInnerTexts()
    assert.equal(subjects.length, new Set(found().map(({ subject }) => subject)).size)
    const total = found().reduce((sum, { issueCount }) => sum + issueCount, 0)
    await page
      .locator('tfoot')
      .getByRole('link', { name: `${total} findings` })
      .waitFor()
    await page.getByText(/^Score \d+\.\d \+ gain \d+\.\d = 100\.$/).waitFor()
    await page.getByText(`in ${found().length} checks`).waitFor()
  })

  test('filters, and says so in the URL; clears what matches nothing', async () => {
    const errors = found().filter(({ severity }) => severity === 'error')
    await page.getByRole('button', { name: /^Errors/ }).click()
    await page.waitForFunction(`document.querySelectorAll('[data-check-row]').length === ${errors.length}`)
    assert.equal(parameter('severity'), 'error')
    await page.getByRole('searchbox', { name: 'Search checks...' }).fill('no check is called so')
    await page.getByText('No checks match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear All' }).click()
    await page.waitForFunction(`document.querySelectorAll('[data-check-row]').length === ${found().length}`)
    assert.deepEqual([parameter('severity'), parameter('search')], [null, null])
  })

  test('sorts by any column, with subjects or without', async () => {
    await page.getByRole('button', { name: 'Grouped by subject' }).click()
    await page.getByRole('columnheader', { name: 'Findings' }).getByRole('button').click()
    const most = Math.max(...found().map(({ issueCount }) => issueCount))
    const first = await page
      .locator('tbody tr')
      .first()
      .getByRole('link', { name: / findings? of / })
      .innerText()
    assert.equal(Number.parseInt(first, 10), most)
    assert.deepEqual([parameter('sort'), parameter('grouped')], ['findings', 'no'])
    await page.reload()
    await rows().first().waitFor()
    assert.equal(await page.locator('th[scope=rowgroup]').count(), 0)
  })

  test('shows checks without findings, and never calls one passed that checked no page', async () => {
    await page.goto(url())
    await page.getByRole('button', { name: 'Show checks without findings' }).click()
    await page.getByText('Passed', { exact: true }).first().waitFor()
    const none = checks.filter(({ issueCount }) => issueCount === 0)
    const unchecked = none.filter(({ pagesChecked }) => pagesChecked === 0)
    assert.equal(await page.getByText('Not checked', { exact: true }).count(), unchecked.length)
    assert.equal(await page.getByText('Passed', { exact: true }).count(), none.length - unchecked.length)
    assert.equal(parameter('all'), 'true')
  })

  test('a number of findings opens that many rows', async () => {
    const { id, title, issueCount } = checkWith(check => check.issueCount > 1 && check.issueCount <= 10)
    await page.goto(url())
    await page.getByRole('link', { name: `${issueCount} findings of ${title}`, exact: true }).click()
    await page.waitForURL(/\/errors\//)
    assert.equal(parameter('check'), id)
    await page
      .locator('tr[aria-rowindex]')
      .nth(issueCount - 1)
      .waitFor()
    assert.equal(await page.locator('tr[aria-rowindex]').count(), issueCount)
  })

  test('a link to an issue of a later page opens its panel', async () => {
    const response = await page.context().request.get(`${demo.server.url}/api/issues/${demo.websiteId}?limit=40`)
    const { issues } = endpoints.listIssues.response.parse(await response.json())
    const issue = issues.at(-1)
    assert.ok(issue)
    await page.goto(demo.server.url + hrefTo('errors', demo.websiteId, { issue: issue.id }))
    await page.getByRole('dialog', { name: issue.title }).waitFor()
  })

  test('a check opens its causes, a cause its pages, and a reload shows the same', async () => {
    await page.goto(url())
    await rowOf(OF_SERVER).click()
    await page.getByText('On the server').waitFor()
    await page.getByRole('button', { name: /^Pages of: / }).click()
    const pages = page.getByRole('table', { name: 'Pages with this cause' })
    await pages.getByRole('link').first().waitFor()
    assert.equal(parameter('check'), OF_SERVER)
    await page.reload()
    await pages.getByRole('link').first().waitFor()
    const inlinks = (await pages.locator('tbody td:nth-child(4)').allInnerTexts()).map(Number)
    assert.deepEqual(
      inlinks,
      inlinks.toSorted((a, b) => b - a),
    )
    await page.getByRole('searchbox', { name: 'Search pages...' }).fill('no page is called so')
    await page.getByText('No page matches the search.').waitFor()
  })

  test('rows, causes and the panel work by keyboard', async () => {
    await page.goto(url())
    await rows().first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Skip to results')
    await page.keyboard.press('Enter')
    const isAtRow = () => page.evaluate<boolean>("document.activeElement.hasAttribute('data-check-row')")
    for (let tabs = 0; !(await isAtRow()); tabs++) {
      assert.ok(tabs < 8, 'the first row is more than eight Tabs away')
      await page.keyboard.press('Tab')
    }
    const opener = rows().nth(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-check-row][aria-expanded=true]').waitFor()
    assert.equal(await opener.getAttribute('aria-expanded'), 'true')
    const details = page.getByRole('button', { name: /^Details: / }).first()
    await details.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused(details)
    await opener.focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-check-row][aria-expanded=true]').waitFor({ state: 'detached' })
  })

  test('selected causes are copied, exported and muted together', async () => {
    const { id, issueCount } = checkWith(check => check.issueCount > 1 && check.issueCount <= 10)
    await page.goto(url({ check: id }))
    const boxes = page.getByRole('checkbox', { name: /^Select: / })
    await boxes.nth(1).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const bar = page.getByRole('region', { name: 'Selected causes' })
    await bar.getByText('2 selected').waitFor()
    assert.ok(issueCount >= 2)
    const download = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export' }).click()
    const saved = new URL((await download).url()).searchParams
    assert.equal(saved.get('ids')?.split(',').length, 2)
    await bar.getByRole('button', { name: 'Mute' }).click()
    await bar.getByRole('textbox', { name: 'Reason' }).waitFor()
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
    await bar.waitFor({ state: 'detached' })
  })

  test('loads without moving, on a phone too, and axe finds nothing with a cause open', async () => {
    const fresh = await openPage()
    await assertScreensAccessible(fresh, {
      screens: [{ url: url(), narrowedUrl: url({ subject: 'Speed' }) }],
      maxShift: 0.05,
    })
    await fresh.goto(url({ subject: 'Speed', check: OF_SERVER }))
    await fresh.getByRole('button', { name: /^Pages of: / }).click()
    await fresh.getByRole('checkbox').first().check()
    await fresh.getByRole('table', { name: 'Pages with this cause' }).getByRole('link').first().waitFor()
    await assertAccessible(fresh, 'a cause with its pages')
  })

  test('a failure is shown in the place of the rows, and can be tried again', async () => {
    const visitor = await demo.newOwner()
    const failing = await visitor.newPage()
    const api = `**/api/checks/${demo.websiteId}**`
    let requests = 0
    await failing.route(api, route => {
      requests++
      return route.fulfill({ status: 500, body: '' })
    })
    await failing.goto(url())
    await failing.getByText('Failed to fetch the checks: Internal Server Error').waitFor()
    // The head of the screen, which shows a number of the same response, is there by then.
    await failing
      .locator('main')
      .getByText(/pages? checked$/)
      .waitFor()
    assert.equal(requests, 1)
    await failing.unroute(api)
    await failing.getByRole('button', { name: 'Try Again' }).click()
    await failing.locator('[data-check-row]').first().waitFor()
    await visitor.close()
  })

  test('nothing else went wrong', () => assert.deepEqual(problems, []))
})

async function isFocused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}
