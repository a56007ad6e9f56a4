import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules about colours, which alone differ from theme to theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Of a phone, in CSS pixels. */
const NARROW_PX = 360

/** The widths at which layouts are checked, in CSS pixels. */
export const WIDTHS = [NARROW_PX, 1440] as const

/**
 * A screen in the state that it is in: axe finds nothing in either theme, and nothing is wider than the screen, nor than a phone.
 * Afterwards the page is as it was. `what` names the state in a failure.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await assertNoViolations(page, what)
  await assertFits(page, what)
  const size = page.viewportSize()
  if (size === null || size.width === NARROW_PX) return
  await page.setViewportSize({ ...size, width: NARROW_PX })
  await drawn(page)
  await assertFits(page, `${what}, ${NARROW_PX} px wide,`)
  await page.setViewportSize(size)
}

/** axe finds nothing by all its rules, and nothing by those about colours in the other theme. */
export async function assertNoViolations(page: Page, what: string): Promise<void> {
  assert.deepEqual(await violationsOf(page), [], what)
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await drawn(page)
  assert.deepEqual(await violationsOf(page, COLOUR_RULES), [], `${what}, ${isDark ? 'light' : 'dark'}`)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
}

/**
 * What axe-core finds on a page that has no frames, as none of ours has; by all rules unless some are named. The page keeps axe-core
 * for the next time: its usual driver opens a second page for each look, which takes six times as long.
 */
async function violationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  assert.equal(page.frames().length, 1, 'frames are not looked into')
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`${axe.source};0`)
  const choice = JSON.stringify({ resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) })
  const violations = `axe.run(document, ${choice}).then(({ violations }) => violations
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`
  return page.evaluate<string[]>(violations)
}

/**
 * React draws what has changed before the next frame ends, and what is measured then in the one after it; colours take a moment to
 * change, those that are inherited after the others.
 */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const isChanging = () => document.getAnimations().some(each =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    for (let quietFrames = 0; quietFrames < 4; quietFrames = isChanging() ? 0 : quietFrames + 1)
      await new Promise(requestAnimationFrame)
  })()`)
}
