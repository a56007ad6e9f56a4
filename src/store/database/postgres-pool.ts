import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StorageUnavailableError } from '#shared/errors.ts'
import type { SqlValue } from './database.ts'
import { isPassing } from './postgres-errors.ts'
import { storableText } from './postgres-words.ts'

/** Values for many runs of one statement: sent with it in a few messages instead of one each. */
export class ManyRows {
  readonly rows: readonly (readonly SqlValue[])[]

  constructor(rows: readonly (readonly SqlValue[])[]) {
    this.rows = rows
  }
}

export interface PostgresPoolOptions {
  url: string
  /** Connections at once. */
  maxConnections: number
  /** How long a query waits for a connection, and a connection for the server. */
  connectTimeoutMs: number
  /** An idle connection was lost: for the log, the next query opens another. */
  onLost(error: Error): void
}

/** Of one message: several thousand small rows, or a few pages. */
const MAX_MESSAGE_CHARACTERS = 1_000_000
/** How long a transaction may be idle: its process may have died, and others wait for its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** How long a statement waits for a lock. */
const LOCK_TIMEOUT_MS = 30_000

const INT8 = 20
const NUMERIC = 1_700
const BYTEA = 17

/** Whole numbers are numbers, all of ours are below 2^53; bytes are what SQLite gives. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BYTEA) return bytes
    return pg.types.getTypeParser(oid, format)
  },
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice('\\x'.length), 'hex'))
}

/** Connections to PostgreSQL as Kysely wants them, that also take ManyRows as the one parameter of a statement. */
export function createPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'sitesounder',
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types,
  })
  let hasEnded = false
  // A connection that the server closes while the pool ends is not lost.
  pool.on('error', error => !hasEnded && options.onLost(error))
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const raw = await passing(pool.connect())
      const known = clients.get(raw)
      if (known) return known
      const client = wrap(raw)
      clients.set(raw, client)
      return client
    },
    async end() {
      hasEnded = true
      await pool.end()
    },
  }
}

/** Marks errors after which a retry may succeed. */
async function passing<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    throw isPassing(error) ? new StorageUnavailableError(error) : error
  }
}

function wrap(raw: pg.PoolClient): PostgresPoolClient {
  const prepared = new Map<string, string>()
  // Lost within a transaction: its next statement fails with the reason.
  raw.on('error', () => undefined)
  async function query(statement: string, parameters: readonly unknown[]) {
    const [many] = parameters
    if (!(many instanceof ManyRows)) return await raw.query(statement, parameters.map(storable))
    const name = prepared.get(statement) ?? `many_${prepared.size + 1}`
    if (!prepared.has(statement)) {
      await raw.query(`prepare ${name} as ${numbered(statement)}`)
      prepared.set(statement, name)
    }
    return { command: 'SELECT', rowCount: many.rows.length, rows: await runMany(raw, { name, rows: many.rows }) }
  }
  const guarded = (statement: string, parameters: readonly unknown[]) => passing(query(statement, parameters))
  return Object.assign(Object.create(null), { query: guarded, release: (isBroken?: boolean) => raw.release(isBroken) })
}

/** Runs a prepared statement for each row, in order; the first row of each run, or undefined. */
async function runMany(
  raw: pg.PoolClient,
  { name, rows }: { name: string; rows: ManyRows['rows'] },
): Promise<unknown[]> {
  const results: unknown[] = []
  let message = ''
  const send = async () => {
    if (message === '') return
    const returned: unknown = await raw.query(message)
    for (const result of Array.isArray(returned) ? returned : [returned]) results.push(result.rows[0])
    message = ''
  }
  for (const row of rows) {
    message += `execute ${name}(${row.map(literal).join(',')});`
    if (message.length > MAX_MESSAGE_CHARACTERS) await send()
  }
  await send()
  return results
}

function literal(value: SqlValue): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return `'${value}'`
  if (typeof value === 'string') return pg.escapeLiteral(storableText(value))
  return `'\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}'`
}

/** Statements are written with `?` for each value, or `?1`, `?2`; none of them holds a question mark of another kind. */
function numbered(statement: string): string {
  let count = 0
  return statement.replaceAll(/\?(\d*)/g, (_, number: string) => `$${number || ++count}`)
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
