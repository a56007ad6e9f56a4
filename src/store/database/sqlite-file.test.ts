import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { tableKeys } from './copy-database.ts'
import { openSqliteStore } from './sqlite.ts'
import { backUpDatabase, checkDatabase, restoreDatabase, salvageDatabase } from './sqlite-file.ts'

const OWNERS = 5_000

let folder: string
let file: string
const inFolder = (name: string) => path.join(folder, name)

describe('the file of a database', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sqlite-file-'))
    file = inFolder('data.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Owners with long names of cookies, so that the table has many pages. */
  async function openFilled() {
    const store = await openSqliteStore({ file, busyTimeoutMs: 1_000 })
    using raw = new DatabaseSync(file)
    const insert = raw.prepare('insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (?, ?, 0, 0)')
    raw.exec('begin')
    for (let id = 1; id <= OWNERS; id++) insert.run(id, `${id}-`.padEnd(64, 'x'))
    raw.exec('commit')
    return store
  }

  function rowsOf(of: string): Record<string, unknown[]> {
    using raw = new DatabaseSync(of, { readOnly: true })
    return Object.fromEntries(
      Object.keys(tableKeys).map(table => [table, raw.prepare(`select * from "${table}"`).all()]),
    )
  }

  /** Overwrites a part of the file, from a share of its length on. */
  function damage(from: number, bytes: number): void {
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, Math.floor(statSync(file).size * from))
    closeSync(descriptor)
  }

  describe('backUpDatabase() and restoreDatabase()', () => {
    it('give every row back, those included that are only in the log so far, while the store is open', async () => {
      await using store = await openFilled()
      await store.visitors.createOwner('the last one', 7)
      await backUpDatabase(file, inFolder('copy.sqlite'))
      const before = rowsOf(file)
      await store.visitors.createOwner('after the copy', 8)
      await restoreDatabase(inFolder('copy.sqlite'), inFolder('restored/data.sqlite'))
      assert.deepEqual(rowsOf(inFolder('restored/data.sqlite')), before)
      assert.equal(before.owner?.length, OWNERS + 1)
    })

    it('leave nothing behind when the copy would be damaged', async () => {
      await (await openFilled())[Symbol.asyncDispose]()
      damage(0.5, 50_000)
      await assert.rejects(backUpDatabase(file, inFolder('copy.sqlite')), { code: 'unavailable' })
      await assert.rejects(restoreDatabase(file, inFolder('other.sqlite')), { code: 'unavailable' })
      for (const name of ['copy.sqlite', 'copy.sqlite.part', 'other.sqlite', 'other.sqlite.part'])
        assert.throws(() => readFileSync(inFolder(name)), { code: 'ENOENT' })
    })
  })

  describe('checkDatabase()', () => {
    it('finds nothing in a whole database, also while it is open', async () => {
      await using _store = await openFilled()
      assert.deepEqual(checkDatabase(file), [])
    })

    it('names what is damaged, a bounded number of times', async () => {
      await (await openFilled())[Symbol.asyncDispose]()
      damage(0.3, 300_000)
      const problems = checkDatabase(file)
      assert.ok(problems.length > 0 && problems.length <= 20, problems.join('\n'))
    })

    for (const [what, write] of [
      ['is empty', () => writeFileSync(file, '')],
      ['is no database', () => writeFileSync(file, 'text'.repeat(1_000))],
      ['is full of zeros', () => writeFileSync(file, Buffer.alloc(100_000))],
      ['belongs to another program', () => new DatabaseSync(file).exec('create table other (id)')],
    ] as const) {
      it(`reports a file that ${what}`, () => {
        write()
        assert.equal(checkDatabase(file).length, 1)
      })
    }
  })

  describe('salvageDatabase()', () => {
    it('copies the rows at both ends of what is damaged, and makes a whole database of them', async () => {
      await (await openFilled())[Symbol.asyncDispose]()
      damage(0.7, 40_000)
      const target = inFolder('salvaged/data.sqlite')
      const tables = await salvageDatabase(file, target)
      const owners = tables.find(({ table }) => table === 'owner')
      assert.ok(owners?.isIncomplete)
      assert.ok(owners.rows > OWNERS / 2 && owners.rows < OWNERS, `${owners.rows} rows`)
      assert.deepEqual(checkDatabase(target), [])
      const ids = rowsOf(target).owner?.map(row => Object(row).id) ?? []
      assert.deepEqual([ids[0], ids.at(-1)], [1, OWNERS])
      await using store = await openSqliteStore({ file: target, busyTimeoutMs: 1_000 })
      assert.ok(await store.visitors.createOwner('one more', 1))
    })

    it('copies all of a whole database, and leaves it as it is', async () => {
      await (await openFilled())[Symbol.asyncDispose]()
      const before = readFileSync(file)
      const tables = await salvageDatabase(file, inFolder('salvaged/data.sqlite'))
      assert.ok(tables.every(({ isIncomplete }) => !isIncomplete))
      assert.deepEqual(rowsOf(inFolder('salvaged/data.sqlite')), rowsOf(file))
      assert.ok(readFileSync(file).equals(before))
    })

    it('leaves rows out whose website is lost', async () => {
      const store = await openFilled()
      await store[Symbol.asyncDispose]()
      using raw = new DatabaseSync(file, { enableForeignKeyConstraints: false })
      raw.exec(`insert into mute (website_id, check_id, reason, created_ms) values (77, 'x', 'y', 0)`)
      raw.exec(`insert into check_setting (website_id, check_id, is_off) values (77, 'x', 1)`)
      const tables = await salvageDatabase(file, inFolder('salvaged/data.sqlite'))
      for (const name of ['mute', 'check_setting'])
        assert.equal(tables.find(({ table }) => table === name)?.rows, 0, name)
    })
  })
})
