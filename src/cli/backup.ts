import { existsSync } from 'node:fs'
import path from 'node:path'
import { databasePath } from '#runtime/database.ts'
import { AppError } from '#shared/errors.ts'
import { lockDataFolder } from '#store/database/data-folder-lock.ts'
import { backUpDatabase, checkDatabase, restoreDatabase } from '#store/database/sqlite-file.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult } from './result.ts'

export const command: Command = {
  flags: { restore: { type: 'boolean' }, ...jsonFlag },
  help: {
    usage: `\
  sitesounder backup FILE                     copy the database of the data folder, also while a server uses it
  sitesounder backup FILE --restore           put a copy into a data folder without a database`,
    options: `\
  --restore            FILE is put into the data folder
  --data FOLDER        data folder of the server (data)
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: `\
  sitesounder backup /backups/sitesounder-2026-11-23.sqlite --data data
  sitesounder backup /backups/sitesounder-2026-11-23.sqlite --restore --data restored`,
  },
  failedCode: EXIT_FAILED,
  run: backupCommand,
}

/** `sitesounder backup FILE`: copies the database of a data folder into a file, or with `--restore` back. */
async function backupCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  const [named, ...more] = operands
  if (named === undefined || more.length > 0) throw new UsageError('Name one file: sitesounder backup FILE')
  if (settings.databaseUrl !== null)
    throw new UsageError('The data are in PostgreSQL: use pg_dump and pg_restore (docs/scaling.md).')
  const folder = path.resolve(settings.data)
  const file = databasePath(folder)
  const copy = path.resolve(named)
  const isRestored = flags.has('restore')
  if (isRestored) await restore(copy, { folder, file })
  else await backUp(file, { folder, copy })
  const text = isRestored
    ? `The database is in ${folder} again.\n`
    : `${copy} is a checked copy of the database in ${folder}.\n`
  printResult(flags, { text, json: { file: copy, folder, isRestored } })
  return 0
}

async function backUp(file: string, { folder, copy }: { folder: string; copy: string }): Promise<void> {
  if (!existsSync(file))
    throw new AppError('not-found', `There is no database in ${folder}: name the folder with --data.`)
  if (existsSync(copy)) throw new AppError('conflict', `${copy} exists already: name a new file.`)
  await backUpDatabase(file, copy)
}

async function restore(copy: string, { folder, file }: { folder: string; file: string }): Promise<void> {
  if (!existsSync(copy)) throw new AppError('not-found', `There is no file ${copy}.`)
  const [problem] = checkDatabase(copy)
  if (problem !== undefined) throw new AppError('unavailable', `${copy} cannot be restored: ${problem}.`)
  await using _lock = lockDataFolder(folder)
  if (existsSync(file)) {
    throw new AppError(
      'conflict',
      `There is a database in ${folder} already: move it away first, or name another folder with --data.`,
    )
  }
  await restoreDatabase(copy, file)
}
