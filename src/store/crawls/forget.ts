import { PAGE_SPEED_CACHE_MS } from '#shared/constants.ts'
import type { Database } from '../database/schema.ts'

/** After so long without a word, a visitor is gone. */
export const DAY_MS = 86_400_000

export interface Forgetting {
  nowMs: number
  maxRows: number
}

/** Sessions that have ended; returns how many went. */
export async function forgetSessions({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('session as ended').select('ended.token_hash').where('ended.ends_ms', '<=', nowMs).limit(maxRows),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Counts of tries of more than a day ago that nobody waits for; returns how many went. */
export async function forgetAttempts({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const dayAgoMs = nowMs - DAY_MS
  const { numDeletedRows } = await db
    .deleteFrom('attempt')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('attempt as old')
        .select('old.key')
        .where('old.last_ms', '<', dayAgoMs)
        .where('old.wait_until_ms', '<=', nowMs)
        .limit(maxRows),
    )
    // Asked again of the row itself: it may have been tried in between.
    .where('last_ms', '<', dayAgoMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Measurements of page speed that are too old to be shown again; returns how many went. */
export async function forgetPageSpeed({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('page_speed')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('owner_id', 'url', 'device'),
        'in',
        selectFrom('page_speed as old')
          .select(['old.owner_id', 'old.url', 'old.device'])
          .where('old.measured_ms', '<=', nowMs - PAGE_SPEED_CACHE_MS)
          .limit(maxRows)
          .$asTuple('owner_id', 'url', 'device'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Visitors not seen for a day who have nothing; returns how many went. */
export async function forgetVisitors({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const dayAgoMs = nowMs - DAY_MS
  const { numDeletedRows } = await db
    .deleteFrom('owner')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('owner as absent')
        .select('absent.id')
        .where('absent.last_seen_ms', '<=', dayAgoMs)
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('website').select('website.id').whereRef('website.owner_id', '=', 'absent.id'))),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('account').select('account.id').whereRef('account.owner_id', '=', 'absent.id'))),
        )
        .limit(maxRows),
    )
    // Asked again of the row itself: the visitor may have come back in between.
    .where('last_seen_ms', '<=', dayAgoMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
