import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { Kysely } from 'kysely'
import { openSqliteStore } from '../sqlite.ts'
import { sqliteDialect } from '../sqlite-dialect.ts'
import { sqliteSchemaWords } from '../sqlite-schema-types.ts'
import { initial } from './0001-initial.ts'
import { accounts } from './0002-accounts.ts'

const BUSY_TIMEOUT_MS = 2_000

/** A file as the second version left it, with a user who is signed in. */
async function makeSecondVersion(file: string): Promise<void> {
  const raw = new DatabaseSync(file)
  const db = new Kysely<Record<never, never>>({ dialect: sqliteDialect(raw) })
  for (const step of [initial, accounts]) await step.up(db, sqliteSchemaWords)
  raw.exec(`create table schema_migration (name text primary key);
    insert into schema_migration (name) values ('0001-initial'), ('0002-accounts');
    insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (1, 'account 7', 1, 1);
    insert into account (id, owner_id, username, username_key, role, password_hash, is_disabled, created_ms, password_changed_ms)
      values (7, 1, 'ada', 'ada', 'user', 'hash', 0, 1, 1);
    insert into session (token_hash, account_id, created_ms, seen_ms, ends_ms) values ('token', 7, 1, 1, 9000)`)
  await db.destroy()
}

it('adds API keys to a database of the second version, whose users and sessions stay', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-migration-'))
  try {
    const file = path.join(folder, 'test.sqlite')
    await makeSecondVersion(file)
    {
      await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
      const session = await store.sessions.find('token', { nowMs: 2_000, idleMs: 5_000 })
      assert.deepEqual([session?.id, session?.username], [7, 'ada'])
      assert.deepEqual(await store.apiKeys.list(7), [])
      const added = await store.apiKeys.add({
        accountId: 7,
        passwordHash: 'hash',
        name: 'x',
        scopes: 'read',
        secretHash: 'secret',
        nowMs: 2_000,
        endsMs: null,
        maxKeys: 1,
      })
      assert.equal(added.ok, true)
    }
    await using again = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const found = await again.apiKeys.find('secret', 3_000)
    assert.deepEqual([found?.account.id, found?.key.name], [7, 'x'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
