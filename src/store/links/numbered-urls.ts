import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * URLs with a frontier number beyond `after`, along the index by number. That index holds none without a number, which a query has to say
 * in its own words to be answered by it. Of two lower bounds SQLite seeks by the one that it reads first: the other way round, each window
 * of a million URLs would be looked for from their beginning.
 */
export function isNumberedAfter(after: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`number > ${after} and number > 0`
}
