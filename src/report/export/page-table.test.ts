import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestStore } from '../../../test/support/storage.ts'
import { crawlRowWith, pageRowWith } from '../test-rows.ts'
import { pageTable } from './page-table.ts'

it('pageTable() has a column for each custom field, behind all others, and its value as a number where it is one', async () => {
  await using store = await openTestStore()
  const fields = [
    { name: 'Price', text: '€ 12', number: 12 },
    { name: 'Author', text: 'Ann', number: null },
  ]
  const crawl = crawlRowWith()
  const reading = {
    ...store.reading,
    pages: async () => [pageRowWith({ fields }), pageRowWith()],
    crawl: async () => crawl,
  }
  const table = pageTable(['Author', 'Price'])
  assert.deepEqual(table.heads(false).slice(-2), ['Author', 'Price'])
  const [rows = []] = await Array.fromAsync(table.cells({ reading, crawl, isStable: false, filter: {} }))
  assert.deepEqual(
    rows.map(row => [row.length, ...row.slice(-2)]),
    [
      [table.heads(false).length, 'Ann', 12],
      [table.heads(false).length, null, null],
    ],
  )
})
