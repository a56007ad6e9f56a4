import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Guess, guessLimits, networkOf, tooManyAttempts } from './attempt-limits.ts'

const keys = (guess: Guess) => guessLimits(guess).map(({ key }) => key)
const guess: Guess = { username: 'maria', address: '192.0.2.7' }
const [both, address, name] = keys(guess)

test('a guess counts for name and address together, for the address, and for the name', () => {
  assert.equal(new Set([both, address, name]).size, 3)
  assert.deepEqual(
    guessLimits(guess).map(limit => [limit.freeTries, limit.firstPauseMs, limit.maxPauseMs, limit.forgetAfterMs]),
    [
      [5, 1_000, 900_000, 86_400_000],
      [20, 1_000, 900_000, 86_400_000],
      [50, 1_000, 60_000, 86_400_000],
    ],
  )
})

test('keys do not hold what was typed', () => {
  for (const key of [both, address, name]) assert.match(key ?? '', /^[0-9a-f]{64}$/)
})

const same: [string, Guess][] = [
  ['another case', { ...guess, username: 'MARIA' }],
  ['fullwidth letters', { ...guess, username: 'ｍａｒｉａ' }],
  ['spaces around the name', { ...guess, username: ' maria ' }],
  ['the address mapped into IPv6', { ...guess, address: '::ffff:192.0.2.7' }],
]
for (const [what, other] of same) test(`${what} is the same guess`, () => assert.deepEqual(keys(other), keys(guess)))

test('another address of the same /64 is the same guess', () => {
  const first = keys({ ...guess, address: '2001:db8::1' })
  assert.deepEqual(keys({ ...guess, address: '2001:db8::ffff:1' }), first)
  assert.notDeepEqual(keys({ ...guess, address: '2001:db8:0:1::1' }), first)
})

test('another name shares the address alone, another address the name alone', () => {
  const otherName = keys({ ...guess, username: 'mario' })
  assert.deepEqual([otherName[0] === both, otherName[1] === address, otherName[2] === name], [false, true, false])
  const otherAddress = keys({ ...guess, address: '192.0.2.8' })
  assert.deepEqual(
    [otherAddress[0] === both, otherAddress[1] === address, otherAddress[2] === name],
    [false, false, true],
  )
})

test('a name never passes for an address, nor a part of one for the other', () => {
  assert.notEqual(keys({ username: 'x', address: '' })[2], keys({ username: '', address: 'x' })[1])
  assert.notEqual(keys({ username: 'a","b', address: 'c' })[0], keys({ username: 'a', address: 'b","c' })[0])
})

const rows: [string, string, string][] = [
  ['an IPv4 address stands for itself', '192.0.2.7', '192.0.2.7'],
  ['one mapped into IPv6 is the same', '::ffff:192.0.2.7', '192.0.2.7'],
  ['one mapped in hexadecimal is, too', '::ffff:c000:207', '192.0.2.7'],
  ['an IPv6 address stands for its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another spelling is the same', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['the neighbouring /64 is another', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['a zone says nothing about whose it is', 'fe80::1%eth0', 'fe80::/64'],
  ['loopback', '::1', '::/64'],
  ['no address at all', '', ''],
  ['a name', 'localhost', 'localhost'],
]
for (const [name, address, network] of rows) {
  test(`networkOf(): ${name}`, () => assert.equal(networkOf(address), network))
}

const waits: [number, string, number][] = [
  [-5, '1 second', 1],
  [1, '1 second', 1],
  [1_000, '1 second', 1],
  [1_001, '2 seconds', 2],
  [60_000, '60 seconds', 60],
  [60_001, '2 minutes', 61],
  [900_000, '15 minutes', 900],
]
for (const [waitMs, words, retryAfterSeconds] of waits) {
  test(`a wait of ${waitMs} ms is ${words}`, () => {
    const error = tooManyAttempts(waitMs)
    assert.equal(error.code, 'too-many')
    assert.equal(error.retryAfterSeconds, retryAfterSeconds)
    assert.equal(error.message, `Too many attempts. Please try again in ${words}.`)
  })
}
