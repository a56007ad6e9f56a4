import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { isNumberedAfter } from './numbered-urls.ts'

interface Instruction {
  opcode: string
  p2: number
  p3: number
}

test('isNumberedAfter() makes SQLite seek to where the window begins', async () => {
  const raw = new DatabaseSync(':memory:')
  raw.exec(
    'create table url (crawl_id integer not null, id integer not null, number integer not null, url text not null)',
  )
  raw.exec('create index url_by_number on url (crawl_id, number, url) where number > 0')
  await using db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  const query = db
    .selectFrom('url')
    .select('url')
    .where('crawl_id', '=', 1)
    .where(isNumberedAfter(500))
    .orderBy('number')
  const program: Instruction[] = raw
    .prepare(`explain ${query.compile().sql}`)
    .all(1, 500)
    .map(({ opcode, p2, p3 }) => ({ opcode: String(opcode), p2: Number(p2), p3: Number(p3) }))
  const seek = program.find(({ opcode }) => opcode.startsWith('Seek'))
  assert.ok(seek, 'the index is used')
  // Its key begins in the register p3: the crawl, then the number, which is what was asked for and not the 0 of the index.
  const written = program.filter(({ opcode, p2 }) => p2 === seek.p3 + 1 && ['Variable', 'Integer'].includes(opcode))
  assert.deepEqual(
    written.map(({ opcode }) => opcode),
    ['Variable'],
  )
})
