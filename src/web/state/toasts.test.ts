import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOAST_DURATION_MS, TOAST_REMOVAL_DELAY_MS } from '#shared/constants.ts'
import { ToastStore } from './toasts.ts'

function memory(initial: string | null = null) {
  let value = initial
  return {
    read: () => value,
    write: (_key: string, next: string) => {
      value = next
      return true
    },
  }
}

test('ToastStore shows one toast at a time: the next replaces it', () => {
  const store = new ToastStore({ storage: memory(), now: () => 1_000 })
  store.toast({ title: 'First' })
  store.toast({ title: 'Second', description: 'more', variant: 'destructive' })
  const { notifications, currentId } = store.state()
  assert.deepEqual(
    notifications.map(({ title, variant }) => `${title} ${variant}`),
    ['Second destructive', 'First default'],
  )
  assert.equal(currentId, notifications[0]?.id)
})

test('ToastStore keeps a dismissed toast in the list of the visit', () => {
  const store = new ToastStore({ storage: memory(), now: () => 1_000 })
  store.toast({ title: 'Done' })
  store.dismiss()
  assert.equal(store.state().currentId, null)
  assert.equal(store.state().notifications.length, 1)
})

test('ToastStore keeps the action of the toast on show, and of no earlier one nor of a later document', () => {
  const storage = memory()
  const store = new ToastStore({ storage, now: () => 1_000 })
  const action = { label: 'Undo', onSelect: () => {} }
  store.toast({ title: 'Done', action })
  const { currentId } = store.state()
  assert.equal(store.actionOf(currentId ?? 0), action)
  assert.equal(new ToastStore({ storage, now: () => 1_000 }).actionOf(currentId ?? 0), null)
  store.toast({ title: 'Next' })
  assert.equal(store.actionOf(store.state().currentId ?? 0), null)
  assert.equal(store.actionOf(currentId ?? 0), null)
})

test('ToastStore does not remove a dismissed toast before its time', () => {
  const storage = memory()
  let nowMs = 1_000
  const store = new ToastStore({ storage, now: () => nowMs })
  store.toast({ title: 'Done' })
  store.dismiss()
  nowMs += TOAST_DURATION_MS + TOAST_REMOVAL_DELAY_MS
  const kept = [store, new ToastStore({ storage, now: () => nowMs })].map(each => each.state())
  for (const { notifications, currentId } of kept) {
    assert.deepEqual(
      notifications.map(({ title }) => title),
      ['Done'],
    )
    assert.equal(currentId, null)
  }
})

test('ToastStore clears the notifications of the visit, in its storage as well', () => {
  const storage = memory()
  const store = new ToastStore({ storage, now: () => 1_000 })
  store.toast({ title: 'Crawl Started' })
  store.clearNotifications()
  assert.deepEqual(store.state(), { notifications: [], currentId: null })
  assert.deepEqual(new ToastStore({ storage, now: () => 1_000 }).state(), { notifications: [], currentId: null })
})

test('ToastStore goes on showing, in the next document, what was said less than five seconds ago', () => {
  const storage = memory()
  new ToastStore({ storage, now: () => 1_000 }).toast({ title: 'Crawl Started' })
  const soon = new ToastStore({ storage, now: () => 5_999 })
  assert.equal(soon.state().currentId, soon.state().notifications[0]?.id)
  const later = new ToastStore({ storage, now: () => 6_000 })
  assert.equal(later.state().currentId, null)
  assert.equal(later.state().notifications[0]?.title, 'Crawl Started')
})

test('ToastStore drops stored values of another shape', () => {
  for (const stored of ['{"id":1}', '[{"id":"1"},null,3]']) {
    const store = new ToastStore({ storage: memory(stored), now: () => 0 })
    assert.deepEqual(store.state(), { notifications: [], currentId: null })
  }
})

test('ToastStore notifies its listeners until they unsubscribe', () => {
  const store = new ToastStore({ storage: memory(), now: () => 0 })
  let calls = 0
  const leave = store.subscribe(() => calls++)
  store.toast({ title: 'One' })
  leave()
  store.toast({ title: 'Two' })
  assert.equal(calls, 1)
})

test('ToastStore marks unread notifications, in the next document as well', () => {
  const storage = memory()
  const store = new ToastStore({ storage, now: () => 0 })
  const unread = (of = store) =>
    of
      .state()
      .notifications.filter(each => !each.isRead)
      .map(each => each.title)
  for (const title of ['One', 'Two', 'Three']) store.toast({ title })
  store.markRead(2)
  assert.deepEqual(unread(), ['Three', 'One'])
  assert.deepEqual(unread(new ToastStore({ storage, now: () => 0 })), ['Three', 'One'])
  store.markAllRead()
  assert.deepEqual(unread(), [])
  store.toast({ title: 'Four' })
  assert.deepEqual(unread(), ['Four'])
})

test('ToastStore keeps fifty notifications, the newest first, and of a long text its beginning', () => {
  const storage = memory()
  const store = new ToastStore({ storage, now: () => 0 })
  for (let index = 1; index <= 60; index++) store.toast({ title: String(index), description: 'x'.repeat(100_000) })
  const { notifications } = new ToastStore({ storage, now: () => 0 }).state()
  assert.deepEqual([notifications.length, notifications[0]?.title, notifications.at(-1)?.title], [50, '60', '11'])
  assert.ok((storage.read() ?? '').length < 50_000)
})
