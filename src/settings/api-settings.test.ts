import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { apiSettings, renderingObstacle } from './api-settings.ts'
import { readSettings } from './config.ts'
import { SettingError } from './setting.ts'

const read = (flags: Record<string, string>) => apiSettings(readSettings({}, flags), { demoUrl: null, ownChecks: [] })

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

describe('visitors-may-render', () => {
  const rows: [settings: Record<string, string>, needsAccount: boolean][] = [
    [{}, false],
    [{ host: '0.0.0.0' }, true],
    [{ 'public-url': 'https://audit.example.com' }, true],
    [{ 'public-url': 'https://audit.example.com', 'visitors-may-render': 'true' }, false],
    [{ 'visitors-may-render': 'false' }, true],
  ]
  for (const [settings, needsAccount] of rows)
    it(`with ${JSON.stringify(settings)} requires ${needsAccount ? 'an' : 'no'} account`, () =>
      assert.equal(read(settings).renderingNeedsAccount, needsAccount))
})

describe('renderingObstacle()', () => {
  const before = process.env.CHROME_PATH
  afterEach(() => {
    if (before === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = before
  })

  const rows: [name: string, allowRendering: boolean, browser: string, obstacle: string | null][] = [
    ['a browser', true, process.execPath, null],
    [
      'a browser that the operator does not want used',
      false,
      process.execPath,
      'The operator of this server does not allow the scripts of pages to be run.',
    ],
    [
      'a browser that is not there',
      true,
      '/nowhere/chromium',
      'The scripts of pages cannot be run: there is no Chromium on this machine. Install Chromium or Chrome, or set CHROME_PATH to one.',
    ],
  ]
  for (const [name, allowRendering, browser, obstacle] of rows)
    it(`of ${name}`, () => {
      process.env.CHROME_PATH = browser
      assert.equal(renderingObstacle({ allowRendering, chromiumSandbox: 'off' }), obstacle)
    })
})
