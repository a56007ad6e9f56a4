import { after } from 'node:test'
import type { BrowserContext, Browser as Driven } from 'playwright-core'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { RunningServer } from '#runtime/server.ts'
import { launchBrowser, newVisitor, type ViewOptions } from './browser-page.ts'
import { crawlToEnd } from './crawl-by-page.ts'
import { startTestServer } from './product.ts'

/**
 * One demo site, one server and one browser for all browser tests that change nothing but what is their own visitors'. `npm test`
 * runs the files that import this in one process; they end with it.
 */
export interface SharedDemo {
  site: DemoSite
  server: RunningServer
  browser: Driven
  /** Of the whole site; tests must not change or clear it. */
  websiteId: number
  /** A browser of the visitor to whom the crawl belongs. */
  newOwner(view?: ViewOptions): Promise<BrowserContext>
}

/** Of the built-in account `user`. */
export const USER_PASSWORD = 'harbour-lantern-43-ash'

const flags = {
  'user-password': USER_PASSWORD,
  // So many tests are one client.
  'requests-per-minute': '1000000',
  'requests-per-minute-per-address': '1000000',
}

const parts = new AsyncDisposableStack()
let started: Promise<SharedDemo> | undefined
after(() => parts.disposeAsync())

/** The first call of a process starts it. */
export function sharedDemo(): Promise<SharedDemo> {
  started ??= start()
  return started
}

async function start(): Promise<SharedDemo> {
  const site = parts.use(await startDemoSite())
  const server = parts.use(await startTestServer({ demoUrl: site.url, flags }))
  const browser = await launchBrowser()
  parts.defer(() => browser.close())
  const owner = await newVisitor(browser)
  const { websiteId } = await crawlToEnd(owner, { origin: server.url, url: site.url, limit: 500 })
  const cookies = await owner.cookies()
  return {
    site,
    server,
    browser,
    websiteId,
    async newOwner(view) {
      const context = await newVisitor(browser, view)
      await context.addCookies(cookies)
      return context
    },
  }
}
