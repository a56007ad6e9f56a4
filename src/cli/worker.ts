import path from 'node:path'
import { databaseLocation } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import { work } from '#runtime/server.ts'
import { type Command, type CommandInput, EXIT_FAILED, onEndRequested, UsageError } from './command.ts'

export const command: Command = {
  flags: {},
  help: {
    usage: '  sitesounder worker [settings]               works on the crawls of a shared PostgreSQL database',
    exitCodes: '0 stopped, 1 failed, 2 wrong usage.',
    takesSettings: true,
    examples: '  SITESOUNDER_DATABASE_URL=postgres://user:password@host/sitesounder sitesounder worker',
  },
  failedCode: EXIT_FAILED,
  run: workerCommand,
}

/** `sitesounder worker`: works on the crawls of a PostgreSQL database beside others, until a signal ends it. */
async function workerCommand({ flags, settings }: CommandInput): Promise<number> {
  const folder = path.resolve(settings.data)
  const database = databaseLocation(settings, folder)
  if (database.kind !== 'postgres')
    throw new UsageError('A worker needs the database that it shares: name it by SITESOUNDER_DATABASE_URL.')
  const ended = Promise.withResolvers<void>()
  const forget = onEndRequested(() => ended.resolve())
  const worker = await work({ settings, folder, database, alsoAllow: [], log: operatorLog })
  if (!flags.has('quiet'))
    console.log(`Sitesounder worker started${worker.url === null ? '' : `; health checks on ${worker.url}/readyz`}`)
  await ended.promise
  forget()
  await worker[Symbol.asyncDispose]()
  return 0
}
