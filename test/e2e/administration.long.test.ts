import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor, type ViewOptions } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { signInByApi } from '../support/sign-in.ts'
import { type SlowSite, startSlowSite } from '../support/slow-site.ts'

/** What an administrator sees of others and does to them, in a real Chromium against the real server. */

const ADMIN_PASSWORD = 'lantern-orchard-47-basalt'
const USER_PASSWORD = 'meadow-copper-19-violin'
const CHOSEN_PASSWORD = 'harbour-pencil-83-walnut'

let site: SlowSite
let server: RunningServer
let browser: Browser
let visitor: Page
let admin: Page

before(async () => {
  site = await startSlowSite({ everyMs: 1_000 })
  // One at a time, so that a second crawl waits.
  const flags = { 'admin-password': ADMIN_PASSWORD, 'user-password': USER_PASSWORD, 'crawls-at-once': '1' }
  server = await startTestServer({ flags })
  browser = await launchBrowser()
  visitor = await newPage()
  admin = await newPage()
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function newPage(view: ViewOptions = {}): Promise<Page> {
  const context: BrowserContext = await newVisitor(browser, view)
  return context.newPage()
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(server.url + url)
}

async function fillLogin(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function signIn(page: Page, credentials: { username: string; password: string }): Promise<void> {
  await fillLogin(page, credentials)
  await page.getByTitle('Logout').waitFor()
}

/** Status of each endpoint of the administration, requested as this page's visitor. */
function administrationStatuses(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const status = (path: string, method: string) => fetch(path, { method }).then(response => response.status)
    return Promise.all([
      status('/api/operations', 'GET'),
      status('/api/operations/crawls/1/stop', 'POST'),
      status('/api/operations/websites/1/clear', 'POST'),
      status('/api/users', 'GET'),
      status('/api/users', 'POST'),
      status('/api/users/1/password', 'POST'),
      status('/api/users/1/disable', 'POST'),
      status('/api/users/1/enable', 'POST'),
    ])
  })
}

/** In the name of the page's visitor. */
async function startCrawl(page: Page, url: string): Promise<number> {
  const response = await page.request.post(`${server.url}/api/crawl`, {
    data: { url },
    headers: { origin: server.url },
  })
  return endpoints.startCrawl.response.parse(await response.json()).websiteId
}

/** One of the lists of Operations. */
function section(page: Page, name: string) {
  return page.getByRole('region', { name })
}

describe('a user who is not an administrator', () => {
  for (const who of ['an anonymous visitor', 'a signed-in user'])
    test(`${who} is notified on both screens, sees no link to them, and is refused by the API`, async () => {
      const page = await newPage()
      const isUser = who === 'a signed-in user'
      if (isUser) await signInByApi(page, { origin: server.url, username: 'user', password: USER_PASSWORD })
      for (const [url, title] of [
        [hrefTo('operations'), 'Operations'],
        [hrefTo('users'), 'Users'],
      ] as const) {
        await open(page, url)
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        await page.getByText('For administrators only').waitFor()
        await page
          .getByRole('banner')
          .getByRole('button', { name: isUser ? 'Logout' : 'Login' })
          .waitFor()
        assert.equal(await page.getByRole('link', { name: 'Operations' }).count(), 0)
      }
      assert.deepEqual(await administrationStatuses(page), Array(8).fill(403))
      await page.context().close()
    })
})

describe('Operations', () => {
  const firstUrl = () => `${site.origin}/first/start`
  const secondUrl = () => `${site.origin}/second/start`

  test('an administrator who logs in on the screen is led to nothing else and sees that nothing runs', async () => {
    await open(admin, hrefTo('operations'))
    await admin.getByText('For administrators only').waitFor()
    await signIn(admin, { username: 'admin', password: ADMIN_PASSWORD })
    await admin.getByText('No crawl is running.').waitFor()
    await admin.getByText(/^Figures from \d/).waitFor()
    await admin.getByRole('link', { name: 'Operations' }).waitFor()
  })

  test('a visitor’s crawls appear by themselves: one runs, one waits', async () => {
    const websiteId = await startCrawl(visitor, firstUrl())
    await open(visitor, hrefTo('dashboard', websiteId))
    await startCrawl(visitor, secondUrl())
    const running = section(admin, 'Running crawls').getByRole('row').filter({ hasText: '/first/start' })
    await running.getByText('Visitor').waitFor()
    await running.getByText(/^\d+ of 100$/).waitFor()
    const waiting = section(admin, 'Queue').getByRole('row').filter({ hasText: '/second/start' })
    await waiting.getByRole('cell', { name: '1', exact: true }).waitFor()
  })

  test('Stop wants a confirmation before it takes a waiting crawl out of the queue', async () => {
    const queue = section(admin, 'Queue')
    await queue.getByRole('button', { name: /^Stop the crawl of/ }).click()
    await queue.getByRole('button', { name: 'Keep' }).click()
    await queue.getByRole('button', { name: /^Stop the crawl of/ }).click()
    await queue.getByRole('button', { name: 'Stop crawl' }).click()
    await queue.getByText('Stopping').or(queue.getByText('No crawl is waiting.')).waitFor()
  })

  test('Stop ends a running crawl, and its visitor’s screen says that it was stopped', async () => {
    await visitor.getByRole('progressbar').waitFor()
    const running = section(admin, 'Running crawls')
    await running.getByRole('button', { name: /^Stop the crawl of/ }).click()
    await admin.keyboard.press('Escape')
    await running.getByRole('button', { name: /^Stop the crawl of/ }).click()
    await running.getByRole('button', { name: 'Stop crawl' }).click()
    site.letGo()
    await admin.getByText('No crawl is running.').waitFor()
    await admin.getByText('No crawl is waiting.').waitFor()
    assert.equal(site.requested.has('/first/start'), true)
    assert.equal(site.requested.has('/second/start'), false)
    await visitor
      .getByText(/The crawl was stopped after/)
      .first()
      .waitFor()
    site.holdAgain()
  })

  test('Clear data names the website, and takes it from its visitor', async () => {
    const websiteId = await startCrawl(visitor, `${site.origin}/third/start`)
    const running = section(admin, 'Running crawls')
    await running.getByRole('button', { name: /^Clear data of/ }).click()
    const question = admin.getByRole('dialog', { name: 'Clear all data of this website?' })
    await question.getByText(`${site.origin}/third/start`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await running.getByRole('button', { name: /^Clear data of/ }).click()
    await question.getByRole('button', { name: 'Clear data' }).click()
    await admin.getByText('No crawl is running.').waitFor()
    site.letGo()
    const status = await visitor.evaluate(id => fetch(`/api/crawl/${id}`).then(response => response.status), websiteId)
    assert.equal(status, 404)
    site.holdAgain()
  })
})

describe('Users', () => {
  const username = 'karen.lee'
  let karen: Page
  const row = () => admin.getByRole('row').filter({ hasText: username })
  const panel = () => admin.getByRole('dialog')

  test('a user is added with a password that is shown once', async () => {
    await open(admin, hrefTo('users'))
    await admin.getByRole('row').filter({ hasText: 'built in' }).filter({ hasText: 'you' }).waitFor()
    await admin.getByRole('button', { name: 'Add user' }).click()
    await panel().getByLabel('Username').fill('no good')
    await panel().getByRole('button', { name: 'Add user' }).click()
    await panel()
      .getByText(/^A username has 1 to 64/)
      .waitFor()
    await panel().getByLabel('Username').fill(username)
    await panel().getByRole('button', { name: 'Add user' }).click()
    await panel()
      .getByText(/will not be shown again/)
      .waitFor()
    const password = await panel().locator('code').innerText()
    await panel().getByRole('button', { name: 'Done' }).click()
    await row().getByText('Never').waitFor()

    karen = await newPage()
    await signInByApi(karen, { origin: server.url, username, password })
  })

  test('a name that is taken is refused in the server’s words, and the form stays', async () => {
    await admin.getByRole('button', { name: 'Add user' }).click()
    await panel().getByLabel('Username').fill(username.toUpperCase())
    await panel().getByRole('button', { name: 'Add user' }).click()
    await admin.getByText('The user was not added').first().waitFor()
    assert.equal(await panel().getByLabel('Username').inputValue(), username.toUpperCase())
    await panel().getByRole('button', { name: 'Cancel' }).click()
    await panel().waitFor({ state: 'detached' })
  })

  test('a reset signs the user out, and the chosen password holds', async () => {
    await row()
      .getByRole('button', { name: `Reset password of ${username}` })
      .click()
    await panel().getByLabel('New password (optional)', { exact: true }).fill(CHOSEN_PASSWORD)
    await panel().getByRole('button', { name: 'Reset password' }).click()
    await panel().waitFor({ state: 'detached' })
    await open(karen, hrefTo('settings'))
    await karen.getByRole('banner').getByRole('button', { name: 'Login' }).waitFor()
    await signInByApi(karen, { origin: server.url, username, password: CHOSEN_PASSWORD })
    await open(karen, hrefTo('settings'))
    await karen.getByTitle('Logout').waitFor()
  })

  test('a disabled user is signed out and cannot sign in, an enabled one can', async () => {
    await row()
      .getByRole('button', { name: `Disable ${username}` })
      .click()
    await panel().getByText(username).waitFor()
    await panel().getByRole('button', { name: 'Disable' }).click()
    await row().getByText('Disabled').waitFor()
    await karen.reload()
    await fillLogin(karen, { username, password: CHOSEN_PASSWORD })
    await karen.getByText('Invalid username or password.').first().waitFor()
    await row()
      .getByRole('button', { name: `Enable ${username}` })
      .click()
    await panel().getByRole('button', { name: 'Enable' }).click()
    await row().getByText('Active').waitFor()
    await karen.getByRole('dialog').getByLabel('Password', { exact: true }).fill(CHOSEN_PASSWORD)
    await karen.keyboard.press('Enter')
    await karen.getByTitle('Logout').waitFor()
  })

  test('the search finds users and stays in the URL', async () => {
    await admin.getByLabel('Search users...').fill('karen')
    await admin.waitForURL(/\?search=karen$/)
    await admin.getByText('built in').first().waitFor({ state: 'detached' })
    assert.equal(await admin.getByRole('row').count(), 2)
    await admin.reload()
    await row().waitFor()
    assert.equal(await admin.getByRole('row').count(), 2)
  })
})

test('axe finds nothing on both screens and their questions in either theme, and nothing is wider than a phone', async () => {
  const problems: string[] = []
  for (const page of [visitor, admin]) {
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(error.message))
  }
  const look = (what: string) => assertAccessible(admin, what)
  await open(visitor, hrefTo('operations'))
  await visitor.getByText('For administrators only').waitFor()
  await assertAccessible(visitor, 'for administrators only')
  await startCrawl(visitor, `${site.origin}/fourth/start`)
  await open(admin, hrefTo('operations'))
  await admin.getByText('/fourth/start').first().waitFor()
  await look('operations')
  await admin
    .getByRole('button', { name: /^Clear data of/ })
    .first()
    .click()
  await admin.getByRole('dialog').waitFor()
  await look('clearing data')
  await admin.keyboard.press('Escape')
  await open(admin, hrefTo('users'))
  await admin.getByText('built in').first().waitFor()
  await look('users')
  await admin.getByRole('button', { name: 'Add user' }).click()
  await admin.getByRole('dialog').waitFor()
  await look('adding a user')
  assert.deepEqual(problems, [])
})
