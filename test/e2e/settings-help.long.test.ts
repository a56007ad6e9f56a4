import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import type { DemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { TOAST_LIMIT, TOAST_SWIPE_DIRECTION, TOAST_SWIPE_THRESHOLD_PX } from '#shared/constants.ts'
import { hrefTo } from '#shared/routes.ts'
import { assertScreensAccessible } from '../support/accessible.ts'
import { newVisitor, watchPage } from '../support/browser-page.ts'
import { crawlByPage } from '../support/crawl-by-page.ts'
import { sharedDemo, USER_PASSWORD } from '../support/shared-demo.ts'
import { until } from '../support/until.ts'

/** Settings, help, thumbnails and the list behind the bell, in a real Chromium against the real server and the demo site. */

let site: DemoSite
let server: RunningServer
let browser: Browser
let page: Page
let websiteId = 0
const problems: string[] = []

const watch = (watched: Page) => watchPage(watched, { origin: () => server.url, problems })

const goTo = (url: string) => page.goto(server.url + url)
const toast = (text: string | RegExp) => page.getByRole('region', { name: /^Notifications \(F8\)/ }).getByText(text)

before(async () => {
  const demo = await sharedDemo()
  ;({ site, server, browser, websiteId } = demo)
  page = watch(await (await demo.newOwner()).newPage())
})

const isDark = () => page.evaluate<boolean>(`document.documentElement.classList.contains('dark')`)
const stored = (key: string, storage = 'localStorage') =>
  page.evaluate<string | null>(`${storage}.getItem(${JSON.stringify(key)})`)

describe('settings', () => {
  test('dark mode is light, dark, or as the system has it, and is kept', async () => {
    await goTo('/settings')
    await page.getByRole('radio', { name: 'Dark' }).check()
    assert.equal(await isDark(), true)
    assert.equal(await stored('theme'), 'dark')
    await page.reload()
    assert.equal(await isDark(), true)
    assert.equal(await page.getByRole('radio', { name: 'Dark' }).isChecked(), true)
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    assert.equal(await page.getByRole('radio', { name: 'Light' }).isChecked(), true)
    await page.getByRole('radio', { name: 'System' }).check()
    assert.equal(await stored('theme'), null)
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(isDark)
    await page.emulateMedia({ colorScheme: 'light' })
    await until(async () => !(await isDark()))
  })

  test('show a visitor who they are, what is kept and for how long', async () => {
    await goTo('/settings')
    await page.getByText('You have 1 website now.').waitFor()
    const text = await page.locator('main').innerText()
    assert.match(text, /Anonymous visitor/)
    assert.match(text, /cleared about 30 minutes after you leave/)
  })

  test('the page-speed key is checked on request', async () => {
    await goTo('/settings?tab=api-keys')
    await page.route('**/api/pagespeed/status', route =>
      route.fulfill({ json: { status: 'Valid', message: 'Google accepts the key.' } }),
    )
    await page.getByRole('button', { name: 'Check API key status' }).click()
    await toast('API Key Status: Valid').waitFor()
    await page.locator('main').getByText('Google accepts the key.').waitFor()
    await page.unroute('**/api/pagespeed/status')
    await page.route('**/api/pagespeed/status', route => route.fulfill({ status: 200, json: { wrong: true } }))
    await page.getByRole('button', { name: 'Check API key status' }).click()
    await toast('Could not check API key status').waitFor()
    await page.unroute('**/api/pagespeed/status')
  })

  test('the crawl limit is free text, stays in the browser, and is what crawl forms begin with', async () => {
    await goTo('/settings?tab=crawl')
    const requested: Request[] = []
    const note = (request: Request) => void requested.push(request)
    page.on('request', note)
    const field = page.getByLabel('Crawl limit', { exact: true })
    assert.equal(await field.getAttribute('placeholder'), '100')
    await field.fill('250')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast('Settings Saved').waitFor()
    await toast('Your settings have been saved successfully').waitFor()
    // The sidebar may read its counts meanwhile.
    const sent = requested.filter(request => request.url().includes('/api/') && request.method() !== 'GET')
    assert.deepEqual(
      sent.map(request => request.url()),
      [],
    )
    page.off('request', note)
    await page.route('**/api/crawl', route => route.fulfill({ json: { websiteId, crawlId: 1, isStarted: true } }))
    const header = page.getByRole('form', { name: 'Start a crawl' })
    await header.getByLabel('Website URL to crawl').fill(site.url)
    const started = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/crawl'))
    await header.getByRole('button', { name: 'Crawl' }).click()
    assert.deepEqual((await started).postDataJSON(), { url: site.url, crawlLimit: 250 })
    await page.waitForURL(/\/dashboard\//)
    await page.unroute('**/api/crawl')
    await goTo('/')
    assert.equal(await page.getByLabel('URL crawl limit').inputValue(), '250')

    await goTo('/settings?tab=crawl')
    await field.fill('as many as there are')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast('Settings Saved').waitFor()
    await page.getByText('crawls still use 100').waitFor()
    await goTo('/')
    assert.equal(await page.getByLabel('URL crawl limit').inputValue(), '100')
    await goTo('/settings?tab=crawl')
    assert.equal(await field.inputValue(), 'as many as there are')
  })

  test('tabs are in the URL, and arrows move between them', async () => {
    await goTo('/settings')
    await page.getByRole('tab', { name: 'General' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Page-speed API key' }).waitFor()
    assert.match(page.url(), /\?tab=api-keys$/)
  })
})

describe('help', () => {
  test('explains the product and lists all checks of the server', async () => {
    await goTo('/help')
    await page.getByRole('heading', { name: 'Help & Documentation' }).waitFor()
    const main = page.locator('main')
    await main.getByText('Missing title', { exact: true }).waitFor()
    const text = await main.innerText()
    for (const words of [
      'How to crawl a website',
      'Severities',
      '500 KB',
      '25,000 queries per day',
      'robots.txt',
      'F8',
    ])
      assert.ok(text.includes(words), words)
    const checks = endpoints.listChecks.response.parse(
      await (await page.request.get(`${server.url}/api/checks`)).json(),
    )
    assert.equal(await main.locator('details').count(), checks.length)
  })

  test('is searched by words, from the keyboard, and the URL holds the search', async () => {
    await goTo('/help')
    await page.getByText('Missing title', { exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('missing title')
    const open = page.locator('main details[open]')
    await open.getByText('Why it matters').first().waitFor()
    assert.match(page.url(), /search=missing/)
    assert.deepEqual(await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').allInnerTexts(), [
      'What is checked',
    ])
    await page.keyboard.type(' xylophone')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).first().click()
    await page.getByText('How to crawl a website').first().waitFor()
  })

  test('opens the check that the URL names', async () => {
    await goTo('/help#check-image-large')
    const check = page.locator('#check-image-large')
    await check.getByText('How to fix it').waitFor()
    await until(() => check.evaluate(element => element.getBoundingClientRect().top < 900))
  })
})

describe('thumbnails', () => {
  const thumbnail = (url: string) => `${server.url}/api/thumbnail/${websiteId}?url=${encodeURIComponent(url)}`

  test('come from the crawled site through our server, and only for its own images', async () => {
    const loaf = `${new URL(site.url).origin}/img/loaf.png`
    const response = await page.request.get(thumbnail(loaf))
    assert.equal(response.status(), 200)
    assert.equal(response.headers()['content-type'], 'image/png')
    assert.deepEqual(await response.body(), Buffer.from(await (await fetch(loaf)).arrayBuffer()))
    assert.equal((await page.request.get(thumbnail(`${site.url}other.png`))).status(), 404)
    const gone = await page.request.get(thumbnail(`${new URL(site.url).origin}/img/gone.png`))
    assert.deepEqual(await gone.json(), { message: 'Its server responds with 404.' })
  })

  test('are shown by the screen of image issues, with a place for those that cannot be', async () => {
    await goTo(hrefTo('image-issues', websiteId))
    const picture = `document.querySelector('main img[src^="/api/thumbnail/"]')`
    await until(() => page.evaluate<boolean>(`${picture}?.complete && ${picture}.naturalWidth > 0`))
    assert.equal(await page.evaluate(`getComputedStyle(${picture}.parentElement).width`), '64px')
    await page.getByText('No preview').first().waitFor({ state: 'attached' })
  })
})

describe('the list behind the bell', () => {
  const bell = () => page.getByRole('button', { name: /^Notifications/ })
  const list = () => page.getByRole('region', { name: 'Notifications of this visit' })

  test('marks what is unread, shows the newest first, and is read once it closes', async () => {
    await page.evaluate('sessionStorage.clear()')
    await goTo('/settings?tab=crawl')
    assert.equal(await bell().getAttribute('aria-label'), 'Notifications')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast('Settings Saved').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    assert.equal(await page.getByRole('region', { name: /F8/ }).getByRole('listitem').count(), TOAST_LIMIT)
    await page.reload()
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(await list().getByRole('listitem').count(), 2)
    assert.equal(await list().getByText('New', { exact: true }).count(), 2)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Newest first')
    await page.keyboard.press('Escape')
    await list().waitFor({ state: 'hidden' })
    await until(() => page.evaluate<boolean>('document.activeElement.getAttribute("aria-label") === "Notifications"'))
  })

  test('a toast that is closed by hand is read; F8 goes to it, Escape closes it', async () => {
    await goTo('/settings?tab=crawl')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast('Settings Saved').waitFor()
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await toast('Settings Saved').waitFor({ state: 'detached' })
    assert.equal(await bell().getAttribute('aria-label'), 'Notifications')
  })

  describe('leaves Escape, with a toast on show, to', () => {
    const dialog = () => page.getByRole('dialog')
    // By no role: what stands beside a modal dialog has none.
    const refusal = () => page.locator('[data-swipe-direction]').getByText('Could not copy')
    const refusedCopy = (within: Page | Locator) => within.getByRole('button', { name: 'Copy URL' }).first().click()
    const openPanel = () => page.locator('[data-issue-opener]').first().click()
    interface Opened {
      name: string
      screen: 'errors' | 'redirects' | 'projects'
      /** With a toast before or after. */
      open: () => Promise<void>
      shown: () => Locator
    }
    const windows: Opened[] = [
      {
        name: 'a panel that was opened after it',
        screen: 'errors',
        open: async () => {
          await refusedCopy(page)
          await refusal().waitFor()
          await openPanel()
        },
        shown: dialog,
      },
      {
        name: 'a panel that was there before it',
        screen: 'errors',
        open: async () => {
          await openPanel()
          await refusedCopy(dialog())
        },
        shown: dialog,
      },
      {
        name: 'a panel that lost the focus with a button that was disabled',
        screen: 'redirects',
        open: async () => {
          await openPanel()
          await refusedCopy(dialog())
          await dialog().getByRole('button', { name: 'Next issue' }).focus()
          await page.evaluate('document.activeElement.disabled = true')
          await until(() => page.evaluate<boolean>('document.activeElement === document.body'))
        },
        shown: dialog,
      },
      {
        name: 'the login dialog',
        screen: 'projects',
        open: async () => {
          await page.getByRole('button', { name: 'Login' }).click()
          // Nothing requests a copy in it.
          await page.evaluate(`document.querySelector('main button[aria-label="Copy URL"]').click()`)
        },
        shown: dialog,
      },
      {
        name: 'a question',
        screen: 'projects',
        open: async () => {
          await refusedCopy(page)
          await refusal().waitFor()
          await page.getByRole('button', { name: /^Clear:/ }).click()
        },
        shown: dialog,
      },
      {
        name: 'a menu',
        screen: 'errors',
        open: async () => {
          await refusedCopy(page)
          await refusal().waitFor()
          await page.getByRole('button', { name: 'Export' }).click()
        },
        shown: () => page.getByRole('menu'),
      },
      {
        name: 'the list itself',
        screen: 'projects',
        open: async () => {
          await refusedCopy(page)
          await refusal().waitFor()
          await bell().click()
        },
        shown: list,
      },
    ]
    for (const { name, screen, open, shown } of windows)
      test(name, async () => {
        await goTo(hrefTo(screen, screen === 'projects' ? null : websiteId))
        await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`)
        await page.getByRole('button', { name: 'Copy URL' }).first().waitFor()
        await open()
        await shown().waitFor()
        await refusal().waitFor()
        // A window that is left keeps its toast.
        await page.evaluate(`dispatchEvent(new Event('blur'))`)
        await page.keyboard.press('Escape')
        await shown().waitFor({ state: 'hidden' })
        await page.keyboard.press('Escape')
        assert.equal(await refusal().count(), 1, 'which is all that Escape closes')
        await page.keyboard.press('F8')
        await page.keyboard.press('Escape')
        await refusal().waitFor({ state: 'detached' })
      })
  })

  test('a toast goes when it is swiped far enough to the right', async () => {
    await goTo('/settings?tab=crawl')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast('Settings Saved').waitFor()
    // A window that is left keeps its toast.
    await page.evaluate(`dispatchEvent(new Event('blur'))`)
    const item = page.locator(`[data-swipe-direction=${TOAST_SWIPE_DIRECTION}]`)
    // Once it has risen to its place.
    await until(() => page.evaluate(`document.getAnimations().every(each => each.playState === 'finished')`))
    const swipe = async (byPx: number) => {
      const box = await item.boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + byPx, y, { steps: 8 })
      await page.mouse.up()
    }
    for (const byPx of [TOAST_SWIPE_THRESHOLD_PX - 5, -2 * TOAST_SWIPE_THRESHOLD_PX]) {
      await swipe(byPx)
      // It would have gone in the same turn.
      await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
      assert.equal(await item.count(), 1, `${byPx} px`)
    }
    await swipe(TOAST_SWIPE_THRESHOLD_PX + 5)
    await item.waitFor({ state: 'detached' })
  })

  test('can be emptied', async () => {
    await bell().click()
    await list().getByRole('button', { name: 'Clear list' }).click()
    await list().waitFor({ state: 'hidden' })
    await bell().click()
    await list().getByText('No notifications yet.').waitFor()
  })
})

describe('a user', () => {
  test('finds name and API keys in the settings', async () => {
    const context = await newVisitor(browser)
    const signedIn = watch(await context.newPage())
    await signedIn.goto(`${server.url}/settings`)
    const response = await context.request.post(`${server.url}/api/login`, {
      data: { username: 'user', password: USER_PASSWORD },
    })
    assert.equal(response.status(), 200)
    await signedIn.reload()
    await signedIn.getByText('Signed in as').waitFor()
    await signedIn.getByRole('tab', { name: 'API Keys' }).click()
    await signedIn.getByText('You have no API key.').waitFor()
    await signedIn.getByRole('button', { name: 'Add API key' }).waitFor()
    await context.close()
  })
})

const screens = () =>
  ['/settings', '/settings?tab=api-keys', '/settings?tab=crawl', '/help', '/help?search=title+missing'].map(url => ({
    url: server.url + url,
  }))

test('axe finds nothing in either theme, nothing is too wide and nothing jumps', async () => {
  const context = await newVisitor(browser)
  const looked = watch(await context.newPage())
  // The footer comes into the window where a screen is short; nothing else moves.
  await assertScreensAccessible(looked, { screens: screens(), maxShift: 0.02 })
  await context.close()
})

/** The last: afterwards `page` is that of a visitor of whom nothing is left. */
describe('clearing all data', () => {
  test('wants a confirmation, and leaves nothing, here and there', async () => {
    page = watch(await (await newVisitor(browser)).newPage())
    const { websiteId: ownId } = await crawlByPage(page, { origin: server.url, url: site.url })
    await goTo('/settings')
    await page.getByRole('button', { name: 'Clear all my data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Clear all your data?' })
    await dialog.getByText(/1 website with all crawls and results/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await page.request.get(`${server.url}/api/crawl/${ownId}`)).status(), 200)

    await page.getByRole('button', { name: 'Clear all my data' }).click()
    await dialog.getByRole('button', { name: 'Clear all my data' }).click()
    await page.getByText('You have 0 websites now.').waitFor()
    await toast('Data Cleared').waitFor()
    assert.deepEqual(await (await page.request.get(`${server.url}/api/websites`)).json(), [])
    assert.equal((await page.request.get(`${server.url}/api/crawl/${ownId}`)).status(), 404)
    const kept = await page.evaluate<string>('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)')
    assert.ok(!kept.includes(new URL(site.url).host), kept)
  })
})

test('no screen logged an error or requested another origin', () => assert.deepEqual(problems, []))
