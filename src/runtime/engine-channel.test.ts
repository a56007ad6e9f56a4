import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { readSettings } from '#settings/config.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { openStore } from './database.ts'
import { startEngineInMainThread } from './engine-channel.ts'
import { engineData } from './engine-data.ts'
import { superviseEngine } from './engine-supervisor.ts'

const database = { kind: 'sqlite', file: ':memory:' } as const
const settings = readSettings({}, { 'page-workers': '1' })
const data = { ...engineData(settings, { targets: 'any', allow: [] }), database, credentialsKey: null }
const logged: string[] = []
const log = (event: string) => void logged.push(event)

const deps = {
  log,
  after: () => () => {},
  measurePageSpeed: async () => assert.fail('nothing is measured'),
}

test('an engine in this thread works on the store of this thread, and leaves it open', async () => {
  await using store = await openStore(database, {
    keptCrawls: settings.keptCrawls,
    readTimeoutMs: settings.readTimeoutMs,
    log,
  })
  const stands = Promise.resolve(store)
  const engine = await superviseEngine(data, {
    ...deps,
    databaseReady: stands,
    spawn: given => startEngineInMainThread(given, stands),
  })
  engine.wake()
  await engine.close()
  assert.equal(await store.crawls.countActive(), 0)
  assert.deepEqual(logged, [])
})

test('an engine in this thread that is closed during a crawl leaves it to the next engine', async () => {
  const requested = Promise.withResolvers<void>()
  // No request gets a response.
  await using server = await serveHttp(() => requested.resolve())
  await using store = await openStore(database, {
    keptCrawls: settings.keptCrawls,
    readTimeoutMs: settings.readTimeoutMs,
    log,
  })
  const stands = Promise.resolve(store)
  const ownerId = await store.visitors.createOwner('visitor', 1)
  const options = defaultCrawlOptions
  const start = { ownerId, url: `${server.origin}/`, crawlLimit: 5, options, nowMs: 1 }
  const { crawlId } = await store.websites.startCrawl(start)
  const engine = await superviseEngine(data, {
    ...deps,
    databaseReady: stands,
    spawn: given => startEngineInMainThread(given, stands),
  })
  engine.wake()
  await requested.promise
  await engine.close()
  assert.equal((await store.crawls.claim('next', Date.now(), 1))?.crawlId, crawlId)
  assert.deepEqual(logged, [])
})

test('an engine in this thread says why it cannot start', async () => {
  const refused = Promise.reject(new Error('the store cannot be opened'))
  // Looked at only when the engine begins.
  refused.catch(() => {})
  const spawn = (given: typeof data) => startEngineInMainThread(given, refused)
  await assert.rejects(superviseEngine(data, { ...deps, databaseReady: Promise.resolve(), spawn }), /cannot be opened/)
  assert.deepEqual(logged, ['the engine failed'])
})
