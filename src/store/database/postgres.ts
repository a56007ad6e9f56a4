import {
  ColumnDefinitionNode,
  CompiledQuery,
  type DataTypeNode,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import { createStore, type StoreOptions } from '../create-store.ts'
import type { Store } from '../store.ts'
import type { Database, DatabaseSpecifics, SqlValue } from './database.ts'
import { indexedByHash } from './indexed-text.ts'
import { migrate } from './migrate.ts'
import { isFull, openingError } from './postgres-errors.ts'
import { createPostgresPool, ManyRows, type PostgresPoolOptions } from './postgres-pool.ts'
import { postgresSchemaWords } from './postgres-words.ts'
import type { Schema } from './schema.ts'

export interface PostgresOptions extends PostgresPoolOptions, StoreOptions {
  /** Whether leases are counted by the clock of the database instead of those of the machines. */
  hasSharedClock?: boolean
}

/** Larger by a fifth, and by some hundred rows, than when their rows were counted. */
const GROWN_TABLES = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and pg_relation_size(oid) > 1.2 * relpages * current_setting('block_size')::bigint + 65536`

/**
 * The store in a PostgreSQL database, for any number of processes and machines at once.
 *
 * @throws AppError 'unavailable' with a sentence for the operator when the database cannot be reached or used.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const database = await openPostgresDatabase(options)
  return { ...createStore(database, options), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

/** The bare database, its schema up to date. @throws as openPostgresStore. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database & AsyncDisposable> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(createPostgresPool(options)) })
  try {
    await migrate(db, postgresSchemaWords)
  } catch (error) {
    await db.destroy()
    throw openingError(error, options.url)
  }
  return { db, specifics: postgresSpecifics(db, options), [Symbol.asyncDispose]: () => db.destroy() }
}

function postgresSpecifics(db: Kysely<Schema>, { hasSharedClock = false }: PostgresOptions): DatabaseSpecifics {
  return {
    async runEach(transaction, bulk) {
      await executeMany(transaction, bulk)
    },
    queryEach: executeMany,
    indexedText: indexedByHash,
    contains(column, text) {
      const folded = text.toLowerCase()
      // The C collation of our columns folds the letters of ASCII alone, ICU's root collation those of every script.
      return sql<SqlBool>`position(${folded} in lower(${column} collate "und-x-icu")) > 0`
    },
    async refreshStatistics() {
      const { rows: grown } = await sql.raw<{ name: string }>(GROWN_TABLES).execute(db)
      // One that is counted at this moment is left to the session that does so.
      if (grown.length > 0)
        await sql`analyze (skip_locked) ${sql.join(grown.map(({ name }) => sql.table(name)))}`.execute(db)
    },
    async leaseNowMs(nowMs) {
      if (!hasSharedClock) return nowMs
      const { rows } = await sql<{
        ms: number
      }>`select floor(extract(epoch from clock_timestamp()) * 1000) as ms`.execute(db)
      return rows[0]?.ms ?? nowMs
    },
    isFull,
    isEmbedded: false,
    async usedBytes() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return rows[0]?.bytes ?? 0
    },
  }
}

async function executeMany(
  transaction: Transaction<Schema>,
  { statement, rows }: { statement: string; rows: readonly (readonly SqlValue[])[] },
): Promise<(Record<string, unknown> | undefined)[]> {
  if (rows.length === 0) return []
  const result = await transaction.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(statement, [new ManyRows(rows)]),
  )
  return result.rows
}

/** Kysely's PostgreSQL dialect, with columns that hold and order values as SQLite does. */
function postgresDialect(pool: PostgresPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver({ pool }),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new SqliteLikeColumns(),
  }
}

/**
 * Integer columns have 64 bits, and text is ordered by bytes in any locale: lists and reports are the same on both databases, and the
 * conditions "after this URL" agree with their order.
 */
class SqliteLikeColumns extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode)
    if (isColumn && node.dataType === 'integer') this.append('bigint')
    else if (isColumn && node.dataType === 'text') this.append('text collate "C"')
    else super.visitDataType(node)
  }
}
