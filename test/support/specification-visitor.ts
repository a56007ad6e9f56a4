import type { BrowserContext, Page } from 'playwright-core'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { newVisitor } from './browser-page.ts'
import { crawlResult, crawlToEnd } from './crawl-by-page.ts'
import { type SharedDemo, sharedDemo } from './shared-demo.ts'

/**
 * A visitor to whom one website with two crawls (its first page, then all of it) and a second website of one page belong. The browser
 * tests of the specification look at their screens.
 */
export interface SpecificationVisitor extends Pick<SharedDemo, 'site' | 'server'> {
  visitor: BrowserContext
  /** One of the visitor's, which the tests share. */
  page: Page
  websiteId: number
  firstCrawlId: number
  otherWebsiteId: number
  /** What was reported as an error on any screen of the visitor and of the others below. */
  problems: string[]
  /** Opens a URL of the server in the page. */
  open(url: string): Promise<unknown>
  result(websiteId: number, query?: string): Promise<CrawlResultResponse>
  /** Another visitor, to whom nothing belongs. */
  newStranger(): Promise<BrowserContext>
  /** A page of the same visitor whose clock may be stopped: a clock belongs to all pages of a context. */
  pageWithClock(): Promise<Page>
}

/** Each call crawls anew: tests add websites to those of their visitor. */
export async function startSpecificationVisitor(): Promise<SpecificationVisitor> {
  const { site, server, browser } = await sharedDemo()
  const problems: string[] = []
  const newStranger = async () => watch(await newVisitor(browser), problems)
  const visitor = await newStranger()
  const page = await visitor.newPage()
  const crawl = (url: string, limit: number) => crawlToEnd(visitor, { origin: server.url, url, limit })
  const other = await crawl(`${site.url}breads/rye`, 1)
  const first = await crawl(site.url, 1)
  const { websiteId } = await crawl(site.url, 500)
  return {
    site,
    server,
    visitor,
    page,
    websiteId,
    firstCrawlId: first.crawlId,
    otherWebsiteId: other.websiteId,
    problems,
    open: url => page.goto(server.url + url),
    result: (id, query) => crawlResult(visitor, { origin: server.url, websiteId: id, query }),
    newStranger,
    async pageWithClock() {
      const context = await newStranger()
      await context.addCookies(await visitor.cookies())
      return context.newPage()
    },
  }
}

function watch(context: BrowserContext, problems: string[]): BrowserContext {
  context.on('weberror', error => problems.push(error.error().message))
  context.on('console', message => {
    if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`)
  })
  return context
}
