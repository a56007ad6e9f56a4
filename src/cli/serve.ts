import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { databaseLocation } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import { serve } from '#runtime/server.ts'
import { buildWebIfNeeded, WEB_FOLDER, WEB_MANIFEST, WebBuildUnavailableError } from '#runtime/web-build.ts'
import { isPublicServer } from '#settings/fetch-limits.ts'
import { SettingError } from '#settings/setting.ts'
import { type Command, type CommandInput, EXIT_FAILED, onEndRequested, UsageError } from './command.ts'

export const command: Command = {
  flags: { demo: { type: 'boolean' }, roles: { type: 'string' } },
  help: {
    usage: '  sitesounder serve [--demo] [settings]       the web interface, on http://127.0.0.1:3000 by default',
    options: `\
  --roles api          leave the crawls to workers; needs SITESOUNDER_DATABASE_URL (api,worker)
  --demo               also serve a small demo website, to try the program without a network`,
    exitCodes: '0 stopped, 1 failed, 2 wrong usage.',
    takesSettings: true,
    examples: `\
  sitesounder serve
  sitesounder serve --demo --port 8080
  sitesounder serve --data /var/lib/sitesounder --public-url https://audit.example.com`,
  },
  failedCode: EXIT_FAILED,
  run: serveCommand,
}

/** `sitesounder serve`: the web interface, until a signal ends it. */
async function serveCommand({ flags, settings }: CommandInput): Promise<number> {
  const startedMs = performance.now()
  const folder = path.resolve(settings.data)
  const database = databaseLocation(settings, folder)
  const isEngineElsewhere = readRoles(flags.get('roles')) === 'api'
  if (isEngineElsewhere && database.kind !== 'postgres')
    throw new UsageError('--roles api needs a database that workers share: name it by SITESOUNDER_DATABASE_URL.')
  await buildWeb()
  // Loaded where it is requested.
  await using demo = flags.has('demo') ? await (await import('#demo-site/site.ts')).startDemoSite() : null
  const manifest = await readFile(WEB_MANIFEST, 'utf8')
  const allowed = demo ? [demo.url, demo.elsewhereUrl].map(url => new URL(url).host) : []
  const server = await serve({
    settings,
    folder,
    database,
    engine: isEngineElsewhere ? 'elsewhere' : 'own-thread',
    alsoAllow: allowed,
    log: operatorLog,
    webFolder: WEB_FOLDER,
    manifest,
    demoUrl: demo?.url ?? null,
  })
  const ended = Promise.withResolvers<void>()
  const forget = onEndRequested(() => ended.resolve())
  const say = (line: string) => {
    if (!flags.has('quiet')) console.log(line)
  }
  say(`Sitesounder is ready on ${server.url} (started in ${Math.round(performance.now() - startedMs)} ms)`)
  if (demo) say(`The demo website is on ${demo.url}`)
  if (isPublicServer(settings)) say('This server is public: private targets are refused.')
  if (settings.publicUrl !== null && settings.trustedProxies.length === 0) say(NO_TRUSTED_PROXY)
  if (server.generatedAccounts.length > 0) console.log(generatedAccountsText(server.generatedAccounts))
  await ended.promise
  forget()
  await server[Symbol.asyncDispose]()
  return 0
}

const NO_TRUSTED_PROXY =
  'If a reverse proxy stands in front of this server, name it in SITESOUNDER_TRUSTED_PROXIES: until then all visitors share the limits of one IP address.'

const ROLES = ['api', 'api,worker'] as const

function readRoles(given = 'api,worker'): (typeof ROLES)[number] {
  const roles = ROLES.find(each => each === given)
  if (roles === undefined) throw new UsageError(`--roles must be one of ${ROLES.join(' and ')}, not “${given}”.`)
  return roles
}

/** What is missing is the operator's to fix, so the message is a sentence. */
async function buildWeb(): Promise<void> {
  try {
    await buildWebIfNeeded()
  } catch (error) {
    if (error instanceof WebBuildUnavailableError) throw new SettingError(error.message, { cause: error })
    throw error
  }
}

/** The passwords that were generated at the first start, for the operator at the terminal. */
export function generatedAccountsText(accounts: readonly { username: string; password: string }[]): string {
  const width = Math.max(...accounts.map(({ username }) => username.length))
  const lines = accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`)
  const isOne = accounts.length === 1
  const commands = accounts.map(({ username }) => `"sitesounder users reset ${username}"`).join(' and ')
  return `
${isOne ? 'An account was made. Its password is' : 'Accounts were made. Their passwords are'} shown this once:

${lines.join('\n')}

For ${isOne ? 'another one' : 'others'}, run ${commands}.
`
}
