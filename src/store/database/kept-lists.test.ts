import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import type { CrawlDatabase } from './database.ts'
import { createKeptLists, type KeptLists } from './kept-lists.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteSchemaWords, sqliteSpecifics } from './sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

const MAX_LISTS = 30
const MAX_ENTRIES = 1_500_000

describe('lists that are kept', () => {
  const raw = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  const crawl: CrawlDatabase = { db, specifics: sqliteSpecifics(raw), crawlId: 1 }

  before(() => migrate(db, sqliteSchemaWords))
  after(() => db.destroy())

  /** Whether reading the list again makes it again. */
  async function isMadeAgain(lists: KeptLists, name: string): Promise<boolean> {
    let isMade = false
    await lists.read(crawl, {
      name,
      make: async () => {
        isMade = true
        return []
      },
    })
    return isMade
  }

  const withEntries = (name: string, entries: number) => ({ name, make: async () => Array<number>(entries) })
  const withSize = (name: string, size: number) => ({ name, make: async () => [size], sizeOf: () => size })

  it('are made once, and once more after they failed', async () => {
    const lists = createKeptLists()
    const make = () => Promise.reject(new Error('no disk'))
    await assert.rejects(lists.read(crawl, { name: 'a', make }), /no disk/)
    assert.deepEqual([await isMadeAgain(lists, 'a'), await isMadeAgain(lists, 'a')], [true, false])
  })

  for (const [words, list] of [
    ['entries', withEntries],
    ['entries of lists in a list', withSize],
  ] as const)
    it(`are kept up to a number of ${words}: then those that were read longest ago go`, async () => {
      const lists = createKeptLists()
      const half = MAX_ENTRIES / 2
      for (const name of ['a', 'b', 'a']) await lists.read(crawl, list(name, half))
      assert.deepEqual([await isMadeAgain(lists, 'b'), await isMadeAgain(lists, 'a')], [false, false])
      await lists.read(crawl, list('c', 1))
      assert.deepEqual([await isMadeAgain(lists, 'a'), await isMadeAgain(lists, 'b')], [false, true])
    })

  it('are kept up to a number of lists, and one of any length', async () => {
    const lists = createKeptLists()
    for (let number = 0; number <= MAX_LISTS; number++) await lists.read(crawl, withSize(`list ${number}`, 0))
    assert.deepEqual([await isMadeAgain(lists, 'list 1'), await isMadeAgain(lists, 'list 0')], [false, true])
    await lists.read(crawl, withSize('long', MAX_ENTRIES + 1))
    assert.deepEqual([await isMadeAgain(lists, 'long'), await isMadeAgain(lists, `list ${MAX_LISTS}`)], [false, true])
  })
})
