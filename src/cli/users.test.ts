import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, test } from 'node:test'
import { openTestAccounts } from '#accounts/test-accounts.ts'
import { BUILT_IN_ACCOUNTS } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { openTestStore, storageEnvironment, temporaryFolder } from '../../test/support/storage.ts'
import { assertRefused, inputOf } from './test-refusal.ts'
import { carryOut, command, firstLine, usersTable } from './users.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['no action', [], {}, /^Say what to do: users list, or users add, reset, disable, enable with a NAME\.$/],
  ['an unknown action', ['remove', 'maria'], {}, /^Say what to do/],
  ['too much', ['add', 'maria', 'schmidt'], {}, /^Say what to do/],
  ['no name', ['add'], {}, /^Name the user: users add NAME\.$/],
  ['a name to list', ['list', 'maria'], {}, /^users list takes no name\.$/],
  ['an unknown role', ['add', 'maria'], { role: 'owner' }, /^--role must be one of .*, not “owner”\.$/],
  ['a role of another action', ['reset', 'maria'], { role: 'admin' }, /^--role is no option of users reset\.$/],
  [
    'a password of another action',
    ['disable', 'maria'],
    { 'password-stdin': 'true' },
    /^--password-stdin is no option of users disable\.$/,
  ],
]

describe('sitesounder users', () => {
  for (const [name, operands, flags, sentence] of misused)
    test(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  test('has users from the first account on that a server makes', async () => {
    const folder = temporaryFolder()
    const reset = async () =>
      await command.run(
        inputOf({
          operands: ['reset', 'otter'],
          settings: { data: folder },
          environment: await storageEnvironment(folder),
        }),
      )
    {
      await using store = await openTestStore({ folder })
      await assert.rejects(reset(), /has no users yet\. Start the server with it once/)
      await store.accounts.create({ ...BUILT_IN_ACCOUNTS[0], passwordHash: 'x', nowMs: 1 })
    }
    await assert.rejects(reset(), /There is no user otter/)
    rmSync(folder, { recursive: true })
  })

  test('adds a user, sets another password, closes and opens the account', async () => {
    await using accounts = await openTestAccounts()
    const { store } = accounts
    const password = 'nine small otters'
    const added = await carryOut(store, {
      request: { action: 'add', name: 'maria', role: 'user', readsPassword: true },
      password,
    })
    const { id = 0 } = (await store.accounts.findByName('maria')) ?? {}
    const maria = { id, username: 'maria' }
    assert.deepEqual(added, {
      text: `Added maria as user, with the id ${id}.\n`,
      json: { ...maria, role: 'user', generatedPassword: null },
    })
    const reset = await carryOut(store, {
      request: { action: 'reset', name: 'maria', readsPassword: false },
      password: undefined,
    })
    assert.match(
      reset.text,
      /^maria has a new password, and is signed out everywhere\.\nPassword, shown this once: (?:[0-9a-z]{5}-){4}[0-9a-z]{5}\n$/,
    )
    const change = (action: 'disable' | 'enable') => carryOut(store, { request: { action, name: 'maria' }, password })
    assert.deepEqual(await change('disable'), {
      text: 'maria cannot sign in any more, and is signed out everywhere.\n',
      json: { ...maria, isDisabled: true },
    })
    assert.equal((await store.accounts.find(id))?.isDisabled, true)
    assert.deepEqual(await change('enable'), { text: 'maria can sign in.\n', json: { ...maria, isDisabled: false } })
    const listed = await carryOut(store, { request: { action: 'list' }, password: undefined })
    assert.deepEqual(listed.json, [{ ...maria, role: 'user', isDisabled: false, lastSignInAt: null, websiteCount: 0 }])
    await assert.rejects(
      carryOut(store, { request: { action: 'reset', name: 'otter', readsPassword: false }, password }),
      /There is no user otter: "sitesounder users list" names them\.$/,
    )
  })
})

test('users stand in columns, one a line', () => {
  const table = usersTable([
    { id: 1, username: 'admin', role: 'admin', isDisabled: false, lastSignInMs: null, websiteCount: 0 },
    {
      id: 12,
      username: 'maria.schmidt',
      role: 'user',
      isDisabled: true,
      lastSignInMs: Date.UTC(2026, 0, 2, 3, 4, 5),
      websiteCount: 17,
    },
  ])
  assert.equal(
    table,
    [
      'id  name           role   state     last sign-in          websites',
      '1   admin          admin  enabled   never                 0',
      '12  maria.schmidt  user   disabled  2026-01-02 03:04 UTC  17',
      '',
    ].join('\n'),
  )
})

test('a stored name cannot steer the terminal', () => {
  const username = 'a\u001b[2J\nb\u202ec'
  const table = usersTable([{ id: 3, username, role: 'user', isDisabled: false, lastSignInMs: null, websiteCount: 0 }])
  assert.equal(table.split('\n').length, 3)
  assert.ok(!/[\u001b\u202e]/.test(table))
})

async function* stream(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

const lines: [string, (string | Uint8Array)[], string][] = [
  ['a line', ['otters\n'], 'otters'],
  ['a line without an end', ['otters'], 'otters'],
  ['a line of Windows', ['otters\r\nherons\r\n'], 'otters'],
  ['the first of several', ['otters\nherons\n'], 'otters'],
  ['a line in pieces', ['ot', 'te', 'rs\nher', 'ons'], 'otters'],
  ['a letter in pieces', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0a])], 'é'],
  ['a byte order mark before it', ['\ufeffotters\n'], 'otters'],
  ['spaces at its ends', [' otters \n'], ' otters '],
  ['an empty line', ['\notters\n'], ''],
  ['nothing', [], ''],
]
for (const [name, parts, line] of lines) {
  test(`firstLine() reads ${name}`, async () => assert.equal(await firstLine(stream(...parts)), line))
}

test('firstLine() stops reading at the end of the line, and at 4 KiB', async () => {
  let prompts = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      prompts++
      yield Buffer.alloc(1_024, 'a')
    }
  }
  assert.equal((await firstLine(endless())).length, 4_096)
  assert.equal(prompts, 4)
})

test('firstLine() refuses what is not UTF-8', async () => {
  const refusal = (error: unknown) => error instanceof AppError && error.code === 'bad-request'
  await assert.rejects(firstLine(stream(Buffer.from([0x61, 0xff, 0x0a]))), refusal)
})
