import { type SqlBool, sql } from 'kysely'
import type { UrlState } from '../database/schema.ts'

/** Final states of a URL: before them, a skip reason may still change. */
const decidedStates: readonly UrlState[] = ['visited', 'probed', 'skipped']

export function isDecidedState(state: UrlState): boolean {
  return decidedStates.includes(state)
}

/** The condition of the index by URL, literally: only then does a query by URL use it. Every row is of a decided URL. */
export const DECIDED = `state in ('visited', 'probed', 'skipped')`

/** The same for queries on `url`. */
export const isDecided = sql<SqlBool>`url.${sql.raw(DECIDED)}`
