import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiSettings } from './api-settings.ts'
import { readSettings } from './config.ts'
import { SettingError } from './setting.ts'

const read = (flags: Record<string, string>) => apiSettings(readSettings({}, flags), { demoUrl: null })

describe('apiSettings()', () => {
  it('counts in the units of the API', () => {
    const { sessionIdleMs, sessionMs, maxStorageBytes } = read({
      'session-idle-minutes': '5',
      'session-hours': '2',
      'max-storage-megabytes': '30',
    })
    assert.deepEqual([sessionIdleMs, sessionMs, maxStorageBytes], [300_000, 7_200_000, 30_000_000])
  })

  it('reads trusted proxies', () => {
    assert.equal(read({ 'trusted-proxies': '127.0.0.1, ::1 10.0.0.0/8' }).trustedProxies.length, 3)
    assert.deepEqual(read({}).trustedProxies, [])
  })

  for (const text of ['localhost', '10.0.0.0/33', '127.0.0.1,nginx'])
    it(`says what is wrong with the trusted proxies "${text}"`, () =>
      assert.throws(
        () => read({ 'trusted-proxies': text }),
        (error: unknown) =>
          error instanceof SettingError && /SITESOUNDER_TRUSTED_PROXIES.*is neither/.test(error.message),
      ))
})
