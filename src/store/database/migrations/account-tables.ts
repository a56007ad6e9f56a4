import { type Kysely, sql } from 'kysely'
import type { NoTables, SchemaWords } from './migration.ts'

/** Ids of the accounts admin and user: no other account may get one, even when it is added first. */
const BUILT_IN_IDS = 2

/** Tables of the initial schema: accounts with their API keys and sessions, and attempts to sign in. */
export async function createAccountTables(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await createAccounts(db, words)
  await createSessions(db, words)
  await createAttempts(db, words)
}

async function createAccounts(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .withId(db.schema.createTable('account'))
    .addColumn('owner_id', 'integer', column => column.notNull().unique().references('owner.id'))
    .addColumn('username', 'text', column => column.notNull())
    .addColumn('username_key', 'text', column => column.notNull().unique())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('password_hash', 'text', column => column.notNull())
    .addColumn('is_disabled', 'integer', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('password_changed_ms', 'bigint', column => column.notNull())
    .addColumn('last_sign_in_ms', 'bigint')
    .execute()
  await words.reserveIds(db, { table: 'account', upTo: BUILT_IN_IDS })
  await words
    .withId(db.schema.createTable('api_key'))
    .addColumn('account_id', 'integer', column => column.notNull().references('account.id'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('secret_hash', 'text', column => column.notNull().unique())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('ends_ms', 'bigint')
    .addColumn('used_ms', 'bigint')
    .execute()
  await sql`create index api_key_by_account on api_key (account_id, id)`.execute(db)
}

async function createSessions(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('session'))
    .addColumn('token_hash', 'text', column => column.notNull().primaryKey())
    .addColumn('account_id', 'integer', column => column.notNull().references('account.id'))
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('seen_ms', 'bigint', column => column.notNull())
    .addColumn('ends_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index session_by_account on session (account_id)`.execute(db)
  await sql`create index session_by_end on session (ends_ms)`.execute(db)
}

async function createAttempts(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('attempt'))
    .addColumn('key', 'text', column => column.notNull().primaryKey())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('wait_until_ms', 'bigint', column => column.notNull())
    .addColumn('last_ms', 'bigint', column => column.notNull())
    .execute()
  await sql`create index attempt_by_time on attempt (last_ms)`.execute(db)
}

/** Who else sees a website: users with a role, and people with a link. */
export async function createSharing(db: Kysely<NoTables>, words: SchemaWords): Promise<void> {
  await words
    .clustered(db.schema.createTable('website_member'))
    .addColumn('website_id', 'integer', column => column.notNull().references('website.id').onDelete('cascade'))
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id').onDelete('cascade'))
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('website_member_key', ['website_id', 'owner_id'])
    .execute()
  await sql`create index website_member_by_owner on website_member (owner_id, website_id)`.execute(db)
  await words
    .withId(db.schema.createTable('share_link'))
    // No foreign key: a link outlives its website.
    .addColumn('website_id', 'integer', column => column.notNull())
    .addColumn('owner_id', 'integer', column => column.notNull().references('owner.id').onDelete('cascade'))
    .addColumn('crawl_id', 'integer', column => column.notNull())
    .addColumn('earlier_crawl_id', 'integer')
    .addColumn('paths', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('parts', 'text', column => column.notNull())
    .addColumn('token_hash', 'text', column => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('created_ms', 'bigint', column => column.notNull())
    .addColumn('ends_ms', 'bigint', column => column.notNull())
    .addColumn('revoked_ms', 'bigint')
    .addColumn('used_ms', 'bigint')
    .execute()
  await sql`create index share_link_by_website on share_link (website_id, id)`.execute(db)
  await sql`create index share_link_by_owner on share_link (owner_id)`.execute(db)
  await sql`create index share_link_by_end on share_link (ends_ms)`.execute(db)
}
