import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserStorage } from '../state/browser-storage.ts'
import { createQueryClient, emptyCache, persistCache, restoreCache } from './query-client.ts'

const FIVE_MINUTES_MS = 5 * 60_000

function memory(capacity = Number.POSITIVE_INFINITY): BrowserStorage & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    read: key => values.get(key) ?? null,
    write: (key, value) => {
      if (value.length > capacity) return false
      values.set(key, value)
      return true
    },
    remove: key => void values.delete(key),
  }
}

const pendingMutation = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: false,
  status: 'pending',
  submittedAt: 0,
} as const

function clientWith(entries: readonly (readonly [readonly unknown[], unknown])[], updatedAt: number) {
  const client = createQueryClient()
  for (const [key, data] of entries) client.setQueryData(key, data, { updatedAt })
  return client
}

test('createQueryClient() fetches once, without retry or refetch', async () => {
  const client = createQueryClient()
  let fetches = 0
  const queryFn = () => {
    fetches++
    return Promise.reject(new Error('no'))
  }
  await assert.rejects(client.fetchQuery({ queryKey: ['websites'], queryFn }))
  assert.equal(fetches, 1)
  const { queries } = client.getDefaultOptions()
  assert.deepEqual(
    [queries?.refetchOnWindowFocus, queries?.refetchInterval, queries?.staleTime],
    [false, false, Number.POSITIVE_INFINITY],
  )
})

test('createQueryClient() calls lists stale after five minutes and keeps them for ten', () => {
  const client = createQueryClient()
  for (const list of ['pages', 'issues']) {
    const { staleTime, gcTime } = client.getQueryDefaults([list])
    assert.deepEqual([staleTime, gcTime], [5 * 60_000, 10 * 60_000])
  }
})

test('a cache left by one document is taken up by the next', t => {
  const storage = memory()
  const before = clientWith(
    [
      [['pages', 1], ['a']],
      [['settings'], 'not kept'],
    ],
    1_000,
  )
  before.getMutationCache().build(before, { mutationKey: ['sign-in'] }, { ...pendingMutation, variables: 'a password' })
  persistCache(before, { storage, ownerId: null })
  const after = createQueryClient()
  t.after(() => {
    before.clear()
    after.clear()
  })
  restoreCache(after, { storage, ownerId: null, nowMs: 1_000 + FIVE_MINUTES_MS - 1 })
  assert.deepEqual(after.getQueryData(['pages', 1]), ['a'])
  assert.equal(after.getQueryData(['settings']), undefined)
  assert.doesNotMatch([...storage.values.values()].join(), /a password/)
})

test('a crawl of the last document is shown, and fetched again however new it is', t => {
  const storage = memory()
  const before = clientWith(
    [
      [['crawl', 7, null], { fixedCount: 1 }],
      [['pages', 1], ['a']],
    ],
    Date.now(),
  )
  persistCache(before, { storage, ownerId: null })
  const after = createQueryClient()
  restoreCache(after, { storage, ownerId: null, nowMs: Date.now() })
  assert.deepEqual(after.getQueryData(['crawl', 7, null]), { fixedCount: 1 })
  const isStale = (queryKey: unknown[]) => after.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)
  assert.deepEqual([isStale(['crawl', 7, null]), isStale(['pages', 1])], [true, false])
  t.after(() => {
    before.clear()
    after.clear()
  })
})

test('restoreCache() believes nothing that is five minutes old', t => {
  const storage = memory()
  const before = clientWith([[['pages', 1], ['a']]], 1_000)
  persistCache(before, { storage, ownerId: 1 })
  const after = createQueryClient()
  restoreCache(after, { storage, ownerId: 1, nowMs: 1_000 + FIVE_MINUTES_MS })
  assert.equal(after.getQueryData(['pages', 1]), undefined)
  t.after(() => {
    before.clear()
    after.clear()
  })
})

test('restoreCache() takes nothing up that another owner left', () => {
  for (const [leftBy, taken] of [
    [1, 2],
    [1, null],
    [null, 1],
  ] as const) {
    const storage = memory()
    const before = clientWith([[['pages', 1], ['a']]], 1_000)
    persistCache(before, { storage, ownerId: leftBy })
    before.clear()
    const after = createQueryClient()
    restoreCache(after, { storage, ownerId: taken, nowMs: 1_000 })
    assert.deepEqual(after.getQueryCache().getAll(), [], `left by ${leftBy}, taken up by ${taken}`)
  }
})

test('restoreCache() ignores invalid data in the storage', t => {
  t.mock.method(console, 'warn', () => {})
  for (const stored of [
    '{',
    'null',
    '{"queries":3}',
    '{"queries":[]}',
    '{"ownerId":null,"queries":[null,{"state":null},7]}',
  ]) {
    const storage = memory()
    storage.values.set('query-cache', stored)
    const client = createQueryClient()
    restoreCache(client, { storage, ownerId: null, nowMs: 0 })
    assert.deepEqual(client.getQueryCache().getAll(), [])
  }
})

test('persistCache() leaves nothing rather than an older state when the cache is too large', t => {
  const storage = memory(10)
  storage.values.set('query-cache', 'old')
  const client = clientWith([[['pages', 1], ['a long list of pages']]], 1_000)
  persistCache(client, { storage, ownerId: null })
  assert.equal(storage.values.has('query-cache'), false)
  t.after(() => client.clear())
})

test('emptyCache() empties memory and storage', () => {
  const storage = memory()
  const client = clientWith([[['pages', 1], ['a']]], Date.now())
  persistCache(client, { storage, ownerId: null })
  emptyCache(client, storage)
  assert.equal(client.getQueryData(['pages', 1]), undefined)
  assert.equal(storage.values.size, 0)
})
