import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPhc, parsePhc } from './phc-string.ts'

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
