import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalLighthouse } from './local-lighthouse.ts'

test('a measurement of which the process cannot be started has broken off', { timeout: 10_000 }, async () => {
  const logged: string[] = []
  const local = createLocalLighthouse({
    policy: { targets: 'any', allow: [] },
    async *browsers() {
      yield { path: '/nowhere/chromium', env: {}, from: 'a test' }
    },
    environment: {},
    sandbox: 'off',
    yieldsToCrawls: false,
    after: () => () => {},
    log: event => void logged.push(event),
  })
  const executable = process.execPath
  process.execPath = '/nowhere/node'
  try {
    const { signal } = new AbortController()
    const measured = await local.measure({ url: 'https://site.test/', device: 'mobile', signal, onPhase() {} })
    assert.deepEqual(
      [measured.ok ? null : measured.failure.message, logged],
      ['The measurement broke off. Please try again.', ['a page-speed measurement broke']],
    )
  } finally {
    process.execPath = executable
  }
})
