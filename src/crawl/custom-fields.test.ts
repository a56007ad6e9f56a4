import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsProblem } from './custom-fields.ts'
import { openScriptedCrawls } from './test-scripted-crawl.ts'

test('a crawl reads the custom fields of its pages', async () => {
  await using crawls = await openScriptedCrawls()
  const page = (body: string) => ({ text: `<!doctype html><title>a</title>${body}`, type: 'text/html' })
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
