import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { assertAccessible, assertFits } from '../support/accessible.ts'
import { launchBrowser, newWatchedVisitor } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { startTestServer } from '../support/product.ts'
import { signInByApi } from '../support/sign-in.ts'

/** Signing in and out in a real Chromium against the real server: whose data are on screen, in this tab and in the others. */

const passwords = { admin: 'harbour-lantern-41-oak', user: 'harbour-lantern-42-elm' }
const AUTH_USER = `localStorage.getItem('auth_user')`

let site: DemoSite
let server: RunningServer
let browser: Browser
const problems: string[] = []

before(async () => {
  site = await startDemoSite()
  const flags = { 'admin-password': passwords.admin, 'user-password': passwords.user }
  server = await startTestServer({ demoUrl: site.url, flags })
  browser = await launchBrowser()
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/** A browser of its own, whose script errors are findings. */
const openBrowser = () => newWatchedVisitor(browser, { problems })

async function openScreen(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(server.url + url)
  return page
}

/** A page of a browser of its own, whose user has signed in there. */
async function openSignedIn(username: keyof typeof passwords, url: string): Promise<Page> {
  const page = await (await openBrowser()).newPage()
  await signInByApi(page, { origin: server.url, username, password: passwords[username] })
  await page.goto(server.url + url)
  await logoutButton(page).waitFor()
  return page
}

const loginButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Login', exact: true })
const logoutButton = (page: Page) => page.getByTitle('Logout', { exact: true })

async function tryLogin(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await loginButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Enter your credentials to access admin features.').waitFor()
  await dialog.getByLabel('Username', { exact: true }).fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function logIn(page: Page, username: keyof typeof passwords): Promise<void> {
  await tryLogin(page, { username, password: passwords[username] })
  await page.getByText('Logged in successfully', { exact: true }).waitFor()
  await logoutButton(page).waitFor()
}

async function waitForToast(page: Page, title: string, description: string): Promise<void> {
  await page.getByText(title, { exact: true }).waitFor()
  await page.getByText(description, { exact: true }).waitFor()
}

async function logOut(page: Page): Promise<void> {
  await logoutButton(page).click()
  await waitForToast(page, 'Logged out', 'You have been logged out.')
  await loginButton(page).waitFor()
}

/** Crawls the demo site; returns the website's id once the crawl has ended. */
const crawlSite = async (page: Page) => (await crawlByPage(page, { origin: server.url, url: site.url })).websiteId

const rawDataCard = (page: Page) => page.getByRole('button', { name: /Admin Only/ })

/** Ids of the websites that the page's owner has. */
async function websiteIds(page: Page): Promise<number[]> {
  const json = await page.evaluate(() => fetch('/api/websites').then(response => response.text()))
  const websites: { id: number }[] = JSON.parse(json)
  return websites.map(({ id }) => id)
}

describe('logging in and out', () => {
  let page: Page
  before(async () => {
    page = await openScreen(await openBrowser(), '/dashboard')
  })

  test('a wrong password is refused in a toast, and the dialog stays with the password selected', async () => {
    await tryLogin(page, { username: 'admin', password: 'not the password' })
    await waitForToast(page, 'Login failed', 'Invalid username or password.')
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Username', { exact: true }).inputValue(), 'admin')
    await dialog.locator('input[name=password]:focus').waitFor()
    await page.keyboard.type('x')
    assert.equal(await dialog.getByLabel('Password', { exact: true }).inputValue(), 'x', 'typing replaces it')
    assert.equal(await page.evaluate(AUTH_USER), null)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('header button:focus', { hasText: 'Login' }).waitFor()
  })

  test('the admin is welcomed by name, marked as admin, remembered for display only, and still there after a reload', async () => {
    await page.goto(`${server.url}/help`)
    await tryLogin(page, { username: 'admin', password: passwords.admin })
    await waitForToast(page, 'Logged in successfully', 'Welcome, admin!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('banner').getByText('admin (Admin)').waitFor()
    assert.equal(new URL(page.url()).pathname, '/help')
    const kept: unknown = JSON.parse(String(await page.evaluate(AUTH_USER)))
    assert.deepEqual(kept, { id: 1, username: 'admin', role: 'admin' })
    assert.equal(await page.evaluate('document.cookie'), '', 'scripts see no cookie')
    await page.reload()
    await page.getByRole('banner').getByText('admin (Admin)').waitFor()
    await logOut(page)
    assert.equal(await page.evaluate(AUTH_USER), null)
    await page.reload()
    await loginButton(page).waitFor()
  })

  test('a user is shown without a mark, and the words of the dialog are gone after a login', async () => {
    await logIn(page, 'user')
    await page.getByText('Welcome, user!', { exact: true }).waitFor()
    assert.equal((await page.getByRole('banner').innerText()).includes('(Admin)'), false)
    await logOut(page)
    await loginButton(page).click()
    const fields = page.getByRole('dialog').getByRole('textbox')
    await fields.first().waitFor()
    assert.deepEqual(await fields.evaluateAll(inputs => inputs.map(input => input.getAttribute('value'))), ['', ''])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a kept user whose session is gone is notified once, and is anonymous from then on', async () => {
    await logIn(page, 'user')
    await page.context().clearCookies()
    await page.reload()
    await waitForToast(page, 'You have been signed out', 'Your session has ended. Please log in again.')
    await loginButton(page).waitFor()
    assert.equal(await page.evaluate(AUTH_USER), null)
  })

  test('a made-up auth_user opens nothing: the server corrects it', async () => {
    await page.getByRole('button', { name: 'Dismiss notification' }).first().click()
    await page.getByText('You have been signed out', { exact: true }).waitFor({ state: 'detached' })
    await page.evaluate(`localStorage.setItem('auth_user', '{"id":1,"username":"admin","role":"admin"}')`)
    await page.reload()
    await page.getByText('You have been signed out', { exact: true }).waitFor()
    await loginButton(page).waitFor()
    assert.equal(await page.evaluate(AUTH_USER), null)
  })
})

describe('several tabs of one browser', () => {
  let first: Page
  let second: Page
  before(async () => {
    const context = await openBrowser()
    first = await openScreen(context, '/help')
    second = await openScreen(context, '/settings')
  })

  test('all follow a login, a change of user and a logout', async () => {
    await logIn(first, 'admin')
    await second.getByRole('banner').getByText('admin (Admin)').waitFor()
    await logOut(second)
    await loginButton(first).waitFor()
    await logIn(first, 'user')
    await second.getByRole('banner').getByText('user', { exact: true }).waitFor()
  })

  test('after a logout no tab shows anything of the account', async () => {
    const websiteId = await crawlSite(second)
    assert.ok((await second.locator('body').innerText()).includes(new URL(site.url).host))
    await logOut(first)
    await loginButton(second).waitFor()
    await second.getByText('No recent crawls. Enter a URL above to get started.').waitFor()
    assert.equal(new URL(second.url()).pathname, '/dashboard')
    assert.equal((await second.locator('body').innerText()).includes(new URL(site.url).host), false)
    const kept = String(await second.evaluate('JSON.stringify({ ...sessionStorage })'))
    assert.equal(kept.includes(new URL(site.url).host), false, 'nor does the storage of the tab')
    // Nor by its URL.
    await second.goto(`${server.url}/dashboard/${websiteId}`)
    await second.getByText(/Failed to fetch crawl results/).waitFor()
  })
})

describe('whose websites they are', () => {
  let page: Page
  before(async () => {
    page = await (await openBrowser()).newPage()
  })

  test('a crawl of a visitor moves to the account at login, and is there again after the next one', async () => {
    const websiteId = await crawlSite(page)
    await logIn(page, 'admin')
    assert.equal(new URL(page.url()).pathname, `/dashboard/${websiteId}`)
    await page.getByLabel('How the crawl ended').waitFor()
    assert.deepEqual(await websiteIds(page), [websiteId])
    await logOut(page)
    assert.deepEqual(await websiteIds(page), [])

    const elsewhere = await openSignedIn('admin', '/dashboard')
    await elsewhere.getByLabel('How the crawl ended').waitFor()
    assert.deepEqual(await websiteIds(elsewhere), [websiteId])
  })

  test('a website that the account had crawled before goes on under its old id, and the URL follows', async () => {
    await crawlSite(page)
    const ownId = Number((await websiteIds(page))[0])
    await logIn(page, 'admin')
    await page.waitForURL(url => !url.pathname.endsWith(`/${ownId}`))
    await page.getByLabel('How the crawl ended').waitFor()
    const [accountId] = await websiteIds(page)
    assert.equal(new URL(page.url()).pathname, `/dashboard/${accountId}`)
  })

  test('the departing page of an account requests no clearing, the visitor’s does', async () => {
    const context = await openBrowser()
    // Requests of a page that goes are seen by no one else; the storage of the tab outlives it.
    await context.addInitScript(`navigator.sendBeacon = url => {
      sessionStorage.setItem('departures', (sessionStorage.getItem('departures') ?? '') + url + ' ')
      return true
    }`)
    const page = await context.newPage()
    const websiteId = await crawlSite(page)
    const departures = () => page.evaluate<string | null>(`sessionStorage.getItem('departures')`)
    await page.goto(`${server.url}/help`)
    assert.match(String(await departures()), new RegExp(`/api/crawl/${websiteId}/clear[?]after=departure`))
    await logIn(page, 'user')
    await page.evaluate(`sessionStorage.removeItem('departures')`)
    await page.goto(`${server.url}/dashboard`)
    await page.getByLabel('How the crawl ended').waitFor()
    await page.goto(`${server.url}/help`)
    assert.equal(await departures(), null)
  })
})

describe('on the dashboard', () => {
  let page: Page
  before(async () => {
    page = await openScreen(await openBrowser(), '/dashboard')
  })

  test('Clear Cache without a website says what is missing', async () => {
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await waitForToast(page, 'Error', 'No website selected')
  })

  test('Clear Cache says so, loads the screen anew and keeps the crawl', async () => {
    await crawlSite(page)
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await reloaded
    await waitForToast(page, 'Cache Cleared', 'Website cache has been cleared successfully')
    await page.getByLabel('How the crawl ended').waitFor()
  })

  test('Clear Cache says when it failed', async () => {
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await waitForToast(page, 'Error', 'Failed to clear cache')
  })

  // Both accounts have a website by now.
  test('the raw data are there for the admin, on demand', async () => {
    const own = await (await openBrowser()).newPage()
    const requested: string[] = []
    own.on('request', request => {
      if (request.url().includes('/api/diagnostics/')) requested.push(request.url())
    })
    await signInByApi(own, { origin: server.url, username: 'admin', password: passwords.admin })
    await own.goto(`${server.url}/dashboard`)
    const card = rawDataCard(own)
    await card.waitFor()
    assert.deepEqual(requested, [])
    await card.click()
    const text = await own.getByRole('region', { name: 'Raw data' }).innerText()
    const data: { crawl?: { startUrl?: string; id?: number } } = JSON.parse(text)
    assert.ok(data.crawl?.id)
    assert.equal(requested.length, 1)
    await assertAccessible(own, 'the dashboard of the admin')
  })

  test('the raw data are there for no one else', async () => {
    const own = await openSignedIn('user', '/dashboard')
    await own.getByLabel('How the crawl ended').waitFor()
    assert.equal(await rawDataCard(own).count(), 0)
    const [websiteId] = await websiteIds(own)
    const status = await own.evaluate(
      id => fetch(`/api/diagnostics/${id}`).then(response => response.status),
      websiteId,
    )
    assert.equal(status, 403)
  })
})

describe('the own account', () => {
  let page: Page
  let elsewhere: Page
  before(async () => {
    page = await openSignedIn('user', '/settings')
    elsewhere = await openSignedIn('user', '/settings')
  })

  test('a new password is refused with a reason, then taken, and ends the other sessions', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'user', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const change = async (current: string, next: string, repeated: string) => {
      await dialog.getByLabel('Current password', { exact: true }).fill(current)
      await dialog.getByLabel('New password', { exact: true }).fill(next)
      await dialog.getByLabel('Repeat new password', { exact: true }).fill(repeated)
      await dialog.getByRole('button', { name: 'Change password' }).click()
    }
    await change(passwords.user, 'short', 'short')
    await dialog.getByText('A password has at least 12 characters').waitFor()
    await change(passwords.user, 'copper-window-77-fir', 'copper-window-78-fir')
    await dialog.getByText('The two new passwords are not the same').waitFor()
    await change('not the password', 'copper-window-77-fir', 'copper-window-77-fir')
    await dialog
      .getByRole('alert')
      .filter({ hasText: /current password/i })
      .waitFor()
    await change(passwords.user, 'copper-window-77-fir', 'copper-window-77-fir')
    await page.getByText('Password changed', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await logoutButton(page).waitFor()
    await elsewhere.reload()
    await elsewhere.getByText('You have been signed out', { exact: true }).waitFor()
    passwords.user = 'copper-window-77-fir'
  })

  test('Sign out everywhere ends the sessions of other browsers, too', async () => {
    await signInByApi(elsewhere, { origin: server.url, username: 'user', password: passwords.user })
    await elsewhere.goto(`${server.url}/settings`)
    await logoutButton(elsewhere).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'user', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await waitForToast(page, 'Logged out', 'You have been logged out.')
    await elsewhere.reload()
    await elsewhere.getByText('You have been signed out', { exact: true }).waitFor()
  })
})

describe('how it looks', () => {
  test('axe finds nothing in the dialogs in either theme, and nothing is wider than a phone', async () => {
    const page = await openScreen(await openBrowser(), '/settings')
    await loginButton(page).click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page, 'the login dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await logIn(page, 'admin')
    await page.getByRole('banner').getByText('admin (Admin)').click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page, 'the account dialog')
  })

  test('a username of 64 characters leaves the header as wide as the screen', async () => {
    const username = 'w'.repeat(64)
    const data = { username, role: 'admin', password: passwords.admin }
    const admin = await openBrowser()
    const page = await admin.newPage()
    await signInByApi(page, { origin: server.url, username: 'admin', password: passwords.admin })
    const created = await admin.request.post(`${server.url}/api/users`, { data, headers: { origin: server.url } })
    assert.equal(created.status(), 200)
    await signInByApi(page, { origin: server.url, username, password: passwords.admin })
    for (const width of [360, 700, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${server.url}/settings`)
      await logoutButton(page).waitFor()
      await assertFits(page, `${width} px`)
      assert.ok(await page.getByRole('banner').getByText('(Admin)').isVisible())
    }
  })
})

test('no screen reported an error of its own', () => assert.deepEqual(problems, []))
