import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { RunningServer } from '#runtime/server.ts'
import { assertAccessible } from '../support/accessible.ts'
import { launchBrowser, newVisitor, watchPage } from '../support/browser-page.ts'
import { startTestServer } from '../support/product.ts'
import { signInByApi } from '../support/sign-in.ts'
import { startWalledSite, USER, type WalledSite } from '../support/walled-site.ts'

/** Crawling a closed website: credentials entered in the form, used by the crawl, and deleted on the list of websites. */

const password = 'lantern-orchard-47-basalt'

let site: WalledSite
let members: WalledSite
let server: RunningServer
let browser: Browser
let page: Page
const problems: string[] = []

before(async () => {
  site = await startWalledSite('basic', 4)
  members = await startWalledSite('form', 4)
  const keyed = { 'credentials-key': 'a key of the tests, which is long enough' }
  server = await startTestServer({ flags: { ...keyed, 'user-password': password } })
  browser = await launchBrowser()
  page = watchPage(await (await newVisitor(browser)).newPage(), { origin: () => server.url, problems })
})

after(async () => {
  await browser.close()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await members[Symbol.asyncDispose]()
})

test('a visitor learns that credentials need an account', async () => {
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByText('Closed websites: sign in to crawl with').waitFor()
})

test('a user crawls a closed website, sees what is stored, and deletes it', async () => {
  await signInByApi(page, { origin: server.url, username: 'user', password })
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'Access to a closed website' }).click()
  await page.getByLabel('Website URL').fill(site.origin)
  await page.getByLabel('Password', { exact: true }).fill(USER.password)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByText('Enter the user name').waitFor()
  await page.getByLabel('User name').fill(USER.name)
  await assertAccessible(page, 'the form with credentials')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.waitForURL('**/dashboard/*')
  await page.getByText('The whole site was crawled: 4 pages.').waitFor()

  await page.goto(`${server.url}/projects`)
  await page.getByRole('button', { name: /^Credentials: / }).click()
  await page.getByText(`send a user name and password to ${site.origin}, and to no other origin`).waitFor()
  assert.equal((await page.content()).includes(USER.password), false)
  await page.getByRole('button', { name: 'Delete credentials' }).click()
  await page.getByText('Credentials deleted', { exact: true }).waitFor()
  assert.deepEqual([site.leaks, problems], [[], []])
})

test('a login form is tested before the crawl, which then signs in', async () => {
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'Access to a closed website' }).click()
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await page.getByText('URL is required').waitFor()
  await page.getByLabel('Website URL').fill(members.origin)
  await page.getByLabel('Login page').fill(`${members.origin}/login`)
  await page.getByLabel('User name').fill(USER.name)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await page
    .getByText(`The sign-in failed, as ${members.origin}/login, which came then, has a login form again.`)
    .waitFor()
  await page.getByText('The page shows: Wrong password for •••').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(USER.password)
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await page.getByText('The website accepted them: the start page responds with 200.').waitFor()
  await assertAccessible(page, 'the form with a tested sign-in')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.waitForURL('**/dashboard/*')
  await page.getByText('The whole site was crawled: 4 pages.').waitFor()
  assert.deepEqual([members.leaks, problems], [[], []])
})
