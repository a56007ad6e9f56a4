import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preparedPassword } from './prepared-password.ts'

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
