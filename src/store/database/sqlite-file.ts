import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { AppError, describeError } from '#shared/errors.ts'
import { tableKeys } from './copy-database.ts'
import { openSqliteDatabase } from './sqlite.ts'

/** What an operator does with the whole file of a database: copy it, check it, rescue what can be read of it. */

/** All pages in one step: a copy in several steps begins anew whenever another process writes in between. */
const PAGES_AT_ONCE = 2 ** 31 - 1
/** A damaged file may have a million problems. */
const MAX_PROBLEMS = 20
const BUSY_TIMEOUT_MS = 5_000

/**
 * Copies a database, also one that a server is using: the copy is the state of one moment (SQLite's online backup). It is checked before
 * it gets its name.
 *
 * @throws AppError conflict when the target exists, unavailable when the copy is damaged.
 */
export async function backUpDatabase(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    await intoPlace(target, part => backup(source, part, { rate: PAGES_AT_ONCE }))
  } finally {
    source.close()
  }
}

/** Copies a backup to where the database of a data folder is. @throws as `backUpDatabase`. */
export async function restoreDatabase(from: string, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await intoPlace(file, part => copyFile(from, part, constants.COPYFILE_FICLONE))
}

/** Writes a file under another name and checks it, so that no half copy is taken for a whole one. */
async function intoPlace(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  // Reserved at once: two at a time must not overwrite each other.
  const part = `${target}.part`
  await rm(part, { force: true })
  try {
    await write(part)
    const [problem] = checkDatabase(part)
    if (problem !== undefined) throw new AppError('unavailable', `The copy would be damaged: ${problem}.`)
    await rename(part, target)
  } finally {
    await rm(part, { force: true })
  }
}

/** What is wrong with the file of a database, in SQLite's words; nothing when it is whole. Beside a server that uses it, too. */
export function checkDatabase(file: string): string[] {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    const rows = database.prepare(`pragma integrity_check(${MAX_PROBLEMS})`).all()
    const problems = rows.map(row => String(Object.values(row)[0])).filter(text => text !== 'ok')
    const isOurs = database.prepare(`select 1 from sqlite_master where name = 'crawl'`).get() !== undefined
    return isOurs || problems.length > 0 ? problems : ['it is no database of Sitesounder']
  } catch (error) {
    return [error instanceof Error ? error.message : describeError(error)]
  }
}

export interface SalvagedTable {
  table: string
  /** Rows that are in the new database. */
  rows: number
  /** Whether rows were met that cannot be read; how many is unknown. */
  isIncomplete: boolean
}

/**
 * Copies what can be read of a damaged database into a new one: each table from both ends to the first row that cannot be read. Rows
 * whose crawl or website is lost are omitted. The damaged file stays as it is.
 */
export async function salvageDatabase(file: string, target: string): Promise<SalvagedTable[]> {
  await mkdir(path.dirname(target), { recursive: true })
  // Makes the tables.
  await (await openSqliteDatabase({ file: target, busyTimeoutMs: BUSY_TIMEOUT_MS }))[Symbol.asyncDispose]()
  using damaged = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  using whole = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  const withoutRowId = new Set(
    damaged
      .prepare('select name from pragma_table_list where wr = 1')
      .all()
      .map(({ name }) => String(name)),
  )
  const tables = Object.entries(tableKeys).map(([table, key]) => {
    // In the order in which the rows are stored: another one would have to read all of them first.
    const order = withoutRowId.has(table) ? key.map(column => `"${column}"`) : ['rowid']
    const fromBothEnds = ['asc', 'desc'].map(direction =>
      copyReadable(damaged, whole, { table, order: order.map(column => `${column} ${direction}`).join(', ') }),
    )
    return { table, isIncomplete: fromBothEnds.includes(false) }
  })
  dropOrphans(whole)
  return tables.map(({ table, isIncomplete }) => ({ table, rows: countOf(whole, table), isIncomplete }))
}

/** False when a row was met that cannot be read. */
function copyReadable(
  damaged: DatabaseSync,
  whole: DatabaseSync,
  { table, order }: { table: string; order: string },
): boolean {
  whole.exec('begin')
  try {
    for (const row of damaged.prepare(`select * from "${table}" order by ${order}`).iterate()) {
      const columns = Object.keys(row)
      const names = columns.map(column => `"${column}"`).join(', ')
      const insert = `insert or ignore into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
      const values = Object.values(row) satisfies SQLInputValue[]
      // The other end has copied the rest.
      if (whole.prepare(insert).run(...values).changes === 0) break
    }
    return true
  } catch {
    return false
  } finally {
    whole.exec('commit')
  }
}

/** Rows that name a row that is lost. */
function dropOrphans(database: DatabaseSync): void {
  for (;;) {
    const orphans = database.prepare('pragma foreign_key_check').all()
    if (orphans.length === 0) return
    for (const { table } of orphans.filter(({ rowid }) => rowid === null)) dropOrphansOf(database, String(table))
    for (const { table, rowid } of orphans)
      if (rowid !== null) database.exec(`delete from "${String(table)}" where rowid = ${Number(rowid)}`)
  }
}

/** Of a table without row ids. */
function dropOrphansOf(database: DatabaseSync, table: string): void {
  for (const { from, to, table: parent } of database.prepare(`pragma foreign_key_list("${table}")`).all()) {
    const parentKey = String(to ?? 'id')
    database.exec(
      `delete from "${table}" where "${String(from)}" is not null and "${String(from)}" not in (select "${parentKey}" from "${String(parent)}")`,
    )
  }
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows ?? 0)
}
