import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { comparePageKeys, isAfterPage, noPage, type PageKey, pageOrder } from './page-key.ts'

describe('the order of pages', async () => {
  const raw = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  after(() => db.destroy())
  raw.exec('create table page (number, url_id); insert into page values (10, 1), (2, 30), (0, 7), (2, 4), (9, 9)')
  const ordered = [
    { number: 0, urlId: 7 },
    { number: 2, urlId: 4 },
    { number: 2, urlId: 30 },
    { number: 9, urlId: 9 },
    { number: 10, urlId: 1 },
  ]
  const select = async (condition = sql<boolean>`true`) => {
    const query = sql<PageKey>`select number, url_id as "urlId" from page where ${condition} order by ${pageOrder}`
    return (await query.execute(db)).rows.map(row => ({ ...row }))
  }

  it('is by number, then by id, in the database and beside it', async () => {
    assert.deepEqual(await select(), ordered)
    assert.deepEqual([...ordered].reverse().sort(comparePageKeys), ordered)
  })

  for (const [place, key] of ordered.entries())
    it(`says which pages come after page ${place}`, async () => {
      assert.deepEqual(await select(sql`${isAfterPage(key)}`), ordered.slice(place + 1))
    })

  it('begins after no page', async () => {
    assert.deepEqual(await select(sql`${isAfterPage(noPage)}`), ordered)
  })
})
