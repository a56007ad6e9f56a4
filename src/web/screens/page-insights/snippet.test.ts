import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breadcrumb, snippetOn } from './snippet.ts'

test('snippetOn() shows a short title and description whole', () => {
  const { title, description } = snippetOn('desktop', { title: 'Lead lines', description: 'How depth was measured.' })
  assert.deepEqual([title.shown, title.isCut, description.isCut], ['Lead lines', false, false])
  assert.ok(title.widthPx > 60 && title.widthPx < title.maxPx)
})

test('snippetOn() cuts a long title sooner on a desktop than on a phone, after a word', () => {
  const page = { title: 'Soundings of the harbour and of all its approaches in every year since 1871', description: '' }
  const desktop = snippetOn('desktop', page).title
  const phone = snippetOn('phone', page).title
  assert.match(desktop.shown, /^Soundings of .*\w …$/)
  assert.ok(phone.shown.length > desktop.shown.length)
})

test('snippetOn() cuts a long description sooner on a phone', () => {
  const page = { title: '', description: 'The lead was cast, and the depth was called out. '.repeat(5) }
  const [desktop, phone] = [snippetOn('desktop', page).description, snippetOn('phone', page).description]
  assert.ok(desktop.isCut && phone.isCut && phone.shown.length < desktop.shown.length)
})

const breadcrumbs: [string, string][] = [
  ['https://example.com/', 'https://example.com'],
  ['https://example.com/breads/rye?x=1', 'https://example.com › breads › rye'],
  ['https://example.com/caf%C3%A9/%E0%A4%A', 'https://example.com › café › %E0%A4%A'],
]
for (const [url, expected] of breadcrumbs) test(`breadcrumb() of ${url}`, () => assert.equal(breadcrumb(url), expected))
