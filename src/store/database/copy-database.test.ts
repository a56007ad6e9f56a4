import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { type CopiedTable, copyDatabase, tableKeys } from './copy-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteSchemaWords, sqliteSpecifics } from './sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** More than are read at once. */
const RATES = 450

interface Opened extends Database {
  raw: DatabaseSync
}

async function openDatabase(): Promise<Opened> {
  const raw = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  await migrate(db, sqliteSchemaWords)
  return { raw, db, specifics: sqliteSpecifics(raw) }
}

/** From SQLite to SQLite, so only tables that do not number their rows: the numbering goes on in the words of PostgreSQL. */
describe('copyDatabase()', () => {
  let source: Opened
  let target: Opened
  let copied: CopiedTable[]

  beforeEach(async () => {
    source = await openDatabase()
    target = await openDatabase()
    copied = []
    const insert = source.raw.prepare(
      'insert into host_rate (origin, rate, is_contended, until_ms) values (?, ?, 0, 1)',
    )
    for (let number = 1; number <= RATES; number++) insert.run(`https://${number}.test`, `{"number":${number}}`)
    source.raw.exec(`insert into attempt (key, count, wait_until_ms, last_ms) values ('sign-in', 3, 0, 7)`)
  })
  afterEach(async () => {
    await source.db.destroy()
    await target.db.destroy()
  })

  const copy = () => copyDatabase(source, target, table => void copied.push(table))
  const rowsOf = ({ raw }: Opened, table: string) => raw.prepare(`select * from ${table} order by 1`).all()

  it('copies the rows of all tables, and says of each how many they are', async () => {
    await copy()
    for (const table of ['host_rate', 'attempt']) assert.deepEqual(rowsOf(target, table), rowsOf(source, table))
    assert.deepEqual(
      copied.map(({ table }) => table),
      Object.keys(tableKeys),
    )
    const filled = copied.filter(({ rows }) => rows > 0)
    assert.deepEqual(
      filled.map(({ table, rows }) => [table, rows]),
      [
        ['attempt', 1],
        ['host_rate', RATES],
      ],
    )
    for (const { checksum } of filled) assert.match(checksum, /^(?!0+$)[\da-f]{64}$/)
  })

  const losses: [name: string, statement: string][] = [
    ['lacks a row', `delete from host_rate where origin = new.origin`],
    ['has another value', `update host_rate set until_ms = 2 where origin = new.origin`],
    ['has a row more', `insert into host_rate values ('https://added.test', '{}', 0, 1)`],
  ]
  for (const [name, statement] of losses)
    it(`leaves the target empty when a table ${name} afterwards`, async () => {
      target.raw.exec(`create trigger spoil after insert on host_rate when new.origin = 'https://7.test' begin
        ${statement}; end`)
      await assert.rejects(copy(), { code: 'conflict', message: /The table host_rate did not arrive as it was sent/ })
      assert.deepEqual([rowsOf(target, 'host_rate'), rowsOf(target, 'attempt')], [[], []])
      assert.ok(!copied.some(({ table }) => table === 'host_rate'))
    })

  it('leaves a target alone that holds rows', async () => {
    target.raw.exec(`insert into attempt (key, count, wait_until_ms, last_ms) values ('sign-in', 1, 0, 1)`)
    await assert.rejects(copy(), { code: 'conflict', message: /its table attempt holds rows/ })
    assert.deepEqual([rowsOf(target, 'attempt').length, rowsOf(target, 'host_rate').length], [1, 0])
  })
})
