import assert from 'node:assert/strict'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules that look at colours; all others judge what is the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Both themes, on a phone and on a desk. What is no matter of colours is asked in the light one. */
export const views = [
  { theme: 'light', width: 360, isColourOnly: false },
  { theme: 'light', width: 1440, isColourOnly: false },
  { theme: 'dark', width: 360, isColourOnly: true },
  { theme: 'dark', width: 1440, isColourOnly: true },
] as const

/** axe finds nothing, and nothing is wider than the screen. `what` names the state in a failure. */
export async function assertAccessible(page: Page, what: string, { isColourOnly = false } = {}): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (isColourOnly ? axe.withRules(COLOUR_RULES) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  assert.deepEqual(found, [], what)
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
}
