import { existsSync } from 'node:fs'
import path from 'node:path'
import { databasePath } from '#runtime/database.ts'
import { AppError } from '#shared/errors.ts'
import { lockDataFolder } from '#store/database/data-folder-lock.ts'
import { checkDatabase, type SalvagedTable, salvageDatabase } from '#store/database/sqlite-file.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult } from './result.ts'

export const command: Command = {
  flags: { salvage: { type: 'string' }, ...jsonFlag },
  help: {
    usage: `\
  sitesounder doctor                          check the database of the data folder
  sitesounder doctor --salvage FOLDER         copy what can be read of a damaged database into a new data folder`,
    options: JSON_OPTION,
    exitCodes: '0 whole or salvaged, 1 damaged or refused, 2 wrong usage.',
    examples: `\
  sitesounder doctor --data data
  sitesounder doctor --data data --salvage salvaged`,
  },
  failedCode: EXIT_FAILED,
  run: doctorCommand,
}

/** `sitesounder doctor`: checks a database, and with `--salvage FOLDER` copies what can be read of it. */
async function doctorCommand({ operands, flags, settings }: CommandInput): Promise<number> {
  if (operands.length > 0) throw new UsageError('doctor takes no operand: name the data folder with --data.')
  if (settings.databaseUrl !== null)
    throw new UsageError('The data are in PostgreSQL, which has tools of its own: pg_amcheck finds damage.')
  const folder = path.resolve(settings.data)
  const file = databasePath(folder)
  if (!existsSync(file))
    throw new AppError('not-found', `There is no database in ${folder}: name the folder with --data.`)
  const target = flags.get('salvage')
  return target === undefined ? report(file, flags) : await salvage({ folder, file }, path.resolve(target), flags)
}

function report(file: string, flags: CommandInput['flags']): number {
  const problems = checkDatabase(file)
  const text =
    problems.length === 0
      ? `The database ${file} is whole.\n`
      : `The database ${file} is damaged:\n${problems.map(problem => `  ${problem}\n`).join('')}` +
        'Put a backup in its place, or copy what can be read: sitesounder doctor --salvage FOLDER\n'
  printResult(flags, { text, json: { file, problems } })
  return problems.length === 0 ? 0 : EXIT_FAILED
}

async function salvage(
  source: { folder: string; file: string },
  folder: string,
  flags: CommandInput['flags'],
): Promise<number> {
  const target = databasePath(folder)
  if (existsSync(target)) throw new AppError('conflict', `There is a database in ${folder} already: name a new folder.`)
  // No process writes into either folder meanwhile.
  await using _lock = lockDataFolder(source.folder)
  await using _targetLock = lockDataFolder(folder)
  const tables = await salvageDatabase(source.file, target)
  printResult(flags, { text: salvagedText(tables, folder), json: { folder, tables } })
  return 0
}

/** What was copied of each table, for a person at a terminal. */
export function salvagedText(tables: readonly SalvagedTable[], folder: string): string {
  const lines = tables
    .filter(({ rows, isIncomplete }) => rows > 0 || isIncomplete)
    .map(
      ({ table, rows, isIncomplete }) =>
        `  ${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}${isIncomplete ? ', and others are lost' : ''}\n`,
    )
  return `What can be read is in ${folder}:\n${lines.join('')}Start it with --data ${folder}. Crawls that lost rows are best repeated.\n`
}
