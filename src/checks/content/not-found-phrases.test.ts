import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnErrorPage, notFoundSignals } from './not-found-phrases.ts'

const page = {
  url: 'https://a.test/chairs',
  title: 'Chairs',
  h1: 'Chairs',
  wordCount: 20,
  isNoindex: false,
  textHash: 'x',
}
const randomUrls = [{ url: '', statuses: [404], isHtml: true, title: '', text: '', textHash: 'error' }]

const said = [
  '404',
  'Error 404',
  '404 Not Found',
  '404 – Page not found',
  'Page Not Found | Example',
  'Example: Page not found',
  'Oops! That page can’t be found.',
  'Oops! Page not found!',
  'Seite nicht gefunden - Beispiel',
  'Page introuvable',
  `404 | ${'a'.repeat(194)}`,
  'お探しのページは見つかりませんでした。',
]
for (const title of said) {
  test(`an error message is seen in “${title}”`, () =>
    assert.ok(notFoundSignals({ ...page, title }, randomUrls).length > 1))
}

const innocent = [
  'How to fix a 404 error',
  'Custom 404 pages',
  'Lost and not found objects',
  'Room 404',
  'Found',
  'Chairs: 404 models',
  'The page that was not found',
  `404 | ${'a'.repeat(195)}`,
]
for (const title of innocent) {
  test(`no error message is seen in “${title}”`, () =>
    assert.deepEqual(notFoundSignals({ ...page, title }, randomUrls), []))
}

const strong = { ...page, title: '404 Not Found' }
const rows: [string, Partial<typeof page>, number][] = [
  ['a long text about the status is no error message', { wordCount: 900 }, 0],
  ['a text of 150 words is none', { wordCount: 150 }, 0],
  ['a text of 149 words is one', { wordCount: 149 }, 2],
  ['a long text with noindex is one', { wordCount: 900, isNoindex: true }, 2],
  ['a long text that made-up URLs give, too, is one', { wordCount: 900, textHash: 'error' }, 2],
  ['the error page of the site under its own URL is none', { url: 'https://a.test/404.html' }, 0],
]
for (const [name, overrides, signals] of rows) {
  test(name, () => assert.equal(notFoundSignals({ ...strong, ...overrides }, randomUrls).length, signals))
}

test('the error page of the site itself is one by its URL and by what it says', () => {
  const error = { url: 'https://a.test/404.html', title: '404 Not Found', h1: '' }
  assert.equal(isOwnErrorPage(error), true)
  assert.equal(isOwnErrorPage({ ...error, title: '', h1: 'Page not found' }), true)
  assert.equal(isOwnErrorPage({ ...error, title: 'Chairs' }), false)
  assert.equal(isOwnErrorPage({ ...error, url: page.url }), false)
})
