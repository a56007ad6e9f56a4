import { type BrowserContext, chromium, type Browser as Driven, type Page } from 'playwright-core'
import { findBrowser } from '#browser/find-browser.ts'
import { testBrowserEnvironment, testBrowserFlags } from './browser-environment.ts'

/** A real Chromium for end-to-end tests. */
export async function launchBrowser(): Promise<Driven> {
  const found = await findBrowser()
  return chromium.launch({ executablePath: found.path, args: testBrowserFlags, env: testBrowserEnvironment(found) })
}

export interface ViewOptions {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
}

/** How long a page may take to do what it is waited for: three times the driver's own patience, for slow machines. */
const PATIENCE_MS = 90_000

/** A visitor with cookies and storage of their own. */
export async function newVisitor(browser: Driven, view: ViewOptions = {}): Promise<BrowserContext> {
  const visitor = await browser.newContext({
    viewport: { width: view.width ?? 1440, height: view.height ?? 900 },
    colorScheme: view.theme ?? 'light',
    reducedMotion: 'reduce',
  })
  visitor.setDefaultTimeout(PATIENCE_MS)
  return visitor
}

interface Watch {
  /** Of the server's own; read at each request, because tests watch pages before they have a server. */
  origin: () => string
  /** Where findings go. */
  problems: string[]
}

/** Console errors and requests to other origins are findings, wherever they happen; so is what a script does not catch. */
export function watchPage(page: Page, { origin, problems }: Watch): Page {
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', error => problems.push(`${page.url()}: ${error.message}`))
  page.on('request', request => {
    const requestUrl = new URL(request.url())
    if (requestUrl.origin !== origin() && requestUrl.protocol !== 'data:') problems.push(`request to ${request.url()}`)
  })
  return page
}

/** A visitor whose script errors are findings, while a refused request is not: what is said about it is looked at on screen. */
export async function newWatchedVisitor(
  browser: Driven,
  { problems, ...view }: ViewOptions & { problems: string[] },
): Promise<BrowserContext> {
  const context = await newVisitor(browser, view)
  context.on('weberror', error => problems.push(error.error().message))
  context.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  return context
}
