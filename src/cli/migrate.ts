import { existsSync } from 'node:fs'
import path from 'node:path'
import { BUSY_TIMEOUT_MS, CONNECT_TIMEOUT_MS, databasePath, loadPostgresStore } from '#runtime/database.ts'
import { AppError } from '#shared/errors.ts'
import { copyDatabase } from '#store/database/copy-database.ts'
import { lockDataFolder } from '#store/database/data-folder-lock.ts'
import { openSqliteDatabase } from '#store/database/sqlite.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printNote, printResult } from './result.ts'

export const command: Command = {
  flags: { from: { type: 'string', choices: ['sqlite'] }, to: { type: 'string', choices: ['postgres'] }, ...jsonFlag },
  help: {
    usage: `\
  sitesounder migrate --from sqlite --to postgres
                                              copy a data folder into the database of SITESOUNDER_DATABASE_URL`,
    options: `\
  --data FOLDER        data folder that is copied (data)
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples:
      '  SITESOUNDER_DATABASE_URL=postgres://user:password@host/sitesounder sitesounder migrate --from sqlite --to postgres --data data',
  },
  failedCode: EXIT_FAILED,
  run: migrateCommand,
}

const CONNECTIONS = 2

/** `sitesounder migrate --from sqlite --to postgres`: copies everything that a data folder holds into a PostgreSQL database. */
async function migrateCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  if (operands.length > 0 || flags.get('from') !== 'sqlite' || flags.get('to') !== 'postgres')
    throw new UsageError('Say from where to where: sitesounder migrate --from sqlite --to postgres')
  const { databaseUrl: url } = settings
  if (url === null) throw new UsageError('Name the database to copy to by SITESOUNDER_DATABASE_URL.')
  const folder = path.resolve(settings.data)
  const file = databasePath(folder)
  if (!existsSync(file))
    throw new AppError('not-found', `There is no database in ${folder}: name the folder with --data.`)
  const { openPostgresDatabase } = await loadPostgresStore()
  // No process writes into the folder meanwhile.
  await using _lock = lockDataFolder(folder)
  await using source = await openSqliteDatabase({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
  const onLost = () => {}
  await using target = await openPostgresDatabase({
    url,
    maxConnections: CONNECTIONS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onLost,
  })
  const tables: { table: string; rows: number; checksum: string }[] = []
  await copyDatabase(source, target, ({ table, rows, checksum }) => {
    tables.push({ table, rows, checksum })
    printNote(flags, `${table}: ${rows} rows, sha256 ${checksum.slice(0, SHOWN_DIGITS)}`)
  })
  const rowCount = tables.reduce((sum, { rows }) => sum + rows, 0)
  const text = `${rowCount} rows were copied; each table was read again and is the same. The folder is as it was.\n`
  printResult(flags, { text, json: { rowCount, tables } })
  return 0
}

const SHOWN_DIGITS = 16
