import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { credentialsKey } from './credentials-key.ts'

const none = { credentialsKey: null }

describe('credentialsKey()', () => {
  let folder = ''
  const inFolder = () => ({ folder, database: { kind: 'sqlite', file: 'unused' } as const })
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-key-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is made once, in a file that its owner alone can read', () => {
    const first = credentialsKey(none, inFolder())
    const file = path.join(folder, 'credentials.key')
    assert.equal(first?.length, 32)
    assert.deepEqual(credentialsKey(none, inFolder()), first)
    assert.equal(readFileSync(file, 'utf8').trim(), Buffer.from(first ?? []).toString('hex'))
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('refuses a file that holds something else', () => {
    writeFileSync(path.join(folder, 'credentials.key'), 'short')
    assert.throws(() => credentialsKey(none, inFolder()), /holds no key of 64 hexadecimal digits\.$/)
  })

  it('is that of the setting, which needs some length', () => {
    const secret = 'x'.repeat(32)
    assert.deepEqual(
      credentialsKey({ credentialsKey: secret }, inFolder()),
      credentialsKey({ credentialsKey: secret }, inFolder()),
    )
    assert.throws(
      () => credentialsKey({ credentialsKey: 'short' }, inFolder()),
      /^Error: SITESOUNDER_CREDENTIALS_KEY must have at least 32 characters\.$/,
    )
  })

  it('needs the setting on PostgreSQL', () => {
    const shared = { folder, database: { kind: 'postgres', url: 'unused', maxConnections: 2 } as const }
    assert.equal(credentialsKey(none, shared), null)
    assert.equal(credentialsKey({ credentialsKey: 'x'.repeat(32) }, shared)?.length, 32)
  })
})
