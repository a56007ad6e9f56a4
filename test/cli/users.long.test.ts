import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { ensureBuiltInAccounts } from '#accounts/built-in-accounts.ts'
import { type AccountDeps, createSignIn } from '#accounts/sign-in.ts'
import { TEST_PASSWORD_COST } from '#accounts/test-accounts.ts'
import { databasePath } from '#runtime/database.ts'
import { lockDataFolder } from '#store/database/data-folder-lock.ts'
import type { Store } from '#store/store.ts'
import { type Finished, runCommand } from '../support/command.ts'
import { sampled } from '../support/measure.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'
import { openTestStore, rowsIn, storageEnvironment } from '../support/storage.ts'

/** `sitesounder users` in a process of its own, on the data folder of a server that was started once. */

const PASSWORD = 'nine small otters'
const GENERATED = /^Password, shown this once: ((?:[0-9a-z]{5}-){4}[0-9a-z]{5})\n$/m

let root: string
let folder: string
before(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sitesounder-users-'))
})
after(() => rmSync(root, { recursive: true, force: true }))
beforeEach(async () => {
  folder = mkdtempSync(path.join(root, 'data-'))
  await withStore(store => ensureBuiltInAccounts(depsOf(store), { admin: PASSWORD, user: PASSWORD }))
})

const depsOf = (store: Store): AccountDeps => ({
  store,
  now: Date.now,
  randomBytes,
  passwordCost: TEST_PASSWORD_COST,
})

const users = async (args: readonly string[], input?: string): Promise<Finished> =>
  await runCommand(['users', ...args, '--data', folder], {
    env: await storageEnvironment(folder),
    ...(input !== undefined && { input }),
  })

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openTestStore({ folder })
  return await work(store)
}

function canSignIn(username: string, password: string): Promise<boolean> {
  return withStore(async store => {
    const signIn = createSignIn(depsOf(store))
    return (await signIn({ username, password, address: '192.0.2.7' })).ok
  })
}

/** Whether a session of the account is good for a request. */
function isSessionOpen(tokenHash: string): Promise<boolean> {
  return withStore(
    async store => (await store.sessions.find(tokenHash, { nowMs: Date.now(), idleMs: 60_000 })) !== null,
  )
}

async function openSession(tokenHash: string, accountId: number): Promise<void> {
  const nowMs = Date.now()
  await withStore(store => store.sessions.open({ tokenHash, accountId, nowMs, endsMs: nowMs + 3_600_000 }))
}

/** Whether it stands in a file of the data folder, or with the accounts. */
async function isKept(text: string): Promise<boolean> {
  const accounts = JSON.stringify(await rowsIn(folder, 'select * from account'))
  if (accounts.includes(text)) return true
  if (!existsSync(folder)) return false
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .some(entry => readFileSync(path.join(entry.parentPath, entry.name)).includes(text))
}

function generatedIn({ stdout }: Finished): string {
  const password = GENERATED.exec(stdout)?.[1]
  assert.ok(password, stdout)
  return password
}

test('list prints a table of who may sign in', async () => {
  const { code, stdout, stderr } = await users(['list'])
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(
    stdout,
    [
      'id  name   role   state    last sign-in  websites',
      '1   admin  admin  enabled  never         0',
      '2   user   user   enabled  never         0',
      '',
    ].join('\n'),
  )
})

test('add makes a user whose generated password is printed once and kept nowhere', async () => {
  const added = await users(['add', 'maria', '--role', 'admin'])
  assert.deepEqual([added.code, added.stderr], [0, ''])
  assert.match(added.stdout, /^Added maria as admin, with the id 3\.\n/)
  const password = generatedIn(added)
  assert.equal(added.stdout.split(password).length, 2)
  assert.ok(!(await isKept(password)))
  const [stored] = await rowsIn(folder, `select password_hash from account where username = 'maria'`)
  assert.match(String(stored?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.ok(await canSignIn('maria', password))
})

test('--password-stdin takes the first line, and prints and keeps it nowhere', async () => {
  const added = await users(['add', 'maria', '--password-stdin'], 'seven tall herons\nignored\n')
  assert.deepEqual(added, { code: 0, stdout: 'Added maria as user, with the id 3.\n', stderr: '' })
  assert.ok(await canSignIn('maria', 'seven tall herons'))
  const reset = await users(['reset', 'maria', '--password-stdin'], 'three old ravens')
  assert.deepEqual(reset, { code: 0, stdout: 'maria has a new password, and is signed out everywhere.\n', stderr: '' })
  assert.ok(await canSignIn('maria', 'three old ravens'))
  for (const password of ['seven tall herons', 'three old ravens']) assert.ok(!(await isKept(password)), password)
})

test('reset gives another password and ends the sessions of that user alone', async () => {
  await openSession('of admin', 1)
  await openSession('of user', 2)
  const reset = await users(['reset', 'USER'])
  assert.deepEqual([reset.code, reset.stderr], [0, ''])
  assert.match(reset.stdout, /^user has a new password, and is signed out everywhere\.\n/)
  assert.equal(await isSessionOpen('of user'), false)
  assert.equal(await isSessionOpen('of admin'), true)
  assert.equal(await canSignIn('user', PASSWORD), false)
  assert.ok(await canSignIn('user', generatedIn(reset)))
})

test('a disabled user is signed out and cannot sign in until enabled', async () => {
  await openSession('of user', 2)
  const disabled = await users(['disable', 'user'])
  assert.deepEqual(disabled, {
    code: 0,
    stdout: 'user cannot sign in any more, and is signed out everywhere.\n',
    stderr: '',
  })
  assert.equal(await isSessionOpen('of user'), false)
  assert.equal(await canSignIn('user', PASSWORD), false)
  assert.match((await users(['list'])).stdout, /user +user +disabled/)
  assert.deepEqual(await users(['enable', 'user']), { code: 0, stdout: 'user can sign in.\n', stderr: '' })
  assert.ok(await canSignIn('user', PASSWORD))
})

test(
  'it works while a server has the data folder, and a change holds at once',
  onSqliteAlone('it works while a server has the data folder, and a change holds at once'),
  async () => {
    await using _lock = lockDataFolder(folder)
    await using store = await openTestStore({ folder })
    const nowMs = Date.now()
    await store.sessions.open({ tokenHash: 'of user', accountId: 2, nowMs, endsMs: nowMs + 3_600_000 })
    const findUser = () => store.sessions.find('of user', { nowMs: Date.now(), idleMs: 60_000 })
    assert.equal((await findUser())?.username, 'user')
    assert.equal((await users(['disable', 'user'])).code, 0)
    assert.equal(await findUser(), null)
  },
)

const refused: [string, readonly string[], string | undefined, RegExp][] = [
  ['a name that is taken', ['add', 'Admin'], undefined, /^The username Admin is taken\n$/],
  ['a name that cannot be one', ['add', '<maria>'], undefined, /^A username has 1 to 64 letters, [^\n]+\n$/],
  ['a short password', ['add', 'maria', '--password-stdin'], 'ot7ers\n', /^A password has at least 12 [^\n]+\n$/],
  [
    'a common password',
    ['reset', 'user', '--password-stdin'],
    'Password-2024\n',
    /^This password is easy to guess[^\n]+\n$/,
  ],
  ['no password on standard input', ['reset', 'user', '--password-stdin'], '', /^A password has at least 12 [^\n]+\n$/],
  ['an unknown user', ['reset', 'unknown'], undefined, /^There is no user unknown: "sitesounder users list" [^\n]+\n$/],
  [
    'disabling the last administrator',
    ['disable', 'admin'],
    undefined,
    /^The last administrator cannot be disabled\n$/,
  ],
]
for (const [name, args, input, sentence] of sampled(refused, 3)) {
  test(`${name} is one sentence and exit code 1, and changes nothing`, async () => {
    const { code, stdout, stderr } = await users(args, input)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, sentence)
    if (input) assert.ok(!stderr.includes(input.trim()))
    assert.equal((await withStore(store => store.accounts.list())).length, 2)
    for (const username of ['admin', 'user']) assert.ok(await canSignIn(username, PASSWORD))
  })
}

const misused: [string, readonly string[], RegExp][] = [
  ['no action', [], /^Say what to do: users list, or users add, reset, disable, enable with a NAME\.\n$/],
  ['an unknown action', ['remove', 'user'], /^Say what to do: /],
  ['no name', ['add'], /^Name the user: users add NAME\.\n$/],
  ['a name for list', ['list', 'user'], /^users list takes no name\.\n$/],
  ['a password after the name', ['add', 'maria', 'nine-small-otters'], /^Say what to do: (?!.*otters)/],
  [
    'a password as a flag',
    ['add', 'maria', '--password', 'nine-small-otters'],
    /^users has no option --password; (?!.*otters)/,
  ],
  ['an unknown role', ['add', 'maria', '--role', 'root'], /^--role must be one of admin, user, not “root”\.\n$/],
  ['a role for reset', ['reset', 'user', '--role', 'admin'], /^--role is no option of users reset\.\n$/],
  [
    'a password for disable',
    ['disable', 'user', '--password-stdin'],
    /^--password-stdin is no option of users disable\.\n$/,
  ],
  ['an option of another command', ['list', '--limit', '3'], /^users has no option --limit; /],
]
for (const [name, args, sentence] of sampled(misused, 5)) {
  test(`${name} is one sentence and exit code 2`, async () => {
    const { code, stdout, stderr } = await users(args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, sentence)
    assert.equal((await withStore(store => store.accounts.list())).length, 2)
  })
}

test(
  'a data folder that does not exist is one sentence, and nothing is made',
  onSqliteAlone('a data folder that does not exist is one sentence, and nothing is made'),
  async () => {
    const absent = path.join(root, 'absent')
    const { code, stdout, stderr } = await runCommand(['users', 'list', '--data', absent])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^There is no data folder [^\n]*absent: name it with --data\. Start the server [^\n]+\n$/)
    assert.ok(!existsSync(absent))
  },
)

test(
  'a data folder in which no server was started is one sentence, and nothing is made',
  onSqliteAlone('a data folder in which no server was started is one sentence, and nothing is made'),
  async () => {
    const empty = path.join(root, 'empty')
    mkdirSync(empty)
    for (const args of [['list'], ['add', 'maria']]) {
      const { code, stderr } = await runCommand(['users', ...args, '--data', empty])
      assert.equal(code, 1)
      assert.match(stderr, /^The data folder [^\n]*empty has no users yet\. Start the server with it once: [^\n]+\n$/)
    }
    assert.deepEqual(readdirSync(empty), [])
  },
)

test('a database without accounts, as audit --data leaves one, is reported in the same way', async () => {
  folder = mkdtempSync(path.join(root, 'audited-'))
  await withStore(async () => undefined)
  const { code, stderr } = await users(['add', 'maria'])
  assert.equal(code, 1)
  assert.match(stderr, /has no users yet\. Start the server with it once/)
  assert.deepEqual(await withStore(store => store.accounts.list()), [])
})

test('a database that is none is one sentence', onSqliteAlone('a database that is none is one sentence'), async () => {
  folder = mkdtempSync(path.join(root, 'broken-'))
  writeFileSync(databasePath(folder), 'this is no database, however long it may be '.repeat(50))
  const { code, stderr } = await users(['list'])
  assert.equal(code, 1)
  assert.match(stderr, /^The database [^\n]+sitesounder\.sqlite cannot be opened: [^\n]+\n$/)
})

test('the first start of the server prints both passwords once; users reset admin makes another', async () => {
  folder = path.join(root, 'served')
  const start = async () =>
    await runCommand(['serve', '--data', folder, '--port', '0'], {
      env: await storageEnvironment(folder),
      onOutput: ({ stdout, child }) =>
        void (/ready on [^\n]+\n/.test(stdout) && !child.killed && child.kill('SIGTERM')),
    })
  const first = await start()
  assert.equal(first.code, 0)
  for (const username of ['admin', 'user']) {
    const password = new RegExp(`^  ${username} +(\\S+)$`, 'm').exec(first.stdout)?.[1] ?? ''
    assert.ok(await canSignIn(username, password), first.stdout)
    assert.ok(!(await isKept(password)) && !first.stderr.includes(password))
  }
  const reset = generatedIn(await users(['reset', 'admin']))
  const second = await start()
  assert.ok(!second.stdout.includes('shown this once'))
  assert.ok(await canSignIn('admin', reset))
})

test('a poor password of the environment ends the start with one sentence that does not repeat it', async () => {
  const { code, stdout, stderr } = await runCommand(['serve', '--data', path.join(root, 'poor'), '--port', '0'], {
    env: { SITESOUNDER_ADMIN_PASSWORD: 'Password-2024' },
  })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^The password set for the account admin: This password is easy to guess[^\n]+\n$/)
  assert.ok(!stderr.includes('Password-2024'))
})
