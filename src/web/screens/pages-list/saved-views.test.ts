import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSavedViews, type SavedView, withView, writeSavedViews } from './saved-views.ts'

/** Storage of a browser that holds a text. */
function storageWith(text: string | null) {
  let held = text
  return {
    read: () => held,
    write(_key: string, value: string) {
      held = value
      return true
    },
    remove() {},
  }
}

const view = (name: string, query = `search=${name}`): SavedView => ({ name, query })

test('views that are written are read again', () => {
  const storage = storageWith(null)
  assert.deepEqual(readSavedViews(storage), [])
  writeSavedViews(storage, [view('a'), view('b')])
  assert.deepEqual(readSavedViews(storage), [view('a'), view('b')])
})

test('what was not written by this screen is no view, and is reported', t => {
  const warn = t.mock.method(console, 'warn', () => {})
  for (const text of ['{', '{}', '[{"name":""}]', '[{"name":"a","query":7}]'])
    assert.deepEqual(readSavedViews(storageWith(text)), [], text)
  assert.equal(warn.mock.callCount(), 4)
})

test('a view of the same name is replaced', () => {
  assert.deepEqual(withView([view('a'), view('b')], view('a', 'sort=words')), [view('b'), view('a', 'sort=words')])
})

test('of more than twenty views, the first is forgotten', () => {
  const names = Array.from({ length: 20 }, (_, at) => `view ${at}`)
  const views = withView(
    names.map(name => view(name)),
    view('one more'),
  )
  assert.deepEqual(
    views.map(({ name }) => name),
    [...names.slice(1), 'one more'],
  )
})
