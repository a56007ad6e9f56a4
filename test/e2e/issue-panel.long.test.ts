import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible, assertFits } from '../support/accessible.ts'
import { watchPage } from '../support/browser-page.ts'
import { sharedDemo } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** The panel of an issue in a real Chromium: what it says of issues of the demo site. */

let server: RunningServer
let visitor: BrowserContext
let page: Page
let websiteId = 0
const problems: string[] = []

before(async () => {
  const shared = await sharedDemo()
  ;({ server, websiteId } = shared)
  visitor = await shared.newOwner()
  page = watchPage(await visitor.newPage(), { origin: () => server.url, problems })
})
after(() => visitor.close())

const panel = () => page.getByRole('dialog')
const part = (title: string) =>
  panel()
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })

async function issuesOf(check: string): Promise<IssueResponse[]> {
  const response = await visitor.request.get(`${server.url}/api/issues/${websiteId}?check=${check}`)
  return endpoints.listIssues.response.parse(await response.json()).issues
}

async function openIssue(check: string): Promise<IssueResponse> {
  const [issue] = await issuesOf(check)
  assert.ok(issue, check)
  await page.goto(server.url + hrefTo('errors', websiteId, { check, issue: issue.id }))
  await panel().getByText('First seen').waitFor()
  return issue
}

const headings = () => panel().getByRole('heading', { level: 3 }).allInnerTexts()

describe('the panel of an issue', () => {
  test('has its parts in the order of reading, and none without content', async () => {
    const issue = await openIssue('image-alt-missing')
    assert.deepEqual(await headings(), [
      'What was found',
      'Why it matters',
      'How to fix it',
      'Evidence',
      'Assignee and note',
      'History',
      'Sources',
    ])
    assert.equal(await panel().getByRole('heading', { level: 2 }).innerText(), `${issue.title} in the main text`)
    assert.equal(await panel().getByText(issue.pageUrl, { exact: true }).count(), 1)
  })

  test('shows the fix in the source of the page, and marks what it changes', async () => {
    await openIssue('image-alt-missing')
    const fix = part('How to fix it')
    assert.match(
      await fix.getByRole('region', { name: 'After' }).innerText(),
      /^<img src="\/img\/loaf\.png".* alt="…">$/,
    )
    assert.equal((await fix.locator('mark').allInnerTexts()).join('').trim(), 'alt="…"')
    const line = part('Evidence').locator('[data-line]')
    assert.match((await line.getAttribute('data-line')) ?? '', /^\d+$/)
    assert.match(await line.locator('mark').innerText(), /^<img /)
  })

  test('of a broken link lists who links to it, and of a chain its hops', async () => {
    await openIssue('internal-link-broken')
    await part('Linked from').getByText('“summer menu” in the main content, line').waitFor()
    assert.equal((await headings()).includes('Pages'), false)
    await openIssue('redirect-chain')
    assert.equal((await part('Evidence').getByRole('listitem').count()) > 2, true)
  })

  test('of several pages lists them, without their origin', async () => {
    const issue = await openIssue('title-duplicate')
    const links = part('Pages').getByRole('row').locator('a[href*="page-insights"]')
    await links.first().waitFor()
    const urls = await links.allTextContents()
    const pages = issue.details.duplicateUrls ?? []
    assert.deepEqual(urls.sort(), pages.map(url => new URL(url).pathname).sort())
  })

  test('takes the focus to its title, changes the issue by arrow keys, and gives the focus back', async () => {
    const [first, second] = await issuesOf('title-missing')
    await page.goto(server.url + hrefTo('errors', websiteId, { check: 'title-missing' }))
    await page.locator(`[data-issue-opener="${first?.id}"]`).press('Enter')
    await panel().getByText('1 of 2').waitFor()
    await until(() => page.evaluate<boolean>(`document.activeElement?.tagName === 'H2'`))
    await panel().getByRole('button', { name: 'Next issue' }).press('ArrowDown')
    await panel().getByText('2 of 2').waitFor()
    await panel().getByRole('button', { name: 'Previous issue' }).press('ArrowUp')
    await panel().getByText('1 of 2').waitFor()
    await panel().getByRole('button', { name: 'Next issue' }).press('ArrowDown')
    await panel().getByText('2 of 2').waitFor()
    await page.keyboard.press('Escape')
    await until(() =>
      page.evaluate<boolean>(`document.activeElement?.getAttribute('data-issue-opener') === '${second?.id}'`),
    )
  })

  test('says what could not be loaded, and loads it again', async () => {
    await page.route('**/api/issues/*/history*', route => route.abort())
    const [issue] = await issuesOf('title-duplicate')
    await page.goto(server.url + hrefTo('errors', websiteId, { check: 'title-duplicate', issue: issue?.id ?? 0 }))
    await panel().getByText('The history could not be loaded.').waitFor()
    await page.unroute('**/api/issues/*/history*')
    await panel().getByRole('button', { name: 'Try Again' }).click()
    await panel().getByText('First seen').waitFor()
    problems.length = 0
  })

  test('is accessible in both themes, and as wide as a phone', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await openIssue('redirect-internal-link')
      await assertAccessible(page, `the panel, ${theme}`)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await openIssue('redirect-internal-link')
    await assertFits(page, 'the panel, 360 px')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('nothing went wrong on the way', () => assert.deepEqual(problems, []))
})
