import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from './until.ts'

/** A link that shows how many rows it leads to. */
export interface ShownCount {
  /** What is counted, with the screen that shows it: `/dashboard/1: Broken Links`. */
  name: string
  count: number
  href: string
}

/** A whole number alone in its line, in brackets at its end, or before what it counts. */
const NUMBER = /^([\d,]+)$|\(([\d,]+)\)$|^([\d,]+) (?:errors?|warnings?|infos?|issues?|pages?)$/

/** The counts of the sidebar and of the main part, apart from the rows of lists. */
export async function shownCounts(page: Page): Promise<ShownCount[]> {
  const screen = new URL(page.url()).pathname
  const counts: ShownCount[] = []
  for (const link of await page.locator('aside nav a, main a:not(table a, ol a, svg a)').all()) {
    const lines = (await link.innerText()).split('\n').map(line => line.trim())
    const digits = lines.map(line => NUMBER.exec(line)?.slice(1).find(Boolean)).find(Boolean)
    const href = await link.getAttribute('href')
    if (digits !== undefined && href?.startsWith('/'))
      counts.push({ name: `${screen}: ${lines[0]}`, count: integer(digits), href })
  }
  return counts
}

function integer(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}

/** The numbers in a text such as "Showing 1 to 10 of 1,234 results". */
function integers(text: string): number[] {
  return [...text.matchAll(/[\d,]+/g)].map(([digits]) => integer(digits))
}

/** Opens a list, 25 rows at once where it has pages: of more, only those near the viewport are drawn, goes on to its end, and returns how many rows it has. */
export async function countRows(page: Page, url: string): Promise<number> {
  await page.goto(`${url}${url.includes('?') ? '&' : '?'}size=25`, { waitUntil: 'networkidle' })
  const pagination = page.getByRole('navigation', { name: 'Pagination' }).first()
  // The head of a group is no row of the list.
  const rows = page.locator('main table tbody tr:not(:has(th[scope=rowgroup]))')
  await pagination.or(rows).first().waitFor()
  if ((await pagination.count()) > 0) return await countPages(page)
  const more = page.getByRole('button', { name: /^Load More/ })
  while ((await more.count()) > 0) {
    const before = await rows.count()
    await more.click()
    await until(async () => (await rows.count()) > before)
  }
  return await rows.count()
}

/** A list of pages has Previous and Next as soon as it has more than ten rows. */
async function countPages(page: Page): Promise<number> {
  const card = page
    .locator('main section')
    .filter({ has: page.locator('tbody') })
    .first()
  const rows = card.locator('tbody tr')
  const pagination = card.getByRole('navigation', { name: 'Pagination' })
  if ((await pagination.count()) === 0) return await rows.count()
  const range = async () => {
    const [first = 0, last = 0, total = 0] = integers(await pagination.getByRole('status').innerText())
    return { first, last, total }
  }
  for (let listed = 0; ; ) {
    await until(async () => {
      const { first, last } = await range()
      return first === listed + 1 && (await rows.count()) === last - listed
    })
    const { last, total } = await range()
    listed = last
    if (listed === total) return listed
    await pagination.getByRole('button', { name: 'Next' }).click()
  }
}

/** Opens every count and asserts that as many rows are listed. Returns the names of what was counted. */
export async function assertCountsEqualRows(page: Page, origin: string, screens: readonly string[]): Promise<string[]> {
  const counts: ShownCount[] = []
  for (const screen of screens) {
    await page.goto(origin + screen, { waitUntil: 'networkidle' })
    await page.locator('main h1').waitFor()
    // Grey bars stand where counts will be.
    await until(async () => (await page.locator('main .animate-sweep').count()) === 0)
    counts.push(...(await shownCounts(page)))
  }
  const rowsOf = new Map<string, number>()
  const differing: string[] = []
  for (const { name, count, href } of counts) {
    const rows = rowsOf.get(href) ?? (await countRows(page, origin + href))
    rowsOf.set(href, rows)
    if (rows !== count) differing.push(`${name} counts ${count}, and ${href} lists ${rows}`)
  }
  assert.deepEqual(differing, [])
  return counts.map(({ name }) => name)
}

/** Asserts that each tab of the dashboard counts what its report lists. */
export async function assertTabsEqualReports(page: Page, origin: string, websiteId: number): Promise<void> {
  const tabs = ['overview', 'errors', 'broken-links', 'meta-data', 'redirects', 'duplicates']
  const differing: string[] = []
  for (const tab of tabs) {
    await page.goto(`${origin}/dashboard/${websiteId}?tab=${tab}`, { waitUntil: 'networkidle' })
    const panel = page.getByRole('tabpanel')
    const shown = panel.getByRole('status').filter({ hasText: /^Showing / })
    const [, count = 0] = integers(await shown.innerText())
    const href = await panel.getByRole('link', { name: /^View All / }).getAttribute('href')
    const rows = await countRows(page, origin + href)
    if (rows !== count) differing.push(`the tab ${tab} counts ${count}, and ${href} lists ${rows}`)
  }
  assert.deepEqual(differing, [])
}
