import { type BrowserContext, chromium, type Browser as Driven } from 'playwright-core'
import { browserFlags, findBrowser } from '#browser/find-browser.ts'

/** A real Chromium for end-to-end tests. */
export async function launchBrowser(): Promise<Driven> {
  const found = await findBrowser()
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return chromium.launch({ executablePath: found.path, args: browserFlags, env: { ...env, ...found.env } })
}

export interface ViewOptions {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
}

/** A visitor with cookies and storage of their own. */
export function newVisitor(browser: Driven, view: ViewOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: view.width ?? 1440, height: view.height ?? 900 },
    colorScheme: view.theme ?? 'light',
    reducedMotion: 'reduce',
  })
}
