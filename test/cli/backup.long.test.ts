import assert from 'node:assert/strict'
import { openSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { databasePath } from '#runtime/database.ts'
import type { RunningServer } from '#runtime/server.ts'
import { runCommand } from '../support/command.ts'
import { startTestServer } from '../support/product.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'

const OWNER = 'the owner'

let folder: string
let server: RunningServer
const inFolder = (name: string) => path.join(folder, name)
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(args)
  return { code, said: stdout + stderr }
}

before(async () => {
  folder = temporaryFolder()
  server = await startTestServer({ folder: inFolder('data') })
  await using store = await openTestStore({ folder: inFolder('data') })
  const ownerId = await store.visitors.createOwner(OWNER, 0)
  await addCrawl(store, { ownerId, url: 'https://example.com/', pages: [], nowMs: 0 })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function urlsIn(data: string): Promise<string[]> {
  await using store = await openTestStore({ folder: data })
  const ownerId = await store.visitors.findOwner(OWNER, 0)
  return (await store.websites.list(ownerId ?? 0)).map(({ url }) => url)
}

describe('sitesounder backup', () => {
  it('copies the data of a running server, and restores them into another folder', async () => {
    const copy = inFolder('copy.sqlite')
    const made = await run('backup', copy, '--data', inFolder('data'))
    assert.deepEqual(made, {
      code: 0,
      said: `${copy} is a checked copy of the database in ${inFolder('data')}.\n`,
    })
    const restored = await run('backup', copy, '--restore', '--data', inFolder('restored'))
    assert.deepEqual(restored, { code: 0, said: `The database is in ${inFolder('restored')} again.\n` })
    assert.deepEqual(await urlsIn(inFolder('restored')), ['https://example.com/'])
  })

  it('overwrites neither a file nor the data of a folder', async () => {
    const copy = inFolder('twice.sqlite')
    await run('backup', copy, '--data', inFolder('data'))
    const again = await run('backup', copy, '--data', inFolder('data'))
    assert.deepEqual(again, { code: 1, said: `${copy} exists already: name a new file.\n` })
    const used = await run('backup', copy, '--restore', '--data', inFolder('data'))
    assert.match(used.said, /^Another Sitesounder is using the data folder/)
    await run('backup', copy, '--restore', '--data', inFolder('full'))
    const full = await run('backup', copy, '--restore', '--data', inFolder('full'))
    assert.match(full.said, /^There is a database in .* already: move it away first/)
  })
})

describe('sitesounder doctor', () => {
  it('finds a database whole, or damaged, and copies what can be read', async () => {
    const whole = await run('doctor', '--data', inFolder('data'))
    assert.deepEqual(whole, { code: 0, said: `The database ${databasePath(inFolder('data'))} is whole.\n` })

    const damaged = inFolder('damaged')
    await run('backup', inFolder('for-damage.sqlite'), '--data', inFolder('data'))
    await run('backup', inFolder('for-damage.sqlite'), '--restore', '--data', damaged)
    const file = databasePath(damaged)
    // The end of the file: indexes of tables without rows.
    writeSync(openSync(file, 'r+'), Buffer.alloc(8_192, 0xa5), 0, 8_192, statSync(file).size - 8_192)
    const found = await run('doctor', '--data', damaged)
    assert.equal(found.code, 1)
    assert.match(found.said, /is damaged:\n.*sitesounder doctor --salvage FOLDER/s)

    const salvaged = await run('doctor', '--salvage', inFolder('salvaged'), '--data', damaged)
    assert.equal(salvaged.code, 0, salvaged.said)
    assert.match(salvaged.said, /website: 1 row\n/)
    assert.deepEqual(await urlsIn(inFolder('salvaged')), ['https://example.com/'])
  })
})
