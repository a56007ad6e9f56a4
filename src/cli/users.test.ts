import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { firstLine, usersTable } from './users.ts'

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
