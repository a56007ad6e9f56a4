import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor, newWatchedVisitor } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { signInByApi } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

/** Sharing in a real Chromium: a link is made, opened by a stranger, and revoked; a website is shared with another user. */

const PASSWORDS = { 'admin-password': 'harbour-lantern-41-oak', 'user-password': 'meadow-anchor-72-fir' }
const LINK_PASSWORD = 'tide table'

let site: DemoSite
let server: RunningServer
let browser: Browser
let owner: Page
let websiteId = 0
let linkUrl = ''
const problems: string[] = []

before(async () => {
  site = await startDemoSite()
  server = await startTestServer({ flags: PASSWORDS })
  browser = await launchBrowser()
  owner = await (await newWatchedVisitor(browser, { problems })).newPage()
  await signInByApi(owner, { origin: server.url, username: 'admin', password: PASSWORDS['admin-password'] })
  const response = await owner.request.post(`${server.url}/api/crawl`, { data: { url: site.url, crawlLimit: 5 } })
  websiteId = endpoints.startCrawl.response.parse(await response.json()).websiteId
  await until(async () => {
    const result = await owner.request.get(`${server.url}/api/crawl/${websiteId}`)
    return endpoints.crawlResult.response.parse(await result.json()).status === 'complete'
  })
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const dialog = () => owner.getByRole('dialog')

describe('a share link', () => {
  test('is made on the dashboard, by the keyboard as well, and shown once', async () => {
    await owner.goto(server.url + hrefTo('dashboard', websiteId))
    await owner.getByRole('button', { name: 'Share' }).click()
    await dialog().getByText('No crawl of this website is shared by a link.').waitFor()
    await dialog().getByRole('button', { name: 'New link' }).click()
    await dialog().getByLabel('Name').fill('Example Foundation')
    await dialog().getByLabel('Links and site structure').uncheck()
    await dialog().getByLabel('Expires in days').fill('900')
    await owner.keyboard.press('Enter')
    await dialog().getByText('A link lasts at most 365 days').waitFor()
    await dialog().getByLabel('Expires in days').fill('14')
    await dialog().getByLabel('Password (optional)', { exact: true }).fill(LINK_PASSWORD)
    await assertAccessible(owner, 'the form of a link')
    await owner.keyboard.press('Enter')
    linkUrl = (await dialog().getByText('/share/').innerText()).trim()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await dialog().getByText('Example Foundation').waitFor()
    assert.equal(await dialog().getByText('/share/').count(), 0)
    await assertAccessible(owner, 'the list of links')
    await owner.keyboard.press('Escape')
  })

  test('opens the screens of its crawl after the password, without anything that changes something', async () => {
    const context = await newVisitor(browser)
    const page = await context.newPage()
    const responses: string[] = []
    page.on('response', response => void responses.push(`${response.status()} ${new URL(response.url()).pathname}`))
    await page.goto(linkUrl)
    await page.getByRole('heading', { name: 'This link has a password' }).waitFor()
    await assertAccessible(page, 'the password of a link')
    await page.getByLabel('Password', { exact: true }).fill('wrong tide')
    await page.keyboard.press('Enter')
    await page.getByText('The password is wrong.').waitFor()
    responses.length = 0
    await page.getByLabel('Password', { exact: true }).fill(LINK_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dashboard/${websiteId}`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.getByText('Fix First').first().waitFor()
    for (const name of ['Share', 'Crawl', 'Crawl Again', 'Clear Cache', 'Schedule Monitoring', 'Login'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    await assertAccessible(page, 'a shared dashboard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues by Check' }).click()
    await page.getByRole('heading', { name: 'Issues by Check' }).waitFor()
    const listed = await (await page.request.get(`${linkUrl}/api/issues/${websiteId}?limit=1`)).json()
    const [issue] = endpoints.listIssues.response.parse(listed).issues
    await page.goto(`${linkUrl}/errors/${websiteId}?issue=${issue?.id}`)
    await page.getByRole('dialog').getByText('Why it matters').waitFor()
    for (const name of ['Mute', 'Check Again', 'Mark as fixed'])
      assert.equal(await page.getByRole('dialog').getByRole('button', { name }).count(), 0, name)
    await page.goto(`${linkUrl}/site-structure/${websiteId}`)
    await page.getByText('This link does not show this part').waitFor()
    assert.deepEqual(
      responses.filter(response => /^(?:4|5)/.test(response)),
      [],
    )
    assert.equal(await page.evaluate<number>('localStorage.length + sessionStorage.length'), 0)
    await context.close()
    const still = await owner.request.get(`${server.url}/api/crawl/${websiteId}`)
    assert.equal(still.status(), 200)
  })

  test('says that it was revoked', async () => {
    await owner.goto(server.url + hrefTo('dashboard', websiteId))
    await owner.getByRole('button', { name: 'Share' }).click()
    await dialog().getByRole('button', { name: 'Revoke Example Foundation' }).click()
    await dialog().getByText('Revoked').waitFor()
    const page = await (await newVisitor(browser)).newPage()
    const response = await page.goto(linkUrl)
    assert.equal(response?.status(), 404)
    await page.getByText('This link has been revoked').waitFor()
    await assertAccessible(page, 'a link that was revoked')
  })
})

test('a website is shared with another user, who finds it marked and reads it', async () => {
  await owner.goto(server.url + hrefTo('projects'))
  await owner.getByRole('button', { name: /^Share: / }).click()
  await dialog().getByLabel('Username').fill('unknown-user')
  await owner.keyboard.press('Enter')
  await dialog().getByText('There is no such user').waitFor()
  await dialog().getByLabel('Username').fill('user')
  await owner.keyboard.press('Enter')
  await dialog().getByRole('button', { name: 'Remove user' }).waitFor()
  await assertAccessible(owner, 'the users of a website')
  const reader = await (await newVisitor(browser)).newPage()
  await signInByApi(reader, { origin: server.url, username: 'user', password: PASSWORDS['user-password'] })
  await reader.goto(server.url + hrefTo('projects'))
  await reader.getByText('Shared by admin, to read').waitFor()
  assert.equal(await reader.getByRole('button', { name: /^(?:Clear|Share|Crawl again): / }).count(), 0)
  await reader.getByRole('button', { name: /^Leave: / }).click()
  const question = reader.getByRole('dialog', { name: 'Leave this website?' })
  await assertAccessible(reader, 'the question whether to leave a website')
  await question.getByRole('button', { name: 'Leave' }).click()
  await reader.getByText('Website left', { exact: true }).waitFor()
  await reader.getByText("You haven't crawled any websites yet.").waitFor()
  await owner.reload()
  await owner.getByRole('button', { name: /^Share: / }).click()
  await dialog().getByText('This website is shared with no other user.').waitFor()
  await dialog().getByLabel('Username').fill('user')
  await owner.keyboard.press('Enter')
  await dialog().getByRole('button', { name: 'Remove user' }).click()
  await dialog().getByText('This website is shared with no other user.').waitFor()
  assert.deepEqual(problems, [])
})
