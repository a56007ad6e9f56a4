import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { endpoints } from '#shared/api/endpoints.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { hrefTo } from '#shared/routes.ts'
import type { Segment } from '#shared/segments.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { crawlToEnd } from '../support/crawl-by-page.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** Custom fields, own rules and segments of a website in a real Chromium, over some pages of the demo site. */

let demo: SharedDemo
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

/** A folder for pictures of the screens, to be looked at; none by default. */
const shots = process.env.SHOTS_FOLDER

async function picture(name: string, at?: Locator): Promise<void> {
  if (shots === undefined) return
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  for (const [look, size, colorScheme] of [
    ['light', width, 'light'],
    ['dark', width, 'dark'],
    ['narrow', 360, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: size, height })
    await at?.scrollIntoViewIfNeeded()
    await page.screenshot({ path: path.join(shots, `${name}-${look}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}

const panel = () => page.getByRole('dialog', { name: 'Fields, rules and segments' })

async function open(tab: string): Promise<void> {
  await page.goto(demo.server.url + hrefTo('projects'))
  await page.getByRole('button', { name: /^Fields and rules/ }).click()
  await panel().getByRole('tab', { name: tab }).click()
}

async function addCondition(operator: string, value: string): Promise<void> {
  await panel().getByRole('button', { name: 'Add condition' }).click()
  const form = panel().getByRole('form', { name: 'Filter' })
  await form.getByLabel('Operator').selectOption({ label: operator })
  await form.getByLabel('Value').fill(value)
  await form.getByRole('button', { name: 'Add' }).click()
}

async function setSegments(segments: Segment[]): Promise<void> {
  const url = `${demo.server.url}/api/websites/${websiteId}/segments`
  const response = await visitor.request.post(url, { data: { segments } })
  assert.equal(response.status(), 200)
}

/** An issue of one of the checks that the start page shares with other pages. */
async function sharedIssue(checkIds: readonly string[]): Promise<IssueResponse> {
  const url = `${demo.server.url}/api/issues/${websiteId}?segment=Start%20page&reach=several`
  const { issues } = endpoints.listIssues.response.parse(await (await visitor.request.get(url)).json())
  const issue = issues.find(({ checkId, segmentCount }) => checkIds.includes(checkId) && segmentCount === 1)
  assert.ok(issue, 'the start page shares no finding')
  return issue
}

before(async () => {
  demo = await sharedDemo()
  visitor = await newVisitor(demo.browser)
  page = watchPage(await visitor.newPage(), { origin: () => demo.server.url, problems })
  await page.goto(demo.server.url)
  ;({ websiteId } = await crawlToEnd(visitor, { origin: demo.server.url, url: demo.site.url, limit: 8 }))
})

describe('custom fields', () => {
  test('have their mistakes shown where they are, also those that only the server finds', async () => {
    await open('Custom fields')
    await panel().getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('Heading')
    await panel().getByRole('button', { name: 'Test', exact: true }).click()
    await panel().getByRole('alert').getByText('Enter a selector').waitFor()
    const selector = panel().getByLabel('Selector', { exact: true })
    await selector.fill('h1[')
    await panel().getByRole('button', { name: 'Test', exact: true }).click()
    await selector.and(page.locator('[aria-invalid=true]')).waitFor()
    await assertAccessible(page, 'a field with a mistake', '[role=dialog]')
    await picture('field-mistake')
  })

  test('are tried on a page, saved, and read of all pages', async () => {
    await panel().getByLabel('Selector', { exact: true }).fill('h1')
    await panel().getByRole('button', { name: 'Test', exact: true }).click()
    await panel().getByRole('group', { name: 'Field Heading' }).getByRole('status').waitFor()
    await panel().getByRole('button', { name: 'Add field' }).click()
    const second = panel().getByRole('group', { name: 'Field 2' })
    await page.keyboard.type('Links')
    const named = panel().getByRole('group', { name: 'Field Links' })
    await named.getByLabel('Selector type').selectOption({ label: 'XPath' })
    await named.getByLabel('Selector', { exact: true }).fill('//a')
    await named.getByLabel('What is taken').selectOption({ label: 'Number of matches' })
    assert.equal(await second.count(), 0)
    await panel().getByRole('button', { name: 'Test', exact: true }).click()
    await named.getByRole('status').getByText(/^\d+$/).waitFor()
    await assertAccessible(page, 'tested fields', '[role=dialog]')
    await picture('fields')
    await panel().getByRole('button', { name: 'Save and read' }).click()
    await panel()
      .getByText(/^Read of \d+ pages/)
      .waitFor()
    const listed = await visitor.request.get(`${demo.server.url}/api/websites`)
    const [website] = endpoints.listWebsites.response.parse(await listed.json())
    assert.deepEqual(website?.options.fields, ['Heading = h1', 'Links = //a -> count'])
    await panel().getByRole('link', { name: 'Show All Pages' }).click()
    await page.getByRole('columnheader', { name: 'Heading' }).waitFor()
  })
})

describe('own rules', () => {
  test('are tested on examples and on the crawl as they are written, and checked by the next crawl', async () => {
    await open('Own rules')
    await panel().getByRole('button', { name: 'Add rule' }).click()
    const rule = panel().getByRole('group', { name: 'New rule' })
    await rule.getByRole('button', { name: 'Add rule' }).click()
    await rule.getByText('Name the rule').waitFor()
    await rule.getByText('Add a condition: the pages').waitFor()
    await rule.getByLabel('Title').fill('Bread without a price')
    await addCondition('contains', '/')
    await rule.getByRole('link', { name: /^\d+ pages?$/ }).waitFor()
    await rule.getByRole('button', { name: 'Add example' }).click()
    await rule.getByText('The rule does not find this page').waitFor()
    await rule.getByRole('group', { name: 'Example 1' }).getByLabel('URL').fill('https://example.com/breads/rye')
    await rule.getByText('As expected').waitFor()
    await assertAccessible(page, 'the form of a rule', '[role=dialog]')
    await picture('rule-form')
    await rule.getByRole('button', { name: 'Add rule' }).click()
    const rules = panel().getByRole('list', { name: 'Own rules' })
    await rules.getByText('Bread without a price').waitFor()
    await picture('rules')
    const question = panel().getByRole('dialog', { name: 'Discard unsaved changes?' })
    for (const [leave, stay] of [
      [() => page.keyboard.press('Escape'), () => page.keyboard.press('Escape')],
      [() => panel().getByRole('button', { name: 'Close' }).click(), () => question.getByText('Cancel').click()],
      [() => panel().getByRole('tab', { name: 'Segments' }).click(), () => question.getByText('Cancel').click()],
    ] as const) {
      await leave()
      await question.waitFor()
      await picture('unsaved')
      await stay()
      await question.waitFor({ state: 'hidden' })
      await rules.getByText('Bread without a price').waitFor()
    }
    await panel().getByRole('button', { name: 'Crawl again with these rules' }).click()
    await page.waitForURL(/\/dashboard\//)
    await until(async () => {
      const found = await visitor.request.get(`${demo.server.url}/api/issues/${websiteId}?type=own_issue`)
      const { issues } = endpoints.listIssues.response.parse(await found.json())
      return issues[0]?.checkId === 'rule:bread-without-a-price'
    })
  })
})

describe('what is not saved', () => {
  test('is discarded when the user agrees, and there is no question where nothing is entered', async () => {
    await open('Own rules')
    await panel().getByRole('button', { name: 'Add rule' }).click()
    await panel().getByRole('tab', { name: 'Segments' }).click()
    await panel().getByRole('button', { name: 'Add segment' }).click()
    await panel().getByRole('group', { name: 'New segment' }).getByLabel('Name').fill('Draft')
    await panel().getByRole('button', { name: 'Close' }).click()
    const question = panel().getByRole('dialog', { name: 'Discard unsaved changes?' })
    await assertAccessible(page, 'the question about unsaved changes', 'dialog[open]')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await panel().waitFor({ state: 'detached' })
    await open('Segments')
    await panel().getByRole('button', { name: 'Add segment' }).click()
    assert.equal(await panel().getByRole('group', { name: 'New segment' }).getByLabel('Name').inputValue(), '')
    await panel().getByRole('button', { name: 'Close' }).click()
    await panel().waitFor({ state: 'detached' })
  })
})

describe('the form of one entry of a list', () => {
  const segments = ['Start page', 'Breads', 'Cakes'].map(name => ({ name, conditions: 'depth:is:0' }))
  const question = () => panel().getByRole('dialog', { name: 'Discard unsaved changes?' })
  const button = (name: string) => panel().getByRole('button', { name })
  const formOf = (name: string) => panel().getByRole('group', { name: `Segment ${name}` })

  before(() => setSegments(segments))
  after(() => setSegments([]))

  for (const other of ['Change Breads', 'Remove Breads', 'Add segment'])
    test(`is closed by "${other}" at once, but with a draft when the user agrees`, async () => {
      await open('Segments')
      await button('Change Cakes').click()
      await button('Change Start page').click()
      await formOf('Cakes').waitFor({ state: 'detached' })
      await formOf('Start page').getByLabel('Name').fill('Draft')
      await button(other).click()
      await question().getByText('Cancel').click()
      await question().waitFor({ state: 'hidden' })
      assert.equal(await formOf('Start page').getByLabel('Name').inputValue(), 'Draft')
      await button(other).click()
      await question().getByRole('button', { name: 'Discard changes' }).click()
      await formOf('Start page').waitFor({ state: 'detached' })
      if (other === 'Remove Breads') await button(other).waitFor({ state: 'detached' })
      else
        await panel()
          .getByRole('group', { name: other === 'Add segment' ? 'New segment' : 'Segment Breads' })
          .waitFor()
    })

  test('of rules is closed without a question about rules that no crawl has used', async () => {
    await open('Own rules')
    for (const title of ['First', 'Second']) {
      await button('Add rule').click()
      const form = panel().getByRole('group', { name: 'New rule' })
      await form.getByLabel('Title').fill(title)
      await addCondition('contains', '/')
      await form.getByRole('button', { name: 'Add rule' }).click()
    }
    await button('Change First').click()
    await button('Change Second').click()
    const form = panel().getByRole('group', { name: 'Rule Second' })
    await form.getByLabel('Title').fill('Draft')
    await button('Change First').click()
    await question().getByRole('button', { name: 'Discard changes' }).click()
    await panel().getByRole('group', { name: 'Rule First' }).waitFor()
    await panel().getByRole('button', { name: 'Close' }).click()
    await question().getByRole('button', { name: 'Discard changes' }).click()
    await panel().waitFor({ state: 'detached' })
  })
})

describe('segments', () => {
  test('are added, with the number of their pages', async () => {
    await open('Segments')
    await panel().getByRole('button', { name: 'Add segment' }).click()
    const form = panel().getByRole('group', { name: 'New segment' })
    await form.getByRole('button', { name: 'Save segment' }).click()
    await form.getByText('Name the segment').waitFor()
    await form.getByLabel('Name').fill('Everything')
    await panel().getByRole('button', { name: 'Add condition' }).click()
    await panel().getByRole('form', { name: 'Filter' }).waitFor()
    await page.keyboard.press('Escape')
    await panel().getByRole('form', { name: 'Filter' }).waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('Name').inputValue(), 'Everything', 'Escape closes the innermost alone')
    await addCondition('contains', '/')
    await assertAccessible(page, 'the form of a segment', '[role=dialog]')
    await picture('segment-form')
    await form.getByRole('button', { name: 'Save segment' }).click()
    const list = panel().getByRole('list', { name: 'Segments' })
    await list.getByRole('link', { name: /^\d+ pages$/ }).waitFor()
    await picture('segments')
  })

  test('are scored on a screen of their own, whose numbers lead to their pages', async () => {
    await page.goto(demo.server.url + hrefTo('segments', websiteId))
    const row = page.getByRole('table', { name: 'Segments' }).getByRole('row').filter({ hasText: 'Everything' })
    await row.getByRole('img', { name: /^Scores: / }).waitFor()
    await assertAccessible(page, 'the segments')
    await picture('segment-table')
    await row.getByRole('link', { name: '8 pages in Everything' }).click()
    await page.getByRole('table', { name: 'All crawled pages' }).waitFor()
    const choice = page.getByLabel('Segment', { exact: true })
    assert.equal(await choice.inputValue(), 'Everything')
    await picture('segment-pages')
    await choice.selectOption('')
    await page.waitForURL(url => !url.search.includes('segment'))
  })

  test('have their scores on the dashboard, with the change since the earlier crawl', async () => {
    await setSegments([
      { name: 'Everything', conditions: 'url:contains:/' },
      { name: 'Start page', conditions: 'depth:is:0' },
      { name: 'None', conditions: 'depth:over:90' },
    ])
    const response = await visitor.request.get(`${demo.server.url}/api/segments/${websiteId}?trend=2`)
    const [everything, start, none] = endpoints.segmentFigures.response.parse(await response.json()).segments
    assert.ok(everything && start && none)
    assert.deepEqual([everything.trend.length, none.score], [2, null])
    await page.goto(demo.server.url + hrefTo('dashboard', websiteId))
    const card = page.getByRole('region', { name: 'Segments', exact: true })
    const scoreOf = ({ name }: { name: string }) => card.getByRole('listitem').filter({ hasText: name })
    await scoreOf(start).getByText(`${start.score}`, { exact: true }).waitFor()
    await scoreOf(everything).getByText(`${everything.score}`, { exact: true }).waitFor()
    await scoreOf(none).getByText('–', { exact: true }).waitFor()
    const change = (everything.score ?? 0) - (everything.trend[0]?.score ?? 0)
    const words = change === 0 ? 'no change' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`
    await scoreOf(everything).getByText(words, { exact: true }).waitFor()
    await card.getByText(/and its change since/).waitFor()
    await assertAccessible(page, 'the dashboard with segments')
    await picture('segment-scores', card)
    await scoreOf(start).getByRole('link').click()
    await page.waitForURL(url => url.pathname.startsWith('/issues-by-check/') && url.search.includes('segment=Start'))
  })

  test('filter the results of the checks, their causes and the list of issues', async () => {
    const everything = { name: 'Everything', conditions: 'url:contains:/' }
    const start = { name: 'Start page', conditions: 'depth:is:0' }
    await setSegments([everything, start])
    const response = await visitor.request.get(`${demo.server.url}/api/checks/${websiteId}?segment=Start%20page`)
    const checks = endpoints.crawlChecks.response.parse(await response.json())
    const found = checks.filter(({ issueCount }) => issueCount > 0)
    assert.ok(found.length > 0 && found.every(({ pageCount }) => pageCount === 1))
    await page.goto(demo.server.url + hrefTo('issues-by-check', websiteId))
    await page.getByRole('columnheader', { name: 'Change' }).waitFor()
    await page.getByLabel('Segment', { exact: true }).selectOption('Start page')
    await until(async () => (await page.locator('[data-check-row]').count()) === found.length)
    await page.getByRole('columnheader', { name: 'Change' }).waitFor({ state: 'detached' })
    const shared = await sharedIssue(found.map(({ id }) => id))
    await page.locator(`[data-check-row="${shared.checkId}"]`).click()
    await page
      .getByRole('link', { name: `1 of ${shared.affectedCount} pages` })
      .first()
      .click()
    const pages = page.getByRole('table', { name: 'Pages with this cause' })
    await pages.getByRole('link').first().waitFor()
    assert.equal(await pages.getByRole('link').count(), 1)
    await assertAccessible(page, 'the checks of a segment')
    await picture('segment-checks')
    const total = found.reduce((sum, { issueCount }) => sum + issueCount, 0)
    await page
      .locator('tfoot')
      .getByRole('link', { name: `${total} findings` })
      .click()
    await page.waitForURL(/\/errors\//)
    await page
      .locator('tr[aria-rowindex]')
      .nth(total - 1)
      .waitFor()
    assert.equal(await page.locator('tr[aria-rowindex]').count(), total)
    assert.equal(await page.getByLabel('Segment', { exact: true }).inputValue(), 'Start page')
    await picture('segment-issues')
    await setSegments([everything])
  })

  test('are changed and removed', async () => {
    await open('Segments')
    const list = panel().getByRole('list', { name: 'Segments' })
    await list.getByRole('button', { name: 'Change Everything' }).click()
    await panel().getByRole('group', { name: 'Segment Everything' }).getByLabel('Name').fill('All')
    await panel().getByRole('button', { name: 'Save segment' }).click()
    await list.getByText('All', { exact: true }).waitFor()
    await page.reload()
    await list.getByText('All', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Remove All' }).click()
    await list.waitFor({ state: 'detached' })
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
