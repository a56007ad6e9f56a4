import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import type { StoredTable } from './account-text.ts'

const partSchema = z.array(z.object({ name: z.string(), bytes: z.number() }))
const tableSchema = z.array(z.object({ name: z.string(), of: z.string(), isTable: z.number() }))
const countSchema = z.object({ rows: z.number() })

/** What a database of one crawl holds in each table, its indexes with it; the largest first. */
export function storedTables(file: string): StoredTable[] {
  using database = new DatabaseSync(file, { readOnly: true })
  const parts = partSchema.parse(
    database.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all().map(spread),
  )
  const named = tableSchema.parse(
    database
      .prepare(`select name, tbl_name as "of", type = 'table' as "isTable" from sqlite_schema where rootpage > 0`)
      .all()
      .map(spread),
  )
  const bytesOf = new Map(parts.map(({ name, bytes }) => [name, bytes]))
  return named
    .filter(({ isTable }) => isTable === 1)
    .map(({ name }) => ({
      name,
      bytes: named.filter(each => each.of === name).reduce((sum, each) => sum + (bytesOf.get(each.name) ?? 0), 0),
      rows: countSchema.parse(spread(database.prepare(`select count(*) as "rows" from "${name}"`).get())).rows,
    }))
    .sort((a, b) => b.bytes - a.bytes)
}

/** Rows come without a prototype, which schemas do not take. */
function spread(row: object | undefined): object {
  return { ...row }
}
