import { type SqlBool, sql } from 'kysely'
import type { UrlState } from '../database/schema.ts'

/** States in which it is settled what becomes of a URL: before, a reason kept with it may still be overruled. */
const decidedStates: readonly UrlState[] = ['visited', 'probed', 'skipped']

export function isDecidedState(state: UrlState): boolean {
  return decidedStates.includes(state)
}

/**
 * The condition of the index by address, in the words of its definition: only then does a query by address use it. URLs that
 * are merely known are not in it, since nobody asks for one by address, and each would cost more to index than to insert.
 */
export const DECIDED = `state in ('visited', 'probed', 'skipped')`

/** The same for queries on `url`. */
export const isDecided = sql<SqlBool>`url.${sql.raw(DECIDED)}`
