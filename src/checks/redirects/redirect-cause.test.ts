import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHostCanonicalisation, redirectCausesOf } from './redirect-cause.ts'

const causes: [from: string, to: string, causes: string[]][] = [
  ['http://a.test/x', 'https://a.test/x', ['scheme']],
  ['http://a.test:8080/x', 'https://a.test/x', ['scheme']],
  ['http://a.test/x', 'http://a.test:8080/x', ['host']],
  ['https://a.test/x', 'https://www.a.test/x', ['host']],
  ['https://a.test/x', 'https://a.test/x/', ['trailing slash']],
  ['https://a.test/X/', 'https://a.test/x', ['trailing slash', 'letter case']],
  ['https://a.test/x?b=1', 'https://a.test/x', ['parameters']],
  ['https://a.test/x', 'https://a.test/y', ['path']],
  ['http://a.test/x', 'https://www.a.test/y/', ['scheme', 'host', 'path']],
  ['https://a.test/x', 'no URL', []],
]
for (const [from, to, expected] of causes) {
  test(`redirectCausesOf() gives ${expected.join(' and ') || 'nothing'} for ${from} to ${to}`, () => {
    assert.deepEqual(redirectCausesOf(from, to), expected)
  })
}

const canonicalisations: [from: string, to: string, expected: boolean][] = [
  ['http://a.test/x?y', 'https://www.a.test/x?y', true],
  ['https://www.a.test/', 'https://a.test/', true],
  ['http://a.test/x', 'https://a.test/x/', false],
  ['http://a.test/x?y', 'https://a.test/x', false],
  ['http://a.test/x', 'https://b.test/x', false],
  ['https://a.test/x', 'no URL', false],
  ['no URL', 'https://a.test/x', false],
  ['no URL', 'no URL', false],
]
for (const [from, to, expected] of canonicalisations) {
  test(`isHostCanonicalisation() is ${expected} for ${from} to ${to}`, () => {
    assert.equal(isHostCanonicalisation(from, to), expected)
  })
}
