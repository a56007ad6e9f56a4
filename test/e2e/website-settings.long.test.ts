import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
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

/** Muting, switching checks off and changing severities in a real Chromium, over two crawls of some pages of the demo site. */

const CHECK = 'title-missing'
const REASON = 'Agreed with the client'

let site: DemoSite
let server: RunningServer
let browser: Browser
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

/** Requests the API as the page's visitor. */
async function fetchJson(path: string, body?: unknown): Promise<unknown> {
  const text = await page.evaluate(
    ([url, sent]) =>
      fetch(
        url,
        sent === '' ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent },
      ).then(response => response.text()),
    [server.url + path, body === undefined ? '' : JSON.stringify(body)] as const,
  )
  return JSON.parse(text)
}

const crawlResult = async () => endpoints.crawlResult.response.parse(await fetchJson(`/api/crawl/${websiteId}`))
const issuesOf = async (check: string) =>
  endpoints.listIssues.response.parse(await fetchJson(`/api/issues/${websiteId}?check=${check}`))

async function crawl(): Promise<void> {
  const urls = ['', 'titles/missing', 'titles/empty'].map(path => site.url + path)
  const body = { url: site.url, crawlLimit: 500, urls }
  websiteId = endpoints.startCrawl.response.parse(await fetchJson('/api/crawl', body)).websiteId
  await until(async () => (await crawlResult()).status === 'complete')
}

/** The side panel of the first issue of the check, on the screen of all issues. */
async function openPanel(): Promise<void> {
  const [issue] = (await issuesOf(CHECK)).issues
  assert.ok(issue)
  await page.goto(server.url + hrefTo('errors', websiteId, { check: CHECK, issue: issue.id }))
  await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).waitFor()
}

async function openMuted(): Promise<void> {
  await page.goto(server.url + hrefTo('errors', websiteId))
  await page.getByRole('button', { name: /^\d+ muted$/ }).click()
  await page.getByRole('dialog').getByText(`Reason: ${REASON}`).first().waitFor()
}

async function openSettings(search = 'missing title'): Promise<void> {
  await page.goto(server.url + hrefTo('projects'))
  await page.getByRole('button', { name: /^Check settings/ }).click()
  await page.getByRole('dialog').getByLabel('Search checks...').fill(search)
}

/** A folder for pictures of the screens, to be looked at; none by default. */
const shots = process.env.SHOTS_FOLDER

async function picture(name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: path.join(shots, `${name}-${pictures++}.png`) })
}
let pictures = 0

before(async () => {
  ;({ site, server, browser } = await sharedDemo())
  visitor = await newVisitor(browser)
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
  await page.goto(server.url)
  await crawl()
})

describe('settings of a website', () => {
  test('an issue is muted from its panel, with a reason, and leaves the counts', async () => {
    const { errorCount } = await crawlResult()
    const { totalCount } = await issuesOf(CHECK)
    const panel = page.getByRole('dialog')
    await openPanel()
    await panel.getByRole('button', { name: 'Mute', exact: true }).click()
    await panel.getByLabel('This issue on the whole website').check()
    await panel.getByRole('button', { name: 'Mute with this reason' }).click()
    await panel.getByRole('alert').getByText('Say why').waitFor()
    await assertAccessible(page, 'the form that mutes')
    await panel.getByLabel('Reason').fill(REASON)
    await panel.getByRole('button', { name: 'Mute with this reason' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${totalCount} muted` }).waitFor()
    assert.equal((await crawlResult()).errorCount, errorCount - totalCount)
    assert.equal((await issuesOf(CHECK)).totalCount, 0)
  })

  test('what is muted is listed with its reason, in the next crawl, too', async () => {
    const { errorCount } = await crawlResult()
    await crawl()
    assert.equal((await crawlResult()).errorCount, errorCount)
    await openMuted()
    await assertAccessible(page, 'the muted issues')
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Export' }).click()
    await picture('muted-export')
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
    assert.match(readFileSync(await (await file).path(), 'utf8'), new RegExp(`,${REASON}\r\n`))
    await panel.getByText(`Reason: ${REASON}`).first().waitFor()
  })

  test('taking a mute back brings its issues back', async () => {
    const { errorCount } = await crawlResult()
    await page.getByRole('dialog').getByRole('button', { name: 'Unmute' }).first().click()
    await page.getByRole('dialog').getByText('No issue is muted.').waitFor()
    const { totalCount } = await issuesOf(CHECK)
    assert.ok(totalCount > 0)
    assert.equal((await crawlResult()).errorCount, errorCount + totalCount)
  })

  test('a mute is undone by its toast', async () => {
    const { totalCount } = await issuesOf(CHECK)
    await openPanel()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Mute', exact: true }).click()
    await panel.getByLabel('Reason').fill(REASON)
    await panel.getByRole('button', { name: 'Mute with this reason' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The issues are in the report again.').first().waitFor()
    assert.equal((await issuesOf(CHECK)).totalCount, totalCount)
  })

  test('several issues are muted with one reason, and one Undo brings all of them back', async () => {
    const { totalCount } = await issuesOf(CHECK)
    await page.goto(server.url + hrefTo('issues-by-check', websiteId, { check: CHECK }))
    const boxes = page.getByRole('checkbox', { name: /^Select: / })
    await boxes.nth(1).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const bar = page.getByRole('region', { name: 'Selected causes' })
    await bar.getByRole('button', { name: 'Mute' }).click()
    await bar.getByRole('textbox', { name: 'Reason' }).fill(REASON)
    await bar.getByRole('button', { name: 'Mute with this reason' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    assert.equal((await issuesOf(CHECK)).totalCount, totalCount - 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The issues are in the report again.').first().waitFor()
    assert.equal((await issuesOf(CHECK)).totalCount, totalCount)
    // The next selection begins with the actions.
    await boxes.nth(1).waitFor()
    await boxes.nth(0).check()
    await bar.getByRole('button', { name: 'Mark as fixed' }).waitFor()
  })

  test('the severity of a check is changed from the panel', async () => {
    await openPanel()
    await page.getByLabel('Severity of this check').selectOption({ label: 'Counts as info' })
    await until(async () => (await issuesOf(CHECK)).issues.every(issue => issue.severity === 'info'))
    await page.getByLabel('Severity of this check').selectOption({ label: 'Counts as error (default)' })
    await until(async () => (await issuesOf(CHECK)).issues.every(issue => issue.severity === 'error'))
  })

  test('an assignee and a note are kept, also for the next crawl', async () => {
    await openPanel()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Assign or Add Note' }).click()
    await panel.getByLabel('Assignee').fill('Ann')
    await panel.getByLabel('Note', { exact: true }).fill('In the template\n<b>of the shop</b>')
    await assertAccessible(page, 'the form of the note')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('<b>of the shop</b>').waitFor()
    await crawl()
    await openPanel()
    await panel.getByText('Ann', { exact: true }).waitFor()
    await panel.getByText('In the template').waitFor()
  })

  test('an issue is marked as fixed, which its toast takes back', async () => {
    const marks = async () => (await issuesOf(CHECK)).issues.filter(issue => issue.markedFixed !== null).length
    await openPanel()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Mark as fixed' }).click()
    await panel.getByText('The next crawl or a recheck confirms it.').waitFor()
    assert.equal(await marks(), 1)
    // The open panel hides the toast from roles.
    await page.locator('[data-toasts]').getByText('Undo', { exact: true }).click()
    await panel.getByRole('button', { name: 'Mark as fixed' }).waitFor()
    assert.equal(await marks(), 0)
  })

  test('a check is found, switched off and on again among the settings of the website', async () => {
    const { totalCount } = await issuesOf(CHECK)
    const panel = page.getByRole('dialog')
    await openSettings()
    await assertAccessible(page, 'the check settings')
    // The box changes with the server's response, which a click does not wait for.
    await panel.getByLabel('On: Missing title').click()
    await until(async () => (await issuesOf(CHECK)).totalCount === 0)
    await openMutedOff(totalCount)
    await openSettings()
    await panel.getByLabel('On: Missing title').click()
    await until(async () => (await issuesOf(CHECK)).totalCount === totalCount)
    await panel.getByLabel('Severity: Missing title').selectOption({ label: 'Warning' })
    await until(async () => (await issuesOf(CHECK)).issues.every(issue => issue.severity === 'warning'))
  })

  test('thresholds are set among the settings, hold from the next crawl on, and are taken back', async () => {
    const panel = page.getByRole('dialog')
    const longest = panel.getByLabel('Maximum title length (characters)')
    await openSettings('long title')
    await panel.getByRole('button', { name: /^Thresholds.*: Long title$/ }).click()
    await longest.waitFor()
    await picture('thresholds')
    await assertAccessible(page, 'the thresholds of a check')
    assert.equal(await longest.inputValue(), '60')
    await longest.fill('10')
    await panel.getByRole('button', { name: 'Save thresholds' }).click()
    assert.equal(await longest.evaluate(field => field.matches(':invalid')), true, 'below what may be set')
    await longest.fill('20')
    await panel.getByRole('button', { name: 'Save thresholds' }).click()
    await panel.getByText('Thresholds (1 changed)').waitFor()
    await picture('thresholds-changed')
    assert.equal((await issuesOf('title-too-long')).totalCount, 0, 'not before the next crawl')
    await crawl()
    const { issues } = await issuesOf('title-too-long')
    assert.deepEqual([...new Set(issues.map(issue => issue.message))], ['Long title (more than 20 characters)'])
    const [issue] = issues
    await page.goto(server.url + hrefTo('errors', websiteId, { check: 'title-too-long', issue: issue?.id ?? 0 }))
    await panel.getByText('Maximum title length: 20 characters (default 60)').waitFor()
    await openSettings('long title')
    await panel.getByRole('button', { name: /^Thresholds.*: Long title$/ }).click()
    await panel.getByRole('button', { name: 'Reset' }).click()
    await panel.getByText('Thresholds', { exact: true }).waitFor()
    assert.equal(await longest.inputValue(), '60')
    await page.reload()
    assert.equal((await issuesOf('title-too-long')).totalCount, issues.length, 'the crawl keeps those it began with')
  })

  test('nothing was logged in the console, and no other origin was requested', () => assert.deepEqual(problems, []))
})

async function openMutedOff(count: number): Promise<void> {
  await page.goto(server.url + hrefTo('errors', websiteId))
  await page.getByRole('button', { name: `${count} muted` }).click()
  await page.getByRole('dialog').getByText('Switched off for this website').first().waitFor()
}
