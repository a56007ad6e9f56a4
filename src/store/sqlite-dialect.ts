import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'

/** Prepared statements kept; queries with lists of values are prepared per length, so the number has to be bounded. */
const MAX_PREPARED = 300

/**
 * node:sqlite for Kysely: its own SQLite driver over a bridge to DatabaseSync. Transactions begin immediate: a deferred one that
 * reads first and writes later fails with SQLITE_BUSY, without waiting, when another connection has written in between
 * (https://www.sqlite.org/lang_transaction.html).
 */
export function sqliteDialect(raw: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver(raw),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #raw: DatabaseSync

  constructor(raw: DatabaseSync) {
    super({ database: bridge(raw) })
    this.#raw = raw
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite itself rolls back on some errors, such as a full disk; a second rollback would hide the first error.
    if (this.#raw.isTransaction) await super.rollbackTransaction(connection)
  }
}

function bridge(raw: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => raw.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) {
        prepared.delete(sql)
        prepared.set(sql, known)
        return known
      }
      const statement = bridgeStatement(raw.prepare(sql))
      prepared.set(sql, statement)
      if (prepared.size > MAX_PREPARED) {
        const [oldest] = prepared.keys()
        if (oldest !== undefined) prepared.delete(oldest)
      }
      return statement
    },
  }
}

function bridgeStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: parameters => statement.all(...parameters.map(toSqlite)),
    run: parameters => statement.run(...parameters.map(toSqlite)),
    iterate: parameters => statement.iterate(...parameters.map(toSqlite)),
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
}
