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
import { forgetOldest } from '#shared/forget-oldest.ts'

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
      forgetOldest(prepared, MAX_PREPARED)
      return statement
    },
  }
}

function bridgeStatement(statement: StatementSync): SqliteStatement {
  const names = statement.columns().map(column => column.name)
  const toRow = rowMaker(names)
  if (names.length > 0) statement.setReturnArrays(true)
  return {
    reader: names.length > 0,
    all: parameters => statement.all(...parameters.map(toSqlite)).map(toRow),
    run: parameters => statement.run(...parameters.map(toSqlite)),
    iterate: parameters => statement.iterate(...parameters.map(toSqlite)).map(toRow),
  }
}

/**
 * Rows as objects of one shape. Those of node:sqlite itself are dictionaries: to read 25 columns of 10,000 of them took 48 ms, where
 * making these of arrays takes 4 ms and reading them as much. A class for each statement is what gives its rows room for all columns
 * at once; adding them one by one to an object without took 11 ms.
 */
function rowMaker(names: readonly string[]): (values: unknown) => object {
  class Row {
    [name: string]: unknown
  }
  return values => {
    if (!Array.isArray(values)) throw new TypeError('A row has to come as an array')
    const row = new Row()
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
    return row
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
}
