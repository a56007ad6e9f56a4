import type { Database } from '../database/database.ts'

/** Owners: anonymous visitors, known by the SHA-256 (hex) of their cookie's secret. */
export interface VisitorStore {
  /** The owner's id, and the time of the last request is renewed at most once a minute. */
  findOwner(cookieHash: string, nowMs: number): Promise<number | null>
  createOwner(cookieHash: string, nowMs: number): Promise<number>
  /** The owner's random key, of which the tokens are made that prove websites; `fresh` from the first call on. */
  ownershipKey(ownerId: number, fresh: string): Promise<string>
}

const SEEN_RENEWAL_MS = 60_000

/** Owners by the hash of their cookie. */
export function createVisitorStore({ db }: Database): VisitorStore {
  return {
    async findOwner(cookieHash, nowMs) {
      const owner = await db
        .selectFrom('owner')
        .select(['id', 'last_seen_ms'])
        .where('cookie_hash', '=', cookieHash)
        .executeTakeFirst()
      if (!owner) return null
      if (nowMs - owner.last_seen_ms >= SEEN_RENEWAL_MS) {
        await db.updateTable('owner').set({ last_seen_ms: nowMs }).where('id', '=', owner.id).execute()
      }
      return owner.id
    },

    async createOwner(cookieHash, nowMs) {
      const owner = await db
        .insertInto('owner')
        .values({ cookie_hash: cookieHash, created_ms: nowMs, last_seen_ms: nowMs })
        .returning('id')
        .executeTakeFirstOrThrow()
      return owner.id
    },

    async ownershipKey(ownerId, fresh) {
      await db
        .updateTable('owner')
        .set({ ownership_key: fresh })
        .where('id', '=', ownerId)
        .where('ownership_key', 'is', null)
        .execute()
      const owner = await db
        .selectFrom('owner')
        .select('ownership_key')
        .where('id', '=', ownerId)
        .executeTakeFirstOrThrow()
      return owner.ownership_key ?? fresh
    },
  }
}
