import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { TargetFilter } from '#shared/site-facts.ts'
import type { Schema } from '../database/schema.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { isNumberedAfter, mayHold, type TargetWindow } from './target-windows.ts'

const page = { scope: 'internal', state: 'visited', response_kind: 'responded', status: 200 } as const
const image = { scope: 'external', state: 'skipped', response_kind: null, status: null } as const
const traits = [
  { ...page, kinds: kindsToMask(['anchor', 'canonical'], linkKinds) },
  { ...image, kinds: kindsToMask(['image'], linkKinds) },
]

const rows: [name: string, filter: TargetFilter, mayHold: boolean][] = [
  ['no filter', {}, true],
  ['a scope that is there', { scope: 'external' }, true],
  ['one kind of several', { kinds: ['canonical', 'frame'] }, true],
  ['a kind that is not there', { kinds: ['frame'] }, false],
  ['a scope and a kind that are there, but not together', { scope: 'internal', kinds: ['image'] }, false],
  ['what was skipped', { response: 'skipped' }, true],
  ['what had a response', { response: 'responded' }, true],
  ['what failed', { response: 'failed' }, false],
  ['a status within its bounds', { statusFrom: 200, statusTo: 299 }, true],
  ['a status above', { statusFrom: 300 }, false],
  ['a status below', { statusTo: 199 }, false],
]
for (const [name, filter, expected] of rows) {
  test(`a window of a page and a skipped image ${expected ? 'may hold' : 'cannot hold'} ${name}`, () => {
    const window: TargetWindow = { by: 'number', after: 0, last: null, traits }
    assert.equal(mayHold(window, filter), expected)
  })
}

test('a window of too many kinds may hold anything', () => {
  assert.equal(mayHold({ by: 'url', after: '', last: null, traits: null }, { response: 'failed' }), true)
})

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
  // Its key begins in the register p3: the crawl, then the number, which is what was requested and not the 0 of the index.
  const written = program.filter(({ opcode, p2 }) => p2 === seek.p3 + 1 && ['Variable', 'Integer'].includes(opcode))
  assert.deepEqual(
    written.map(({ opcode }) => opcode),
    ['Variable'],
  )
})
