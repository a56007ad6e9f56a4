import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { schema } from './migrations/0001-schema.ts'
import { pageResults } from './migrations/0002-page-results.ts'
import type { Migration, SchemaWords } from './migrations/migration.ts'
import type { Schema } from './schema.ts'

/** All steps of the schema, oldest first. */
const migrations: readonly Migration[] = [schema, pageResults]

/** The first step of databases written before the first release, which this version cannot read. */
const BEFORE_FIRST_RELEASE = '0001-initial'

type Ledger = { schema_migration: { name: string } }

/**
 * Brings the schema up to date. All of it is one write transaction, so that two processes that open the same database never apply a
 * step twice.
 *
 * @throws AppError 'unavailable' when another version wrote the database, with a sentence for the operator.
 */
export async function migrate(db: Kysely<Schema>, words: SchemaWords): Promise<void> {
  await db.transaction().execute(async transaction => {
    await words.lock(transaction.$pickTables<never>())
    await sql`create table if not exists schema_migration (name text primary key)`.execute(transaction)
    const ledger = transaction.$extendTables<Ledger>()
    const applied = new Set((await ledger.selectFrom('schema_migration').select('name').execute()).map(row => row.name))
    refuseOtherVersions(applied, words)
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await migration.up(transaction.$pickTables<never>(), words)
      await ledger.insertInto('schema_migration').values({ name: migration.name }).execute()
    }
  })
}

function refuseOtherVersions(applied: ReadonlySet<string>, { storage }: SchemaWords): void {
  if (applied.has(BEFORE_FIRST_RELEASE)) {
    throw new AppError(
      'unavailable',
      `An earlier version of Sitesounder wrote ${storage}, and this version cannot read it: export your crawls with the version that wrote it, or remove ${storage} and start again.`,
    )
  }
  const known = new Set(migrations.map(migration => migration.name))
  const unknown = [...applied].find(name => !known.has(name))
  if (unknown === undefined) return
  throw new AppError(
    'unavailable',
    `A newer version of Sitesounder wrote ${storage} (it has the step ${unknown}): use that version, or another database.`,
  )
}
