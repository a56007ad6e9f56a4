import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules about colours, which alone differ from theme to theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const WITHOUT_COLOURS = { rules: Object.fromEntries(COLOUR_RULES.map(rule => [rule, { enabled: false }])) }
/** What is open above a screen. */
const WINDOWS = '[role=dialog], [role=alertdialog], [role=menu]'
/** Of a phone, in CSS pixels. */
const NARROW_PX = 360

/** The widths at which layouts are checked, in CSS pixels. */
export const WIDTHS = [NARROW_PX, 1440] as const

/** What moved after it was drawn, as the sum of layout-shift entries, which are read as they come. */
const watchingShifts = `globalThis.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

export interface LoadedScreen {
  url: string
  /** The same screen with few rows, which axe checks in its place: each row is like the next. */
  narrowedUrl?: string
}

/**
 * Screens as they load on a phone and on a wide window: nothing moves by more than `maxShift` (a layout-shift score) and nothing is wider
 * than the screen; on the wide one, each is accessible. The page must not have been used before.
 */
export async function assertScreensAccessible(
  page: Page,
  { screens, maxShift }: { screens: readonly LoadedScreen[]; maxShift: number },
): Promise<void> {
  await page.addInitScript(watchingShifts)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const { url, narrowedUrl } of screens) {
      await page.goto(url, { waitUntil: 'networkidle' })
      const shifted = await page.evaluate<number>('shifted')
      assert.ok(shifted < maxShift, `${url}, ${width} px wide, shifted by ${shifted}`)
      await assertFits(page, url)
      if (width === NARROW_PX) continue
      if (narrowedUrl !== undefined) await page.goto(narrowedUrl, { waitUntil: 'networkidle' })
      await assertAccessible(page, url)
    }
  }
}

/**
 * A screen in the state that it is in: axe finds nothing, and nothing is wider than the screen, nor than a phone.
 * Afterwards the page is as it was. `what` names the state in a failure. Where only a part of a screen differs from a state that is
 * checked elsewhere, `within` is the selector of that part, and axe checks no other.
 */
export async function assertAccessible(page: Page, what: string, within: string | null = null): Promise<void> {
  await assertNoViolations(page, what, within)
  await assertFits(page, what)
  const size = page.viewportSize()
  if (size === null || size.width === NARROW_PX) return
  await page.setViewportSize({ ...size, width: NARROW_PX })
  await drawn(page)
  await assertFits(page, `${what}, ${NARROW_PX} px wide,`)
  await page.setViewportSize(size)
}

/**
 * axe finds nothing by all its rules, and nothing by those about colours in the other theme. Below an open window or menu the colours
 * are those of the screen, which is checked on its own: they take half of the time.
 */
export async function assertNoViolations(page: Page, what: string, within: string | null = null): Promise<void> {
  const isCovered = (await page.locator(WINDOWS).filter({ visible: true }).count()) > 0
  assert.deepEqual(await violationsOf(page, { within, ...(isCovered && WITHOUT_COLOURS) }), [], what)
  const colours = { runOnly: COLOUR_RULES, within: isCovered ? WINDOWS : within }
  if (isCovered) assert.deepEqual(await violationsOf(page, colours), [], what)
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await drawn(page)
  assert.deepEqual(await violationsOf(page, colours), [], `${what}, ${isDark ? 'light' : 'dark'}`)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${what} is ${overflow} px wider than the screen`)
}

interface AxeChoice {
  runOnly?: readonly string[]
  rules?: Readonly<Record<string, { enabled: boolean }>>
  /** A selector of the parts that are checked; null: the whole document. */
  within?: string | null
}

/**
 * What axe-core finds on a page that has no frames, as none of ours has; by all rules unless some are chosen. The page keeps axe-core
 * for the next time: its usual driver opens a second page for each look, which takes six times as long.
 */
async function violationsOf(page: Page, { within = null, ...chosen }: AxeChoice): Promise<string[]> {
  assert.equal(page.frames().length, 1, 'frames are not looked into')
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`${axe.source};0`)
  const choice = JSON.stringify({ resultTypes: ['violations'], ...chosen })
  const context = within === null ? 'document' : JSON.stringify(within)
  const violations = `axe.run(${context}, ${choice}).then(({ violations }) => violations
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
