import type { Selectable, Transaction } from 'kysely'
import type { SharePart } from '#shared/sharing.ts'
import { isWebsiteOf } from '../crawls/websites.ts'
import type { ShareLinkTable } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** Links to crawls, known by the SHA-256 (hex) of their token. */
export interface ShareLinkStore {
  /** Newest first. */
  list(websiteId: number): Promise<ShareLinkRow[]>
  /** `gone`: the website is not, or no longer, the owner's. */
  add(link: NewShareLinkRow): Promise<{ ok: true; link: ShareLinkRow } | { ok: false; reason: 'full' | 'gone' }>
  /** False when the website has no such link, and for one that is revoked already. */
  revoke(revoked: { linkId: number; websiteId: number; nowMs: number }): Promise<boolean>
  /** Whatever its state, unless its owner is disabled. */
  find(tokenHash: string): Promise<ShareLinkRow | null>
  /** Renewed at most once a minute. */
  noteUse(link: Pick<ShareLinkRow, 'id' | 'usedMs'>, nowMs: number): Promise<void>
}

export interface ShareLinkRow {
  id: number
  websiteId: number
  ownerId: number
  crawlId: number
  earlierCrawlId: number | null
  paths: string
  name: string
  parts: readonly SharePart[]
  passwordHash: string | null
  createdMs: number
  endsMs: number
  revokedMs: number | null
  usedMs: number | null
}

export interface NewShareLinkRow extends Omit<ShareLinkRow, 'id' | 'createdMs' | 'revokedMs' | 'usedMs'> {
  tokenHash: string
  nowMs: number
  /** Of those that open. */
  maxPerWebsite: number
}

const USE_RENEWAL_MS = 60_000

/** Links that show a crawl to people without an account. */
export function createShareLinkStore(database: Database): ShareLinkStore {
  const { db } = database
  return {
    async list(websiteId) {
      const links = await db
        .selectFrom('share_link')
        .select(linkColumns)
        .where('website_id', '=', websiteId)
        .orderBy('id', 'desc')
        .execute()
      return links.map(toLinkRow)
    },

    async add(link) {
      return await db.transaction().execute(transaction => insertLink(transaction, link))
    },

    async revoke({ linkId, websiteId, nowMs }) {
      const { numUpdatedRows } = await db
        .updateTable('share_link')
        .set({ revoked_ms: nowMs })
        .where('id', '=', linkId)
        .where('website_id', '=', websiteId)
        .where('revoked_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async find(tokenHash) {
      const link = await db
        .selectFrom('share_link')
        .innerJoin('account', 'account.owner_id', 'share_link.owner_id')
        .select(linkColumns)
        .where('share_link.token_hash', '=', tokenHash)
        .where('account.is_disabled', '=', 0)
        .executeTakeFirst()
      return link ? toLinkRow(link) : null
    },

    async noteUse({ id, usedMs }, nowMs) {
      if (usedMs !== null && nowMs - usedMs < USE_RENEWAL_MS) return
      await db.updateTable('share_link').set({ used_ms: nowMs }).where('id', '=', id).execute()
    },
  }
}

const linkColumns = [
  'share_link.id',
  'share_link.website_id',
  'share_link.owner_id',
  'share_link.crawl_id',
  'share_link.earlier_crawl_id',
  'share_link.paths',
  'share_link.name',
  'share_link.parts',
  'share_link.password_hash',
  'share_link.created_ms',
  'share_link.ends_ms',
  'share_link.revoked_ms',
  'share_link.used_ms',
] as const

function toLinkRow(link: Omit<Selectable<ShareLinkTable>, 'token_hash'>): ShareLinkRow {
  return {
    id: link.id,
    websiteId: link.website_id,
    ownerId: link.owner_id,
    crawlId: link.crawl_id,
    earlierCrawlId: link.earlier_crawl_id,
    paths: link.paths,
    name: link.name,
    parts: JSON.parse(link.parts),
    passwordHash: link.password_hash,
    createdMs: link.created_ms,
    endsMs: link.ends_ms,
    revokedMs: link.revoked_ms,
    usedMs: link.used_ms,
  }
}

async function insertLink(transaction: Transaction<Schema>, link: NewShareLinkRow): ReturnType<ShareLinkStore['add']> {
  if (!(await isWebsiteOf(transaction, link))) return { ok: false, reason: 'gone' }
  const { count } = await transaction
    .selectFrom('share_link')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('website_id', '=', link.websiteId)
    .where('revoked_ms', 'is', null)
    .where('ends_ms', '>', link.nowMs)
    .executeTakeFirstOrThrow()
  if (Number(count) >= link.maxPerWebsite) return { ok: false, reason: 'full' }
  const made = await transaction
    .insertInto('share_link')
    .values({
      website_id: link.websiteId,
      owner_id: link.ownerId,
      crawl_id: link.crawlId,
      earlier_crawl_id: link.earlierCrawlId,
      paths: link.paths,
      name: link.name,
      parts: JSON.stringify(link.parts),
      token_hash: link.tokenHash,
      password_hash: link.passwordHash,
      created_ms: link.nowMs,
      ends_ms: link.endsMs,
      revoked_ms: null,
      used_ms: null,
    })
    .returning(linkColumns)
    .executeTakeFirstOrThrow()
  return { ok: true, link: toLinkRow(made) }
}
