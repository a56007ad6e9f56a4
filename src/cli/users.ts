import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createAccountChanges } from '#accounts/account-changes.ts'
import { PASSWORD_COST } from '#accounts/password-hash.ts'
import { terminalText } from '#report/terminal-text.ts'
import { type DatabaseLocation, databaseLocation, openStore } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import type { Settings } from '#settings/config.ts'
import { BUILT_IN_ACCOUNTS, type Role, roles } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { AccountRow, Store } from '#store/store.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'

export const command: Command = {
  flags: { role: { type: 'string', choices: roles }, 'password-stdin': { type: 'boolean' }, ...jsonFlag },
  words: ['list', 'add', 'reset', 'disable', 'enable'],
  help: {
    usage: `\
  sitesounder users list                      users of the web interface
  sitesounder users add NAME [options]        add a user
  sitesounder users reset NAME [options]      set a new password; signs the user out everywhere
  sitesounder users disable|enable NAME       whether the user may sign in`,
    options: `\
  --role ROLE          of add: admin or user (user)
  --password-stdin     of add and reset: the password is the first line of standard input (one is generated and shown)
  --data FOLDER        data folder of the server, which may be running (data)
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: '  sitesounder users add maria --role admin',
  },
  failedCode: EXIT_FAILED,
  run: usersCommand,
}

const actions = ['list', 'add', 'reset', 'disable', 'enable'] as const
const START_FIRST = 'Start the server with it once: "sitesounder serve" makes the accounts.'

type UsersRequest =
  | { action: 'list' }
  | { action: 'add'; name: string; role: Role; readsPassword: boolean }
  | { action: 'reset'; name: string; readsPassword: boolean }
  | { action: 'disable' | 'enable'; name: string }

/**
 * `sitesounder users`: who may sign in. It works on the database alone, beside a running server, which queries the database at each
 * request: a change holds at once.
 */
async function usersCommand(input: CommandInput): Promise<number> {
  const request = readRequest(input)
  const password = 'readsPassword' in request && request.readsPassword ? await firstLine(process.stdin) : undefined
  await using store = await openAccounts(input.settings)
  printResult(input.flags, await carryOut(store, { request, password }))
  return 0
}

function readRequest({ operands, flags }: CommandInput): UsersRequest {
  const [typed, name, ...more] = operands
  const action = actions.find(each => each === typed)
  if (action === undefined || more.length > 0)
    throw new UsageError(`Say what to do: users list, or users ${actions.slice(1).join(', ')} with a NAME.`)
  if (flags.has('role') && action !== 'add') throw new UsageError(`--role is no option of users ${action}.`)
  const readsPassword = flags.has('password-stdin')
  if (readsPassword && action !== 'add' && action !== 'reset')
    throw new UsageError(`--password-stdin is no option of users ${action}.`)
  if (action === 'list') {
    if (name !== undefined) throw new UsageError('users list takes no name.')
    return { action }
  }
  if (name === undefined) throw new UsageError(`Name the user: users ${action} NAME.`)
  if (action === 'add') return { action, name, role: readRole(flags.get('role') ?? 'user'), readsPassword }
  return action === 'reset' ? { action, name, readsPassword } : { action, name }
}

function readRole(given: string): Role {
  const role = roles.find(each => each === given)
  if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}, not “${given}”.`)
  return role
}

/** Makes neither folder nor accounts: a mistyped --data would otherwise look like an installation without users. */
async function openAccounts(settings: Settings): Promise<Store> {
  const folder = path.resolve(settings.data)
  const database = databaseLocation(settings, folder)
  const place = database.kind === 'sqlite' ? `data folder ${folder}` : 'database'
  if (database.kind === 'sqlite' && !existsSync(folder))
    throw new AppError('not-found', `There is no ${place}: name it with --data. ${START_FIRST}`)
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new AppError('not-found', `The ${place} has no users yet. ${START_FIRST}`)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openDatabase(database, settings))
  if ((await store.accounts.find(BUILT_IN_ACCOUNTS[0].id)) === null)
    throw new AppError('not-found', `The ${place} has no users yet. ${START_FIRST}`)
  parts.move()
  return store
}

async function openDatabase(database: DatabaseLocation, { keptCrawls, readTimeoutMs }: Settings): Promise<Store> {
  try {
    return await openStore(database, { keptCrawls, readTimeoutMs, log: operatorLog })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const place = database.kind === 'sqlite' ? `database ${database.file}` : 'database'
    throw new AppError('unavailable', `The ${place} cannot be opened: ${why}.`, { cause })
  }
}

/** Does it, and says so. @throws AppError for a user whom there is not, and a password that cannot be taken. */
export async function carryOut(
  store: Store,
  { request, password }: { request: UsersRequest; password: string | undefined },
): Promise<Parameters<typeof printResult>[1]> {
  const changes = createAccountChanges({ store, now: Date.now, randomBytes, passwordCost: PASSWORD_COST })
  switch (request.action) {
    case 'list':
      return await listOf(store)
    case 'add': {
      const { name, role } = request
      const { account, generatedPassword } = await changes.add({ username: name, role, password })
      const { id, username } = account
      const text = `Added ${username} as ${role}, with the id ${id}.\n${passwordText(generatedPassword)}`
      return { text, json: { id, username, role, generatedPassword } }
    }
    case 'reset': {
      const { id, username } = await named(store, request.name)
      const { generatedPassword } = await changes.resetPassword({ accountId: id, password })
      const text = `${username} has a new password, and is signed out everywhere.\n${passwordText(generatedPassword)}`
      return { text, json: { id, username, generatedPassword } }
    }
    case 'disable':
    case 'enable': {
      const isDisabled = request.action === 'disable'
      const { id, username } = await named(store, request.name)
      await changes.setDisabled({ accountId: id, isDisabled, byAccountId: null })
      const text = `${username} ${isDisabled ? 'cannot sign in any more, and is signed out everywhere' : 'can sign in'}.\n`
      return { text, json: { id, username, isDisabled } }
    }
  }
}

async function named(store: Store, name: string): Promise<AccountRow> {
  const account = await store.accounts.findByName(name)
  if (account) return account
  throw new AppError('not-found', `There is no user ${terminalText(name)}: "sitesounder users list" names them.`)
}

function passwordText(generatedPassword: string | null): string {
  return generatedPassword === null ? '' : `Password, shown this once: ${generatedPassword}\n`
}

async function listOf(store: Store): Promise<Parameters<typeof printResult>[1]> {
  const accounts = await store.accounts.list()
  const users = accounts.map(async account => {
    return { ...account, websiteCount: await store.operations.countWebsites(account.ownerId) }
  })
  const listed = await Promise.all(users)
  const json = listed.map(({ id, username, role, isDisabled, lastSignInMs, websiteCount }) => ({
    id,
    username,
    role,
    isDisabled,
    lastSignInAt: isoTime(lastSignInMs),
    websiteCount,
  }))
  return { text: usersTable(listed), json }
}

type ListedUser = Pick<AccountRow, 'id' | 'username' | 'role' | 'isDisabled' | 'lastSignInMs'> & {
  websiteCount: number
}

const HEADINGS = ['id', 'name', 'role', 'state', 'last sign-in', 'websites']

/** Users for a person at a terminal, one a line below a line of headings, ending in a line end. */
export function usersTable(users: readonly ListedUser[]): string {
  return textTable([HEADINGS, ...users.map(cellsOf)])
}

function cellsOf({ id, username, role, isDisabled, lastSignInMs, websiteCount }: ListedUser): string[] {
  const state = isDisabled ? 'disabled' : 'enabled'
  return [String(id), terminalText(username), role, state, minuteText(lastSignInMs), String(websiteCount)]
}

function minuteText(ms: number | null): string {
  return ms === null ? 'never' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const NEWLINE = 0x0a
const MAX_BYTES = 4_096

/**
 * The first line without its end, at most 4 KiB of it; the rest stays unread. The stream is closed.
 *
 * @throws AppError bad-request when it is not UTF-8.
 */
export async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of input) {
    const end = part.indexOf(NEWLINE)
    parts.push(end < 0 ? part : part.subarray(0, end))
    bytes += part.length
    if (end >= 0 || bytes >= MAX_BYTES) break
  }
  const line = Buffer.concat(parts).subarray(0, MAX_BYTES)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '')
  } catch (cause) {
    throw new AppError('bad-request', 'The first line of standard input is not UTF-8 text', { cause })
  }
}
