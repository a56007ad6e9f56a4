import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hrefTo } from '#shared/routes.ts'
import { assertCountsEqualRows, assertTabsEqualReports } from '../support/screen-counts.ts'
import { type SharedDemo, sharedDemo } from '../support/shared-demo.ts'

/** Every number that is a link opens exactly the rows that it counts. counts.long.test.ts crawls a larger site. */

let demo: SharedDemo
let page: Page

before(async () => {
  demo = await sharedDemo()
  page = await (await demo.newOwner()).newPage()
})

describe('of the demo site', () => {
  test('each count of the sidebar and of the screens with counts is that of the rows it opens', async () => {
    const { server, websiteId } = demo
    const dashboard = hrefTo('dashboard', websiteId)
    const screens = [dashboard, hrefTo('warnings', websiteId), hrefTo('passed', websiteId)]
    const counted = new Set(await assertCountsEqualRows(page, server.url, screens))
    const expected = [
      ...['Errors', 'Warnings', 'Passed Checks', 'Total Pages', 'Redirects', 'Duplicates'],
      ...['Broken Links', 'Meta Issues', 'Redirects', 'Duplicates', 'Other Issues'].map(name => `${name} (`),
    ]
    for (const name of expected)
      assert.ok(
        [...counted].some(each => each.startsWith(`${dashboard}: ${name}`)),
        `${name} is among ${[...counted]}`,
      )
  })

  test('each tab of the dashboard counts what its report lists', () =>
    assertTabsEqualReports(page, demo.server.url, demo.websiteId))
})
