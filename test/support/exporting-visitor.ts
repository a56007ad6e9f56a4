import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { BrowserContext, Download, Locator, Page } from 'playwright-core'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { newWatchedVisitor } from './browser-page.ts'
import { crawlResult, crawlToEnd } from './crawl-by-page.ts'
import { type SharedDemo, sharedDemo } from './shared-demo.ts'

/** A visitor who takes the results of one of two crawls away. */
export interface ExportingVisitor extends Pick<SharedDemo, 'site' | 'server'> {
  visitor: BrowserContext
  /** One of the visitor's, which the tests share. */
  page: Page
  websiteId: number
  /** The first of the two crawls: the whole site. The second one reads three pages. */
  wholeCrawlId: number
  /** Script errors of the visitor and of the browsers below. */
  problems: string[]
  /** Opens a URL of the server in the page. */
  open(url: string): Promise<unknown>
  /** Of the newest crawl, when the query names none. */
  result(query?: string): Promise<CrawlResultResponse>
  /** A browser of its own, whose script errors are findings. */
  openBrowser(): Promise<BrowserContext>
}

export async function startExportingVisitor(): Promise<ExportingVisitor> {
  const { site, server, browser } = await sharedDemo()
  const problems: string[] = []
  const openBrowser = () => newWatchedVisitor(browser, { problems })
  const visitor = await openBrowser()
  const page = await visitor.newPage()
  const crawl = (limit: number) => crawlToEnd(visitor, { origin: server.url, url: site.url, limit })
  const whole = await crawl(500)
  const { websiteId } = await crawl(3)
  return {
    site,
    server,
    visitor,
    page,
    websiteId,
    wholeCrawlId: whole.crawlId,
    problems,
    open: url => page.goto(server.url + url),
    result: query => crawlResult(visitor, { origin: server.url, websiteId, query }),
    openBrowser,
  }
}

export async function waitForToast(on: Page, title: string, description: string): Promise<void> {
  // Not by its role: a dialog hides from screen readers what stands beside it, and the toast is announced elsewhere.
  await on.locator('li[data-state=open]').filter({ hasText: title }).filter({ hasText: description }).first().waitFor()
}

/** By keyboard: below a table whose rows are still being measured the button may move between the two halves of a click. */
export async function choose(trigger: Locator, item: string): Promise<void> {
  await trigger.press('Enter')
  await trigger.page().getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

export const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true }).first()

export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

export function records(csv: string): Record<string, string>[] {
  assert.ok(csv.startsWith('\ufeff'), 'spreadsheet programs read the encoding')
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
  assert.deepEqual(errors, [])
  return data
}
