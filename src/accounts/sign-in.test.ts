import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLimits } from './attempt-limits.ts'
import { createDeviceToken } from './known-device.ts'
import { hashPassword, needsRehash, SALT_BYTES } from './password-hash.ts'
import { createSignIn, type SignInAttempt, type SignInResult } from './sign-in.ts'
import { countHashes, openTestAccounts, TEST_PASSWORD_COST, type TestAccounts } from './test-accounts.ts'

const PASSWORD = 'nine small otters'
/** Of PASSWORD, at a cost that is no longer ours, made with Node's own argon2. */
const CHEAP_HASH = '$argon2id$v=19$m=1024,t=1,p=1$CQkJCQkJCQkJCQkJCQkJCQ$MnAh061I1B4STfS6+t5UV6OvX9hmKGrONEff5qQZ0gU'
const ADDRESS = '192.0.2.7'

async function openWithMaria(): Promise<
  TestAccounts & { signIn: (attempt: Partial<SignInAttempt>) => Promise<SignInResult> }
> {
  const accounts = await openTestAccounts()
  const passwordHash = await hashPassword(PASSWORD, new Uint8Array(SALT_BYTES), TEST_PASSWORD_COST)
  await accounts.store.accounts.create({ username: 'Maria', role: 'user', passwordHash, nowMs: accounts.clock.nowMs })
  const signIn = createSignIn(accounts.deps)
  return {
    ...accounts,
    signIn: attempt => signIn({ username: 'maria', password: PASSWORD, address: ADDRESS, ...attempt }),
  }
}

const wrong = { password: 'nine small beavers' }

test('the right password signs in, whatever the case of the name', async () => {
  await using maria = await openWithMaria()
  for (const username of ['maria', 'MARIA', 'ｍaria']) {
    const result = await maria.signIn({ username })
    assert.equal(result.ok && result.account.username, 'Maria')
  }
})

test('an unknown name, a disabled account and a wrong password get the same response for the same work', async () => {
  await using maria = await openWithMaria()
  const results: SignInResult[] = []
  const hashes: number[] = []
  const tryOnce = async (attempt: Partial<SignInAttempt>) => {
    hashes.push(await countHashes(async () => results.push(await maria.signIn(attempt))))
  }
  await tryOnce(wrong)
  await tryOnce({ username: 'unknown' })
  await tryOnce({ username: '' })
  const account = await maria.store.accounts.findByName('maria')
  await maria.store.accounts.setDisabled(account?.id ?? 0, true)
  await tryOnce({})
  await tryOnce(wrong)
  assert.deepEqual(hashes, [1, 1, 1, 1, 1])
  for (const result of results) assert.deepEqual(result, { ok: false, reason: 'wrong' })
})

test('after five wrong passwords each further try waits twice as long, up to 15 minutes, and hashes nothing meanwhile', async () => {
  await using maria = await openWithMaria()
  for (let count = 0; count < 5; count++) assert.deepEqual(await maria.signIn(wrong), { ok: false, reason: 'wrong' })
  const pausesMs: number[] = []
  for (let count = 0; count < 12; count++) {
    let result: SignInResult | undefined
    assert.equal(await countHashes(async () => (result = await maria.signIn({}))), 0)
    assert.ok(result?.ok === false && result.reason === 'wait')
    pausesMs.push(result.retryAtMs - maria.clock.nowMs)
    maria.clock.nowMs = result.retryAtMs - 1
    assert.equal((await maria.signIn({})).ok, false)
    maria.clock.nowMs = result.retryAtMs
    assert.deepEqual(await maria.signIn(wrong), { ok: false, reason: 'wrong' })
  }
  assert.deepEqual(
    pausesMs.map(ms => ms / 1_000),
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900],
  )
})

test('of 100 wrong passwords at once, no more than the free tries are hashed', async () => {
  await using maria = await openWithMaria()
  let results: SignInResult[] = []
  const hashes = await countHashes(async () => {
    results = await Promise.all(Array.from({ length: 100 }, (_, index) => maria.signIn({ password: `guess ${index}` })))
  })
  assert.equal(hashes, 5)
  assert.equal(results.filter(result => !result.ok && result.reason === 'wrong').length, 5)
  assert.equal(results.filter(result => !result.ok && result.reason === 'wait').length, 95)
})

test('one address that tries many names waits after twenty, and its neighbours of the same /64 with it', async () => {
  await using maria = await openWithMaria()
  const from = (host: number) => ({ address: `2001:db8::${host}` })
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => maria.signIn({ ...wrong, ...from(index), username: `name${index}` })),
  )
  assert.equal(results.filter(result => !result.ok && result.reason === 'wrong').length, 20)
  assert.equal((await maria.signIn(from(99))).ok, false)
  assert.equal((await maria.signIn({ address: '2001:db8:0:1::1' })).ok, true)
})

test('a stranger at many addresses keeps the owner of a name waiting a minute at most', async () => {
  await using maria = await openWithMaria()
  for (let count = 0; count < 60; count++) {
    const result = await maria.signIn({ ...wrong, address: `198.51.100.${count}` })
    if (!result.ok && result.reason === 'wait') maria.clock.nowMs = result.retryAtMs
  }
  const before = await maria.signIn({})
  assert.ok(!before.ok && before.reason === 'wait')
  assert.ok(before.retryAtMs - maria.clock.nowMs <= 60_000)
  maria.clock.nowMs = before.retryAtMs
  assert.equal((await maria.signIn({})).ok, true)
})

test('strangers who guess a name from many networks do not make its owner wait on a device that has signed in before', async () => {
  await using maria = await openWithMaria()
  const first = await maria.signIn({})
  assert.ok(first.ok)
  const deviceToken = createDeviceToken(first.account, maria.deps.randomBytes)
  for (let count = 0; count < 200; count++) await maria.signIn({ ...wrong, address: `198.51.100.${count}` })
  assert.equal((await maria.signIn({ address: '203.0.113.1' })).ok, false, 'a new device waits')
  for (const address of [ADDRESS, '198.51.100.1'])
    assert.equal((await maria.signIn({ address, deviceToken })).ok, true, address)
})

test('a known device that guesses has a count of its own, and waits by it at every address', async () => {
  await using maria = await openWithMaria()
  const first = await maria.signIn({})
  assert.ok(first.ok)
  const deviceToken = createDeviceToken(first.account, maria.deps.randomBytes)
  for (let count = 0; count < 5; count++)
    assert.deepEqual(await maria.signIn({ ...wrong, deviceToken }), { ok: false, reason: 'wrong' })
  const waiting = await maria.signIn({ deviceToken, address: '203.0.113.1' })
  assert.deepEqual(waiting, { ok: false, reason: 'wait', retryAtMs: maria.clock.nowMs + 1_000 })
  assert.equal((await maria.signIn({})).ok, true, 'without the token the tries are as free as ever')
})

test('a device is known to its account alone, until the password changes, and by no token but its own', async () => {
  await using maria = await openWithMaria()
  const first = await maria.signIn({})
  assert.ok(first.ok)
  const { account } = first
  const own = createDeviceToken(account, maria.deps.randomBytes)
  const [deviceId = '', signature = ''] = own.split('.')
  const tokens = {
    'of another account': createDeviceToken({ ...account, id: account.id + 1 }, maria.deps.randomBytes),
    'of an earlier password': createDeviceToken({ ...account, passwordHash: CHEAP_HASH }, maria.deps.randomBytes),
    'of another device': `${'A'.repeat(deviceId.length)}.${signature}`,
    'with another signature': `${deviceId}.${'A'.repeat(signature.length)}`,
    'cut off': own.slice(0, -1),
    'of any text': 'nonsense',
  }
  for (let count = 0; count < 60; count++) await maria.signIn({ ...wrong, address: `198.51.100.${count}` })
  for (const [what, deviceToken] of Object.entries(tokens))
    assert.equal((await maria.signIn({ deviceToken })).ok, false, what)
  assert.equal((await maria.signIn({ deviceToken: own })).ok, true)
})

test('an office whose people all sign in is not slowed down', async () => {
  await using maria = await openWithMaria()
  for (let count = 0; count < 30; count++) assert.equal((await maria.signIn({})).ok, true)
})

test('signing in forgives the tries at this name, and not those at other names from the same address', async () => {
  await using maria = await openWithMaria()
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 4; count++) assert.equal((await maria.signIn(wrong)).ok, false)
    assert.equal((await maria.signIn({})).ok, true)
  }
  for (let count = 0; count < 8; count++) await maria.signIn({ username: `name${count}` })
  const result = await maria.signIn({ username: 'yet another' })
  assert.equal(!result.ok && result.reason, 'wait')
})

test('signing in forgives what strangers tried at this name', async () => {
  await using maria = await openWithMaria()
  const tryFrom = (address: string) =>
    maria.store.attempts.take(guessLimits({ username: 'maria', address }), maria.clock.nowMs)
  for (let count = 0; count < 49; count++) assert.ok((await tryFrom(`198.51.100.${count}`)).ok)
  assert.equal((await maria.signIn({})).ok, true)
  assert.ok((await tryFrom('203.0.113.1')).ok)
  assert.ok((await tryFrom('203.0.113.2')).ok)
})

test('tries are forgotten after a day without one', async () => {
  await using maria = await openWithMaria()
  for (let count = 0; count < 5; count++) await maria.signIn(wrong)
  maria.clock.nowMs += 24 * 3_600_000
  for (let count = 0; count < 5; count++) assert.deepEqual(await maria.signIn(wrong), { ok: false, reason: 'wrong' })
})

test('a hash of another cost is replaced at the next sign-in, and sessions stay', async () => {
  await using maria = await openWithMaria()
  const id = (await maria.store.accounts.findByName('maria'))?.id ?? 0
  await maria.store.accounts.setPassword({ accountId: id, passwordHash: CHEAP_HASH, nowMs: 0 })
  await maria.store.sessions.open({ tokenHash: 'a', accountId: id, nowMs: 0, endsMs: maria.clock.nowMs * 2 })
  assert.equal((await maria.signIn(wrong)).ok, false)
  assert.equal((await maria.store.accounts.find(id))?.passwordHash, CHEAP_HASH)
  const result = await maria.signIn({})
  const stored = await maria.store.accounts.find(id)
  assert.equal(result.ok && result.account.passwordHash, stored?.passwordHash, 'the session is opened against it')
  assert.equal(needsRehash((await maria.store.accounts.find(id))?.passwordHash ?? '', TEST_PASSWORD_COST), false)
  assert.equal((await maria.signIn({})).ok, true)
  assert.equal((await maria.rows('session')).length, 1)
})

test('a password that is changed while it is being checked neither signs in nor comes back', async () => {
  await using maria = await openWithMaria()
  const { store, deps } = maria
  const id = (await store.accounts.findByName('maria'))?.id ?? 0
  await store.accounts.setPassword({ accountId: id, passwordHash: CHEAP_HASH, nowMs: 0 })
  const other = await hashPassword('seven tall herons', new Uint8Array(SALT_BYTES), TEST_PASSWORD_COST)
  const findThenChange = async (username: string) => {
    const found = await store.accounts.findByName(username)
    await store.accounts.setPassword({ accountId: id, passwordHash: other, nowMs: 0 })
    return found
  }
  const interrupted = { ...store, accounts: { ...store.accounts, findByName: findThenChange } }
  const signIn = createSignIn({ ...deps, store: interrupted })
  const result = await signIn({ username: 'maria', password: PASSWORD, address: ADDRESS })
  assert.deepEqual(result, { ok: false, reason: 'wrong' })
  assert.equal((await store.accounts.find(id))?.passwordHash, other)
})

test('what was typed is stored nowhere', async () => {
  await using maria = await openWithMaria()
  await maria.signIn({ username: 'typed by mistake', password: 'seven tall herons' })
  const stored = JSON.stringify([await maria.rows('account'), await maria.rows('attempt')])
  for (const typed of ['typed by mistake', 'seven tall herons', PASSWORD, ADDRESS])
    assert.ok(!stored.includes(typed), typed)
})
