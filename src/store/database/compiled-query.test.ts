import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { compiledQuery } from './compiled-query.ts'
import { isText } from './indexed-text.ts'
import { openSqliteDatabase } from './sqlite.ts'

it('compiledQuery() is built once for each database, and runs with the values of each call', async () => {
  await using first = await openSqliteDatabase({ file: ':memory:', busyTimeoutMs: 0 })
  await using second = await openSqliteDatabase({ file: ':memory:', busyTimeoutMs: 0 })
  const builtFor: unknown[] = []
  const query = compiledQuery((database, { crawlId, url }) => {
    builtFor.push(database)
    return database.db
      .selectNoFrom([crawlId.as('crawl'), sql<string>`'https://a.test/'`.as('url'), sql.lit(3).as('fixed')])
      .where(isText(database, 'url', url))
  })
  const rows = async (...[database, values]: Parameters<typeof query>) =>
    (await query(database, values)).map(row => ({ ...row }))
  const found = (crawl: number) => [{ crawl, url: 'https://a.test/', fixed: 3 }]
  assert.deepEqual(await rows(first, { crawlId: 1, url: 'https://a.test/' }), found(1))
  assert.deepEqual(await rows(first, { crawlId: 1, url: 'https://b.test/' }), [])
  assert.deepEqual(await rows(first, { crawlId: 2 }), [])
  assert.deepEqual(await rows(second, { crawlId: 2, url: 'https://a.test/' }), found(2))
  assert.deepEqual(builtFor, [first, second])
})
