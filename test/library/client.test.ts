import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { createApiKeys } from '#accounts/api-keys.ts'
import { ApiError, createClient } from '#library/client.ts'
import type { RunningServer } from '#runtime/server.ts'
import { crawlStartedSchema } from '#shared/api/crawls.ts'
import { startTestServer } from '../support/product.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'

/** The client of the API against a running server. */

let folder: string
let server: RunningServer
let apiKey: string

before(async () => {
  folder = temporaryFolder()
  server = await startTestServer({ folder, flags: { 'user-password': 'nine small otters' } })
  await using store = await openTestStore({ folder })
  const account = await store.accounts.findByName('user')
  assert.ok(account)
  const added = await createApiKeys({ store, now: Date.now, randomBytes }).add(account, {
    name: 'test',
    scopes: 'read+crawl',
  })
  apiKey = added.secret
})
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('createClient()', () => {
  test('sends path, query and body, and gives parsed JSON or a file', async () => {
    const client = createClient({ server: server.url, apiKey })
    assert.deepEqual(await client.listWebsites(), [])
    const started = await client.startCrawl({ body: { url: `${server.url}/`, crawlLimit: 1 } })
    const { websiteId } = crawlStartedSchema.parse(started)
    const estimate = await client.crawlEstimate({ query: { url: server.url, limit: 10, render: undefined } })
    assert.equal(typeof estimate, 'object')
    const file = await client.exportCrawl({ path: { id: websiteId }, query: { format: 'csv', part: 'pages' } })
    assert.equal(Object.prototype.toString.call(file), '[object Response]')
  })

  const refused: [about: string, call: () => Promise<unknown>, expected: Error | RegExp][] = [
    [
      'what the server refuses',
      () => createClient({ server: server.url, apiKey: 'snd_wrong' }).listWebsites(),
      new ApiError(401, 'The API key is wrong, revoked or expired.'),
    ],
    [
      'a path without its id',
      () => createClient({ server: server.url, apiKey }).listIssues(),
      new TypeError('The path /api/issues/{id} needs id.'),
    ],
    [
      'an aborted call',
      () =>
        createClient({ server: server.url, apiKey }).listWebsites({ signal: AbortSignal.abort(new Error('stopped')) }),
      new Error('stopped'),
    ],
  ]
  for (const [about, call, expected] of refused)
    test(`rejects ${about}`, async () => {
      await assert.rejects(call(), expected)
    })
})
