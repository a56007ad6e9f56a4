import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#settings/config.ts'
import { lazyPageSpeed } from './lazy-page-speed.ts'
import { pageSpeedOptions } from './page-speed-options.ts'

/** Counts how often the part is opened. */
function counted() {
  const asked = { times: 0 }
  const lazy = lazyPageSpeed(async () => {
    asked.times++
    const settings = readSettings({}, { pagespeed: 'off' })
    return pageSpeedOptions(settings, { policy: { targets: 'any', allow: [] }, results: null, log() {} })
  })
  return { asked, lazy }
}

test('page speed that nobody asks for is not opened, nor when it is closed', async () => {
  const { asked, lazy } = counted()
  await lazy[Symbol.asyncDispose]()
  assert.equal(asked.times, 0)
})

test('page speed is opened once, for the first who asks', async () => {
  const { asked, lazy } = counted()
  const question = { url: 'https://site.test/', device: 'mobile', ownerId: 1 } as const
  const result = await lazy.measure({ ...question, signal: new AbortController().signal })
  assert.equal(result.ok ? 'measured' : result.failure.code, 'switched-off')
  assert.equal(await lazy.open(), await lazy.open())
  assert.equal(asked.times, 1)
  await lazy[Symbol.asyncDispose]()
})
