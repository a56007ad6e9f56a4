import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules that look at colours; all others judge what is the same in both themes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Both themes, on a phone and on a desk. What is no matter of colours is asked in the light one. */
export const views = [
  { theme: 'light', width: 360, isColourOnly: false },
  { theme: 'light', width: 1440, isColourOnly: false },
  { theme: 'dark', width: 360, isColourOnly: true },
  { theme: 'dark', width: 1440, isColourOnly: true },
] as const

/**
 * What axe-core finds on a page that has no frames, as none of ours has; by all rules unless some are named. The page keeps axe-core
 * for the next time: its usual driver opens a second page for each look, which takes six times as long.
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  assert.equal(page.frames().length, 1, 'frames are not looked into')
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`${axe.source};0`)
  const choice = JSON.stringify({ resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) })
  const asked = `axe.run(document, ${choice}).then(({ violations }) => violations
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`
  return page.evaluate<string[]>(asked)
}

/** axe finds nothing, and nothing is wider than the screen. `what` names the state in a failure. */
export async function assertAccessible(page: Page, what: string, { isColourOnly = false } = {}): Promise<void> {
  assert.deepEqual(await violationsOf(page, isColourOnly ? COLOUR_RULES : []), [], what)
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
}
