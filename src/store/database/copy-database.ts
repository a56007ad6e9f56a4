import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Database, DatabaseSpecifics, SqlValue } from './database.ts'
import { textForLookup } from './indexed-text.ts'
import { postgresSchemaWords, storableText } from './postgres-words.ts'
import type { Schema } from './schema.ts'

/** Every table by the columns of its key; those with an `id` of their own number it themselves. */
export const tableKeys: Record<keyof Schema, readonly [string, ...string[]]> = {
  owner: ['id'],
  account: ['id'],
  session: ['token_hash'],
  api_key: ['id'],
  attempt: ['key'],
  page_speed: ['owner_id', 'url', 'device'],
  website: ['id'],
  website_member: ['website_id', 'owner_id'],
  share_link: ['id'],
  schedule: ['website_id'],
  alert_channel: ['id'],
  alert_setting: ['website_id'],
  alert_delivery: ['id'],
  light_check: ['website_id'],
  visit_import: ['id'],
  mute: ['id'],
  finding_note: ['website_id', 'fingerprint'],
  check_setting: ['website_id', 'check_id'],
  check_threshold: ['website_id', 'check_id', 'name'],
  crawl: ['id'],
  url: ['crawl_id', 'id'],
  page: ['crawl_id', 'url_id'],
  page_list: ['crawl_id', 'url_id'],
  page_field: ['crawl_id', 'url_id', 'field'],
  page_body: ['crawl_id', 'url_id'],
  conditional_result: ['crawl_id', 'url_id'],
  page_copy: ['crawl_id', 'url_id'],
  translation_set: ['crawl_id', 'number'],
  group_key: ['crawl_id', 'name', 'value', 'number', 'url_id'],
  inlink: ['crawl_id', 'target_id', 'part'],
  link_figures: ['crawl_id', 'url_id'],
  search_part: ['crawl_id', 'part'],
  issue_order: ['crawl_id', 'part'],
  issue: ['id'],
  issue_url: ['crawl_id', 'url', 'issue_id'],
  issue_page: ['crawl_id', 'issue_id', 'part'],
  found_cause: ['crawl_id', 'check_id', 'cause_key', 'part'],
  absent_issue: ['crawl_id', 'absence', 'severity_rank', 'check_id', 'issue_id'],
  changed_page: ['crawl_id', 'change', 'position'],
  issue_counter: ['crawl_id', 'is_site', 'type', 'check_id', 'severity', 'is_new'],
  suppressed_issue: ['id'],
  recheck: ['id'],
  check_counter: ['crawl_id', 'is_site', 'check_id', 'result', 'reason'],
  crawl_counter: ['crawl_id', 'name', 'key'],
  page_speed_group: ['crawl_id', 'position'],
  page_speed_sample: ['crawl_id', 'position'],
  url_log: ['crawl_id', 'part'],
  visit_join: ['crawl_id'],
  visit_url: ['crawl_id', 'id'],
  host_rate: ['origin'],
}

/** The columns of these keys that hold texts of any length. */
const textKeys: Partial<Record<string, string>> = {
  page_speed: 'url',
  group_key: 'value',
  issue_url: 'url',
  host_rate: 'origin',
}

type Row = Record<string, SqlValue>

/** Page bodies may have megabytes, so few rows at a time. */
const ROWS_AT_ONCE = 200

export interface CopiedTable {
  table: string
  rows: number
  /** Sum of the SHA-256 of each row, in hexadecimal digits: the same on both sides, whose rows come in different orders. */
  checksum: string
}

/**
 * Copies every row into a PostgreSQL database with the same schema and no rows, in one transaction, then reads both sides again and
 * compares them. What fails leaves the target empty.
 *
 * @throws AppError 'conflict' when the target holds rows, or when a table differs afterwards.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  onTable: (copied: CopiedTable) => void,
): Promise<void> {
  await target.db.transaction().execute(async transaction => {
    for (const [table, key] of Object.entries(tableKeys)) {
      if (await hasRows(transaction, table)) {
        throw new AppError(
          'conflict',
          `The database to copy to is not empty: its table ${table} holds rows. Name a new one.`,
        )
      }
      const sent = digest()
      for await (const rows of walk(source, { table, key })) {
        for (const row of rows) sent.note(row)
        await insert(transaction, target.specifics, { table, rows })
      }
      if (key.length === 1 && key[0] === 'id') await goOnNumbering(transaction, table)
      const arrived = digest()
      for await (const rows of walk({ ...target, db: transaction }, { table, key }))
        for (const row of rows) arrived.note(row)
      const [from, to] = [sent.end(), arrived.end()]
      if (from.checksum !== to.checksum) {
        throw new AppError('conflict', `The table ${table} did not arrive as it was sent: nothing was copied.`)
      }
      onTable({ table, ...to })
    }
  })
}

async function hasRows(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length > 0
}

/** All rows of a table along the index of its key. */
async function* walk(
  { db, specifics }: Database,
  { table, key }: { table: string; key: readonly string[] },
): AsyncGenerator<Row[]> {
  const text = textKeys[table]
  const columns = sql.join(
    key.map(column => (column === text ? sql.raw(specifics.indexedText.lookupKey(column)) : sql.ref(column))),
  )
  const keyOf = (row: Row) =>
    key.map(column => (column === text ? textForLookup({ specifics }, String(row[column])) : sql`${row[column]}`))
  let last: Row | undefined
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(keyOf(last))})` : sql``
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after}
      order by ${columns} limit ${ROWS_AT_ONCE}`.execute(db)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)
  }
}

async function insert(
  transaction: Transaction<Schema>,
  specifics: DatabaseSpecifics,
  { table, rows }: { table: string; rows: readonly Row[] },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const statement = `insert into ${table} (${columns.map(column => `"${column}"`).join(', ')})
    values (${columns.map(() => '?').join(', ')})`
  await specifics.runEach(transaction, { statement, rows: rows.map(row => columns.map(column => row[column] ?? null)) })
}

/** New rows get ids after the copied ones. */
async function goOnNumbering(transaction: Transaction<Schema>, table: string): Promise<void> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(transaction)
  const upTo = rows[0]?.id
  if (upTo) await postgresSchemaWords.reserveIds(transaction.$pickTables<never>(), { table, upTo })
}

const HASH_BITS = 256
const HEXADECIMAL = 16
const BITS_PER_DIGIT = 4

/** Counts rows and hashes them, in any order of them and of their columns. */
function digest() {
  let sum = 0n
  let rows = 0
  return {
    note(row: Row): void {
      rows++
      const hash = createHash('sha256')
      for (const column of Object.keys(row).sort()) {
        const value = row[column] ?? null
        // Length and kind before each value: no two rows make the same bytes.
        const bytes = value instanceof Uint8Array ? value : Buffer.from(storableText(String(value)))
        hash.update(`${column}:${value === null ? 'null' : typeof value}:${bytes.length}:`).update(bytes)
      }
      sum = BigInt.asUintN(HASH_BITS, sum + BigInt(`0x${hash.digest('hex')}`))
    },
    end: () => ({ rows, checksum: sum.toString(HEXADECIMAL).padStart(HASH_BITS / BITS_PER_DIGIT, '0') }),
  }
}
