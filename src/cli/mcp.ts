import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createApiKeys } from '#accounts/api-keys.ts'
import { type McpApi, mcpApi } from '#mcp/api.ts'
import { databaseLocation } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import { openApi } from '#runtime/server.ts'
import type { Settings } from '#settings/config.ts'
import { BUILT_IN_ACCOUNTS } from '#shared/account.ts'
import { describeError } from '#shared/errors.ts'
import { type Command, type CommandInput, EXIT_FAILED, onEndRequested, UsageError } from './command.ts'
import { SERVER_OPTIONS } from './server-call.ts'

export const command: Command = {
  flags: {},
  help: {
    usage: '  sitesounder mcp [--server URL] [settings]   tools for language models, by the Model Context Protocol',
    options: `${SERVER_OPTIONS}
                       Without a server, the command crawls by itself and keeps what it finds in the data folder.`,
    exitCodes: '0 the client has left, 1 failed, 2 wrong usage.',
    takesSettings: true,
    examples: `\
  sitesounder mcp --data ~/.sitesounder
  sitesounder mcp --server https://audit.example.com`,
  },
  failedCode: EXIT_FAILED,
  run: mcpCommand,
}

/** `sitesounder mcp`: serves one client over standard input and output, until it closes them or a signal ends the process. */
async function mcpCommand({ operands, settings }: CommandInput): Promise<number> {
  if (operands.length > 0) throw new UsageError('mcp takes no operands.')
  await using local = settings.server === null ? await openLocalApi(settings) : null
  const api = local?.api ?? remoteApi(settings)
  const { serveMcpStdio } = await import('#mcp/server.ts')
  const log = (event: string, cause: unknown) => operatorLog(event, { cause: describeError(cause) })
  const connection = serveMcpStdio({ api, randomBytes, log })
  const ended = Promise.withResolvers<void>()
  const forget = onEndRequested(() => ended.resolve())
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), ended.promise])
  forget()
  await connection.close()
  return 0
}

/** @throws UsageError without an API key. */
function remoteApi({ server, apiKey }: Settings): McpApi {
  if (server === null || apiKey === null)
    throw new UsageError('Give an API key of the server as SITESOUNDER_API_KEY (or --api-key); its settings make one.')
  const headers = new Headers({ authorization: `Bearer ${apiKey}` })
  return mcpApi({ send: request => fetch(request), server, headers })
}

/** Of this process alone: a process that was killed leaves it behind for the next one, which has the data folder to itself. */
const LOCAL_KEY = { name: 'sitesounder mcp', scopes: 'read+crawl', expiresInDays: 1 } as const
/** No port is opened, so the name stands for this process alone. */
const LOCAL_SERVER = new URL('http://localhost/')

/** The API in this process, as the account `user` of the data folder. @throws AppError where another process uses the folder. */
async function openLocalApi(settings: Settings): Promise<AsyncDisposable & { api: McpApi }> {
  const folder = path.resolve(settings.data)
  const database = databaseLocation(settings, folder)
  if (database.kind === 'postgres')
    throw new UsageError('The database is shared with a server: name that server by --server.')
  await using parts = new AsyncDisposableStack()
  const { app, store } = parts.use(
    await openApi(
      { settings, folder, database, alsoAllow: [], log: operatorLog },
      {
        peerAddress: () => '127.0.0.1',
        documents: { themeSource: '', entryScript: '', styles: [], preloads: {} },
        readAssets: async () => new Map(),
        demoUrl: null,
        runsSchedules: false,
      },
    ),
  )
  const [, { id }] = BUILT_IN_ACCOUNTS
  const account = await store.accounts.find(id)
  if (!account) throw new Error('the built-in account is missing')
  const keys = createApiKeys({ store, now: Date.now, randomBytes })
  for (const { id: keyId, name } of await keys.list(account))
    if (name === LOCAL_KEY.name) await keys.revoke(account, keyId)
  const { key, secret } = await keys.add(account, LOCAL_KEY)
  parts.defer(() => keys.revoke(account, key.id))
  const headers = new Headers({ authorization: `Bearer ${secret}` })
  const api = mcpApi({ send: async request => await app.fetch(request), server: LOCAL_SERVER, headers })
  const standing = parts.move()
  return { api, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}
