import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Keys by which programs ask in the name of an account. */
export const apiKeys: Migration = {
  name: '0003-api-keys',
  async up(db, words) {
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
  },
}
