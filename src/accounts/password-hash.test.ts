import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { HASH_OF_NOBODY, hashPassword, needsRehash, SALT_BYTES, verifyPassword } from './password-hash.ts'

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
  const phc = await hashPassword('correct horse', salt)
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await verifyPassword('correct horse', phc), true)
  assert.notEqual(await hashPassword('correct horse', new Uint8Array(SALT_BYTES).fill(8)), phc)
})

const others = ['Correct horse', 'correct horse ', 'correct hors', '', 'correct horse\0']
for (const other of others) {
  test(`verifyPassword() refuses ${JSON.stringify(other)}`, async () => {
    assert.equal(await verifyPassword(other, await hashPassword('correct horse', salt)), false)
  })
}

test('the same password verifies however its letters are composed', async () => {
  const phc = await hashPassword('cafe\u0301 au lait', salt)
  assert.equal(await verifyPassword('caf\u00e9\u00a0au lait', phc), true)
})

test('verifyPassword() throws on a malformed hash: that is no wrong password', async () => {
  await assert.rejects(verifyPassword('anything', 'anything'), /malformed/)
})

test('no password is known to match the hash of nobody, and it costs what others do', async () => {
  assert.equal(await verifyPassword('', HASH_OF_NOBODY), false)
  assert.equal(needsRehash(HASH_OF_NOBODY), false)
})

test('needsRehash() is true for another cost or length alone', async () => {
  const phc = await hashPassword('correct horse', salt)
  assert.equal(needsRehash(phc), false)
  assert.equal(needsRehash(phc.replace('m=19456', 'm=12288')), true)
  assert.equal(needsRehash(phc.replace('t=2', 't=3')), true)
  assert.equal(needsRehash(phc.replace('p=1', 'p=2')), true)
  assert.equal(needsRehash(await hashPassword('correct horse', new Uint8Array(8))), true)
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
