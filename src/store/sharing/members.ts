import type { MemberRole } from '#shared/sharing.ts'
import { isWebsiteOf } from '../crawls/websites.ts'
import type { Database } from '../database/database.ts'

/** Users who see or edit a website of another user. */
export interface MemberStore {
  /** By name. */
  list(websiteId: number): Promise<MemberRow[]>
  /** A role of null ends it. `gone`: the website is not, or no longer, the owner's. */
  set(change: MemberChange): Promise<{ ok: true } | { ok: false; reason: 'full' | 'gone' }>
  /** By the member, without the owner. */
  leave(websiteId: number, memberOwnerId: number): Promise<void>
}

export interface MemberRow {
  username: string
  role: MemberRole
  createdMs: number
}

export interface MemberChange {
  websiteId: number
  ownerId: number
  /** Of the member's account. */
  memberOwnerId: number
  role: MemberRole | null
  nowMs: number
  maxPerWebsite: number
}

/** Roles of users on websites of others. */
export function createMemberStore({ db }: Database): MemberStore {
  return {
    async list(websiteId) {
      const rows = await db
        .selectFrom('website_member')
        .innerJoin('account', 'account.owner_id', 'website_member.owner_id')
        .select(['account.username', 'website_member.role', 'website_member.created_ms'])
        .where('website_member.website_id', '=', websiteId)
        .execute()
      return rows
        .map(({ username, role, created_ms }) => ({ username, role, createdMs: created_ms }))
        .toSorted((a, b) => a.username.localeCompare(b.username, 'en'))
    },

    async set(change) {
      const { websiteId, memberOwnerId, role, nowMs } = change
      return await db.transaction().execute(async transaction => {
        if (!(await isWebsiteOf(transaction, change))) return { ok: false, reason: 'gone' } as const
        if (role === null) {
          await endRole(transaction, websiteId, memberOwnerId)
          return { ok: true } as const
        }
        const { count } = await transaction
          .selectFrom('website_member')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('website_id', '=', websiteId)
          .where('owner_id', '!=', memberOwnerId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= change.maxPerWebsite) return { ok: false, reason: 'full' } as const
        await transaction
          .insertInto('website_member')
          .values({ website_id: websiteId, owner_id: memberOwnerId, role, created_ms: nowMs })
          .onConflict(conflict => conflict.columns(['website_id', 'owner_id']).doUpdateSet({ role }))
          .execute()
        return { ok: true } as const
      })
    },

    leave: (websiteId, memberOwnerId) => endRole(db, websiteId, memberOwnerId),
  }
}

async function endRole(db: Database['db'], websiteId: number, memberOwnerId: number): Promise<void> {
  await db
    .deleteFrom('website_member')
    .where('website_id', '=', websiteId)
    .where('owner_id', '=', memberOwnerId)
    .execute()
}
