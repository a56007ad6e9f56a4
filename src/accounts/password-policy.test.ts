import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { generatePassword, passwordProblem } from './password-policy.ts'

const accepted: [string, string][] = [
  ['a sentence', 'nine small otters crossed the river'],
  ['a sentence with a common word', 'passwordless elephants dance badly'],
  ['random characters', 'v9#Lq2xZr!mB'],
  ['random letters', 'kvjqxzwpmrth'],
  ['another alphabet', 'семьмаленькихвыдр'],
  ['no alphabet at all', '川を渡る七匹の小さなかわうそ'],
  ['spaces', '  otter river stone  '],
  ['a common word with enough besides', 'dragon kvjqxzwp'],
  ['the username with enough besides', 'maria walked to the harbour'],
  ['the product with enough besides', 'sitesounder kvjqxzwp'],
  ['a short username inside', 'savannah elephants'],
  ['nine characters twice', 'kvjqxzwpmkvjqxzwpm'],
  ['a run at the beginning with enough besides', 'qwertkvjxzpmb'],
  ['a run at the end with enough besides', 'kvjxzpmbqwert'],
  ['exactly the least length', 'kvjqxz2wpmrt'],
  ['exactly the greatest length', `${'kvjqxzwpmrth'.repeat(21)}abxd`],
]
for (const [name, password] of accepted) {
  const username = name === 'a short username inside' ? 'ann' : 'maria'
  test(`passwordProblem() takes ${name}`, () => assert.equal(passwordProblem(password, username), null))
}

const LENGTH = /at (least 12|most 256) characters$/
const CONTROL = /not contain control characters$/
const PIECE = /repeat one short piece$/
const EASY = /easy to guess/
const refused: [string, string, RegExp][] = [
  ['nothing', '', LENGTH],
  ['eleven characters', 'kvjqxzwpmrt', LENGTH],
  ['twelve code units that are fewer characters', 'kvjqe\u0301xzwpmr', LENGTH],
  ['257 characters', `${'kvjqxzwpmrth'.repeat(21)}abxde`, LENGTH],
  ['a line end', 'otter river\nstone', CONTROL],
  ['a NUL', 'otter river\0stone', CONTROL],
  ['half a surrogate pair', 'otter river \ud800', CONTROL],
  ['one character', 'aaaaaaaaaaaa', PIECE],
  ['one character in both cases', 'aAaAaAaAaAaA', PIECE],
  ['blanks alone', '            ', PIECE],
  ['two characters by turns', 'abababababab', PIECE],
  ['a word twice', 'otters otters ', PIECE],
  ['a random piece again and again', 'x7#kx7#kx7#kx', PIECE],
  ['eight characters twice', 'kvjqxzwpkvjqxzwp', PIECE],
  ['one character with something at the end', 'aaaaaaaaa-xk7', EASY],
  ['the alphabet', 'abcdefghijkl', EASY],
  ['the alphabet backwards', 'zyxwvutsrqpo', EASY],
  ['digits in order', '1234567890123', EASY],
  ['a keyboard row', 'qwertyuiop[]', EASY],
  ['a run at the beginning with less besides', 'qwertkvjxzpm', EASY],
  ['a run at the end with less besides', 'kvjxzpmqwert', EASY],
  ['rows joined', 'qwertyasdfgh', EASY],
  ['rows and digits', 'qwerty123456', EASY],
  ['columns', '1qaz2wsx3edc', EASY],
  ['digits between letters', '1q2w3e4r5t6y', EASY],
  ['shifted digits', '!@#$%^&*()12', EASY],
  ['a Cyrillic row', 'йцукенгшщзхъ', EASY],
  ['a word and digits', 'password1234', EASY],
  ['a word and a year', 'Password2024!', EASY],
  ['a word and eight digits', 'welcome83920174', EASY],
  ['replaced letters', 'P@ssw0rd!!2024', EASY],
  ['replaced letters with the other reading of 1', 'adm1n1strator', EASY],
  ['a season and a year', 'Summer2024!!', EASY],
  ['separators between the parts', 'let-me-in 2024.', EASY],
  ['separators in a word', 'p-a-s-s-w-o-r-d', EASY],
  ['words joined', 'welcomeadmin1', EASY],
  ['a word in another language', 'Motdepasse123', EASY],
  ['the famous example', 'correct horse battery staple', EASY],
  ['the username', 'maria.schmidt', EASY],
  ['the username and a few digits', 'Maria.Schmidt77', EASY],
  ['the product', 'Sitesounder1!', EASY],
  ['the product and a role', 'sitesounder-admin', EASY],
]
for (const [name, password, problem] of refused) {
  test(`passwordProblem() refuses ${name}`, () => {
    assert.match(passwordProblem(password, 'maria.schmidt') ?? 'taken', problem)
  })
}

test('a problem never repeats the password', () => {
  for (const [, password] of refused) {
    if (password.trim().length > 2) assert.ok(!passwordProblem(password, 'maria.schmidt')?.includes(password))
  }
})

test('generatePassword() makes five groups of five letters, at least 100 bits', () => {
  const letters = new Set<string>()
  for (let byte = 0; byte < 256; byte++)
    letters.add(generatePassword(size => new Uint8Array(size).fill(byte)).slice(0, 1))
  assert.equal(letters.size, 32)
  assert.ok(25 * Math.log2(letters.size) >= 100)
  assert.ok(!/[A-Zilou]/.test([...letters].join('')))
  assert.match(generatePassword(randomBytes), /^(?:[0-9a-z]{5}-){4}[0-9a-z]{5}$/)
})

test('generatePassword() takes every letter from 8 of the 256 values of a byte', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const letter = generatePassword(size => new Uint8Array(size).fill(byte)).slice(0, 1)
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  assert.deepEqual(new Set(counts.values()), new Set([8]))
})

test('generatePassword() gives another one each time, and each passes the policy', () => {
  const made = Array.from({ length: 200 }, () => generatePassword(randomBytes))
  assert.equal(new Set(made).size, made.length)
  for (const password of made) assert.equal(passwordProblem(password, 'maria.schmidt'), null)
})
