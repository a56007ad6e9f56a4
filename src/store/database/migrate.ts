import { type Kysely, sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import type { SchemaWords } from './migrations/migration.ts'
import type { Schema } from './schema.ts'

type Ledger = { schema_migration: { name: string } }

/**
 * Brings the schema up to date. All of it is one write transaction, so that two openers of the same database never apply a step
 * twice. Throws when the database was written by a newer version.
 */
export async function migrate(db: Kysely<Schema>, words: SchemaWords): Promise<void> {
  await db.transaction().execute(async transaction => {
    await words.lock(transaction.$pickTables<never>())
    await sql`create table if not exists schema_migration (name text primary key)`.execute(transaction)
    const ledger = transaction.$extendTables<Ledger>()
    const applied = new Set((await ledger.selectFrom('schema_migration').select('name').execute()).map(row => row.name))
    const known = new Set(migrations.map(migration => migration.name))
    const unknown = [...applied].find(name => !known.has(name))
    if (unknown) throw new Error(`the database was written by a newer version (it has the step ${unknown})`)
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await migration.up(transaction.$pickTables<never>(), words)
      await ledger.insertInto('schema_migration').values({ name: migration.name }).execute()
    }
  })
}
