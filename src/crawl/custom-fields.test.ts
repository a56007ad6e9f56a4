import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsProblem } from './custom-fields.ts'
import { openScriptedCrawls } from './test-scripted-crawl.ts'

const page = (body: string) => ({ text: `<!doctype html><title>a</title>${body}`, type: 'text/html' })

test('a crawl reads the custom fields of its pages', async () => {
  await using crawls = await openScriptedCrawls()
  const { crawl } = await crawls.run({
    url: 'https://site.test/',
    web: {
      'https://site.test/': page('<a href="/kettle">Kettle</a>'),
      'https://site.test/kettle': page('<p class=price>19,90 €</p><ul><li>red</li><li>blue</li></ul>'),
    },
    options: { fields: ['Price = .price', 'Colours = //li -> all text', 'Lists = ul -> count'] },
  })
  const pages = await crawls.store.reading.pages(crawl.id, {})
  assert.deepEqual(
    pages.map(({ url, fields }) => [url, fields]),
    [
      ['https://site.test/', [{ name: 'Lists', text: '0', number: 0 }]],
      [
        'https://site.test/kettle',
        [
          { name: 'Colours', text: 'red | blue', number: null },
          { name: 'Lists', text: '1', number: 1 },
          { name: 'Price', text: '19,90 €', number: 19.9 },
        ],
      ],
    ],
  )
})

test('a selector that is none is said before the crawl begins', () => {
  assert.equal(fieldsProblem(['Price = .price']), null)
  assert.equal(
    fieldsProblem(['Price = .price', 'Names = //p[']),
    'The custom field “Names” cannot be read. “the end” is not expected here (character 5).',
  )
})

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
  await store.fields.begin(crawl.id, fields)
  for (const expected of [1, 2, 3, 3]) {
    // As a process that is killed after each page: the next one goes on.
    await store.fields.begin(crawl.id, fields)
    const [next] = await store.fields.unread(crawl.id, 1)
    const pages = next?.page ? [{ urlId: next.urlId, fields: (await store.fields.read(next.page, fields)) ?? [] }] : []
    assert.equal(await store.fields.write(crawl.id, { fields, pages }), pages.length > 0)
    assert.deepEqual(await store.fields.progress(crawl.id), {
      pagesRead: expected,
      pageCount: 3,
      isComplete: pages.length === 0,
    })
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
  assert.equal(await store.fields.write(crawl.id, { fields: ['Price = .price'], pages: [stale] }), false)
  const [row] = await store.reading.pages(crawl.id, {})
  assert.deepEqual(row?.fields, [])
  assert.equal((await store.fields.unread(crawl.id, 9)).length, 3)
})
