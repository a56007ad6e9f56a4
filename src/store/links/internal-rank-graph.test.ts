import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Kysely } from 'kysely'
import type { CrawlDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { packNumbers } from '../database/packed-numbers.ts'
import type { Schema } from '../database/schema.ts'
import { sqliteSchemaWords, sqliteSpecifics } from '../database/sqlite.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { internalRanks } from './internal-rank.ts'
import { readLinkGraph } from './internal-rank-graph.ts'
import { readRankedPages } from './internal-rank-pages.ts'
import { maskOfLink } from './link-source-mask.ts'

const PAGES = 40
const PARTS = 7

/** Ids and frontier numbers in no common order; each page has links of a third of the others, or of all, which the index keeps in several parts. */
async function openIndexed() {
  const raw = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  await migrate(db, sqliteSchemaWords)
  const page = raw.prepare(`insert into page (crawl_id, number, url_id, depth, status, status_class, title, is_eligible,
    indexability, fails_page_check, fails_site_check, is_passed, inlink_count) values (1, ?, ?, 1, 200, '2xx', '', 1, 'indexable', 0, 0, 1, 0)`)
  const url =
    raw.prepare(`insert into url (crawl_id, id, url, scope, state, depth, redirect_depth, number, first_number,
    first_position, kinds, is_followed, is_challenge) values (1, ?, ?, 'internal', 'visited', 1, 0, ?, 1, 1, 1, 1, 0)`)
  const index = raw.prepare('insert into inlink values (1, ?, ?, 1, ?, 2, 1)')
  const mask = maskOfLink({ kind: 'anchor', region: 'nav', isNofollow: false })
  const idOf = (number: number) => ((number * 17) % 41) + 1
  for (let number = 0; number < PAGES; number++) {
    page.run(number, idOf(number))
    url.run(idOf(number), `https://site.test/${number}`, number)
    const sources = Array.from({ length: PAGES }, (_, source) => source).filter(
      source => source !== number && (source * number) % 3 === 0,
    )
    const size = Math.ceil(sources.length / PARTS)
    for (let part = 0; part * size < sources.length; part++) {
      const pairs = sources.slice(part * size, (part + 1) * size).flatMap(source => [idOf(source), mask])
      index.run(idOf(number), part, packNumbers(Uint32Array.from(pairs)))
    }
  }
  const crawl: CrawlDatabase = { db, specifics: sqliteSpecifics(raw), crawlId: 1 }
  return { crawl, [Symbol.asyncDispose]: () => db.destroy() }
}

describe('readLinkGraph()', () => {
  it('comes to the same however much is read at once and kept', async () => {
    await using indexed = await openIndexed()
    const pages = await readRankedPages(indexed.crawl)
    const found = await Promise.all(
      [{}, { rowsAtOnce: 1 }, { rowsAtOnce: 3 }, { keptBytes: 0 }, { rowsAtOnce: 5, keptBytes: 0 }].map(
        async limits => {
          const graph = await readLinkGraph(indexed.crawl, { pages, ...limits })
          assert.ok(graph)
          const chunks = async () => (await Array.fromAsync(graph.chunks())).map(chunk => [...chunk])
          assert.deepEqual(await chunks(), await chunks(), 'each round sees the same')
          const { outWeights, inlinks, followedInlinkPages } = graph
          return { outWeights, inlinks, followedInlinkPages, chunks: await chunks(), ranks: await internalRanks(graph) }
        },
      ),
    )
    const [whole, ...others] = found
    assert.ok(whole?.ranks && new Set(whole.ranks.ranks).size > 1)
    assert.equal(whole.inlinks[0], 2 * PARTS)
    for (const other of others) assert.deepEqual(other, whole)
  })
})
