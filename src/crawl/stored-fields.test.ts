import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedFieldsReader } from './stored-fields.ts'
import { openScriptedCrawls } from './test-scripted-crawl.ts'

const page = (body: string) => ({ text: `<!doctype html><title>a</title>${body}`, type: 'text/html' })
const site = {
  url: 'https://site.test/',
  web: {
    'https://site.test/': page('<a href="/kettle">Kettle</a> <a href="/pot">Pot</a> <p class=old>x</p>'),
    'https://site.test/kettle': page('<p class=price>19,90 €</p>'),
    'https://site.test/pot': page('<p class=price>5</p>'),
  },
}

test('fields that are added after the crawl are those that it would have read', async () => {
  await using crawls = await openScriptedCrawls()
  const fields = ['Price = .price', 'Title = //title']
  const { crawl } = await crawls.run({ ...site, options: { fields: ['Old = .old'] } })
  const { store } = crawls
  const read = storedFieldsReader(fields)
  await store.fields.begin(crawl.id, fields)
  for (const expected of [1, 2, 3, 3]) {
    // As a process that is killed after each page: the next one goes on.
    await store.fields.begin(crawl.id, fields)
    const [next] = await store.fields.unread(crawl.id, 1)
    const pages = next?.page ? [{ urlId: next.urlId, fields: read(next.page) }] : []
    const progress = await store.fields.write(crawl.id, { fields, pages })
    assert.deepEqual(progress, { pagesRead: expected, pageCount: 3, isComplete: pages.length === 0 })
  }
  assert.deepEqual((await store.reading.crawl(crawl.id))?.options.fields, fields)
  const names = (row: { fields: readonly { name: string; text: string }[] }) =>
    row.fields.map(({ name, text }) => `${name} ${text}`)
  assert.deepEqual((await store.reading.pages(crawl.id, {})).map(names), [
    ['Title a'],
    ['Price 19,90 €', 'Title a'],
    ['Price 5', 'Title a'],
  ])
})

test('what is read of other fields in the meantime is not stored', async () => {
  await using crawls = await openScriptedCrawls()
  const { crawl } = await crawls.run(site)
  const { store } = crawls
  await store.fields.begin(crawl.id, ['Price = .price'])
  const [first] = await store.fields.unread(crawl.id, 1)
  assert.ok(first?.page)
  await store.fields.begin(crawl.id, ['Title = title'])
  const stale = { urlId: first.urlId, fields: [{ name: 'Price', text: '1', number: 1 }] }
  await store.fields.write(crawl.id, { fields: ['Price = .price'], pages: [stale] })
  const [row] = await store.reading.pages(crawl.id, {})
  assert.deepEqual(row?.fields, [])
  assert.equal((await store.fields.unread(crawl.id, 9)).length, 3)
})
