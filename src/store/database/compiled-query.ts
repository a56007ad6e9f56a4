import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

/** What stands in a query for the values of one run. */
export interface Places {
  crawlId: RawBuilder<number>
  /** As a value is given to the functions of `indexed-text.ts`. */
  url: string
}

/** Values of their columns' types that no crawl and no URL of one has. */
const CRAWL_PLACE = Number.MIN_SAFE_INTEGER
const URL_PLACE = 'about:url'

/**
 * A query about a crawl, or one URL of it, that runs for every page: compiled once for each database, as Kysely takes longer to build
 * and compile a query of two tables than SQLite takes to run it.
 */
export function compiledQuery<Row>(
  build: (database: Database, places: Places) => Compilable<Row>,
): (database: Database, values: { crawlId: number; url?: string }) => Promise<Row[]> {
  const compiled = new WeakMap<Kysely<Schema>, CompiledQuery<Row>>()
  return async (database, { crawlId, url = '' }) => {
    const query =
      compiled.get(database.db) ?? build(database, { crawlId: sql`${CRAWL_PLACE}`, url: URL_PLACE }).compile()
    compiled.set(database.db, query)
    const parameters = query.parameters.map(each => (each === CRAWL_PLACE ? crawlId : each === URL_PLACE ? url : each))
    return (await database.db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
