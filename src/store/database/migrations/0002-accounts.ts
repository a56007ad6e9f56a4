import { type Kysely, sql } from 'kysely'
import type { Migration, NoTables, SchemaWords } from './migration.ts'

/** Of the accounts admin and user, which are promised: whoever is added before them must not get one. */
const BUILT_IN_IDS = 2

/** Accounts with their sessions, counted tries, and the indexes that the operator's reads and the sweep need. */
export const accounts: Migration = {
  name: '0002-accounts',
  async up(db, words) {
    await createAccounts(db, words)
    await createSessions(db, words)
    await createAttempts(db, words)
    await sql`create index owner_by_seen on owner (last_seen_ms)`.execute(db)
    // Of all websites, cleared ones too: an owner may go only when none is left, and the foreign key asks the same.
    await sql`create index website_of_owner on website (owner_id)`.execute(db)
    await sql`create index crawl_failed on crawl (ended_ms, id) where end_reason = 'failed'`.execute(db)
  },
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
