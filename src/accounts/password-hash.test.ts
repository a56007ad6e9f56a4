import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import {
  formatPhc,
  hashPassword,
  needsRehash,
  PASSWORD_COST,
  parsePhc,
  preparedPassword,
  SALT_BYTES,
  unknownUserHash,
  verifyPassword,
} from './password-hash.ts'

const salt = new Uint8Array(SALT_BYTES).fill(7)

/** From the tests of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c), for "password". */
const references = [
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
]
for (const reference of references) {
  test(`verifyPassword() agrees with the reference implementation on ${reference.slice(15, 31)}`, async () => {
    assert.equal(await verifyPassword('password', reference), true)
    assert.equal(await verifyPassword('differentpassword', reference), false)
  })
}

test('hashPassword() writes a PHC string that verifies, and differs by salt', async () => {
  const phc = await hashPassword('correct horse', salt, PASSWORD_COST)
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await verifyPassword('correct horse', phc), true)
  assert.notEqual(await hashPassword('correct horse', new Uint8Array(SALT_BYTES).fill(8), PASSWORD_COST), phc)
})

const others = ['Correct horse', 'correct horse ', 'correct hors', '', 'correct horse\0']
for (const other of others) {
  test(`verifyPassword() refuses ${JSON.stringify(other)}`, async () => {
    assert.equal(await verifyPassword(other, await hashPassword('correct horse', salt, PASSWORD_COST)), false)
  })
}

test('the same password verifies however its letters are composed', async () => {
  const phc = await hashPassword('cafe\u0301 au lait', salt, PASSWORD_COST)
  assert.equal(await verifyPassword('caf\u00e9\u00a0au lait', phc), true)
})

test('verifyPassword() throws on a malformed hash: that is no wrong password', async () => {
  await assert.rejects(verifyPassword('anything', 'anything'), /malformed/)
})

test('no password is known to match the placeholder hash, and it costs what others do', async () => {
  const hash = unknownUserHash(PASSWORD_COST)
  assert.equal(await verifyPassword('', hash), false)
  assert.equal(needsRehash(hash, PASSWORD_COST), false)
})

test('needsRehash() is true for another cost or length alone', async () => {
  const phc = await hashPassword('correct horse', salt, PASSWORD_COST)
  assert.equal(needsRehash(phc, PASSWORD_COST), false)
  assert.equal(needsRehash(phc.replace('m=19456', 'm=12288'), PASSWORD_COST), true)
  assert.equal(needsRehash(phc.replace('t=2', 't=3'), PASSWORD_COST), true)
  assert.equal(needsRehash(phc.replace('p=1', 'p=2'), PASSWORD_COST), true)
  assert.equal(needsRehash(await hashPassword('correct horse', new Uint8Array(8), PASSWORD_COST), PASSWORD_COST), true)
})

test('of 80 passwords at once, 66 are hashed and the others are refused as unavailable', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('x', references[1] ?? '')))
  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 14)
  for (const result of results) {
    if (result.status === 'rejected')
      assert.ok(result.reason instanceof AppError && result.reason.code === 'unavailable')
  }
})

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA'
const HASH = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const COST = 'm=19456,t=2,p=1'
const VALID = `$argon2id$v=19$${COST}$${SALT}$${HASH}`

test('a PHC string comes back as it was written', () => {
  const parsed = parsePhc(VALID)
  assert.deepEqual(parsed.cost, { memoryKib: 19_456, passes: 2, parallelism: 1 })
  assert.equal(Buffer.from(parsed.salt).toString(), 'saltsaltsaltsalt')
  assert.equal(parsed.hash.length, 32)
  assert.equal(formatPhc(parsed), VALID)
})

for (const cost of ['m=16,t=2,p=2', 'm=262144,t=16,p=1', 'm=19456,t=1,p=1'])
  test(`parsePhc() takes ${cost}, which is the last within the bounds`, () => {
    const phc = VALID.replace(COST, cost)
    assert.equal(formatPhc(parsePhc(phc)), phc)
  })

const malformed: [string, string][] = [
  ['nothing', ''],
  ['a plain word', 'secret'],
  ['another algorithm', VALID.replace('argon2id', 'argon2i')],
  ['another version', VALID.replace('v=19', 'v=16')],
  ['no version', VALID.replace('$v=19', '')],
  ['parameters in another order', VALID.replace(COST, 't=2,m=19456,p=1')],
  ['a leading zero', VALID.replace('t=2', 't=02')],
  ['a sign', VALID.replace('t=2', 't=+2')],
  ['no pass', VALID.replace('t=2', 't=0')],
  ['more passes than are taken', VALID.replace('t=2', 't=17')],
  ['no lane', VALID.replace('p=1', 'p=0')],
  ['memory too small for its lanes', VALID.replace(COST, 'm=15,t=2,p=2')],
  ['more memory than is taken', VALID.replace('m=19456', 'm=262145')],
  ['padding', `${VALID}=`],
  ['a hash that is missing', VALID.slice(0, -HASH.length)],
  ['a hash that is too short', VALID.replace(HASH, HASH.slice(0, 20))],
  ['a hash that is too long', VALID.replace(HASH, 'A'.repeat(87))],
  ['a salt that is too short', VALID.replace(SALT, 'c2FsdA')],
  ['base64 with bits to spare', VALID.replace(SALT, `${SALT.slice(0, -1)}B`)],
  ['the URL alphabet', VALID.replace(SALT, SALT.replace('c2', '-_'))],
  ['a line end', `${VALID}\n`],
  ['something before it', ` ${VALID}`],
  ['something after it', `${VALID}$x`],
  ['a flood', VALID + 'A'.repeat(1_000_000)],
]
for (const [name, text] of malformed) {
  test(`parsePhc() throws on ${name}, and repeats nothing of it`, () => {
    assert.throws(() => parsePhc(text), { message: 'a stored password hash is malformed' })
  })
}

const rows: [string, string, string][] = [
  ['a decomposed letter becomes the composed one', 'cafe\u0301', 'caf\u00e9'],
  ['a no-break and an ideographic space become spaces', 'a\u00a0b\u3000c', 'a b c'],
  ['case is kept', 'Straße ABC', 'Straße ABC'],
  ['compatibility forms stay what they are', '\uff21\ufb01', '\uff21\ufb01'],
  ['spaces at the ends are part of the password', ' a ', ' a '],
]
for (const [name, typed, prepared] of rows) {
  test(`preparedPassword(): ${name}`, () => assert.equal(preparedPassword(typed), prepared))
}
