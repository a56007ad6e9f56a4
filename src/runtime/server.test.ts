import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '#settings/config.ts'
import { SettingError } from '#settings/setting.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { rowsIn, storageOf } from '../../test/support/storage.ts'
import { type RunningServer, serve } from './server.ts'

const manifest = JSON.stringify({
  'src/web/main.tsx': { file: 'assets/main-1.js' },
  'src/web/theme.ts': { file: 'assets/theme-1.js' },
})

describe('serve()', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-main-'))
    mkdirSync(path.join(folder, 'assets'))
    writeFileSync(path.join(folder, 'assets/theme-1.js'), 'setTheme()')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const logged: string[] = []
  const start = async (flags: Record<string, string> = {}): Promise<RunningServer> =>
    await serve({
      settings: readSettings({}, { port: '0', 'page-workers': '1', ...flags }),
      folder,
      database: await storageOf(folder),
      alsoAllow: [],
      log: (event, details) => void logged.push(JSON.stringify({ event, details })),
      webFolder: folder,
      manifest,
      demoUrl: null,
    })

  const login = (server: RunningServer, username: string, password: string) =>
    fetch(`${server.url}/api/login?secret=query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })

  it('makes the built-in accounts at the first start, and returns their passwords to its caller alone', async () => {
    const passwords = new Map<string, string>()
    {
      await using server = await start()
      for (const { username, password } of server.generatedAccounts) passwords.set(username, password)
      assert.deepEqual([...passwords.keys()], ['admin', 'user'])
      for (const { password_hash } of await rowsIn(folder, 'select password_hash from account'))
        assert.match(String(password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      const response = await login(server, 'admin', passwords.get('admin') ?? '')
      assert.deepEqual(endpoints.login.response.parse(await response.json()).user, {
        id: 1,
        username: 'admin',
        role: 'admin',
      })
      const [cookie = ''] = response.headers.getSetCookie()
      const secret = /=([A-Za-z0-9_-]{43});/.exec(cookie)?.[1] ?? ''
      assert.notEqual(secret, '')
      const headers = { cookie: `sitesounder_session=${secret}` }
      const operations = await fetch(`${server.url}/api/operations`, { headers })
      assert.deepEqual(endpoints.operations.response.parse(await operations.json()).recentErrors, [])
      for (const text of [secret, 'query', ...passwords.values()]) assert.ok(!logged.some(line => line.includes(text)))
    }
    await using again = await start()
    assert.deepEqual(again.generatedAccounts, [])
    assert.equal((await login(again, 'user', passwords.get('user') ?? '')).status, 200)
  })

  it('takes a password of the settings instead of the one there was', async () => {
    await using server = await start({ 'user-password': 'set by the operator' })
    assert.deepEqual(server.generatedAccounts, [])
    assert.equal((await login(server, 'user', 'set by the operator')).status, 200)
  })

  const refused: [string, Record<string, string>, RegExp][] = [
    ['a poor password, naming the account', { 'admin-password': 'short' }, /account admin/],
    ['a trusted proxy that is none', { 'trusted-proxies': 'nginx' }, /TRUSTED_PROXIES/],
  ]
  for (const [name, flags, sentence] of refused)
    it(`does not start with ${name}`, async () => {
      await assert.rejects(start(flags), (error: unknown) => {
        assert.ok(error instanceof SettingError)
        assert.match(error.message, sentence)
        assert.doesNotMatch(error.message, /short/)
        return true
      })
    })
})
