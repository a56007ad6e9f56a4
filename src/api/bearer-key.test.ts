import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearerKey } from './bearer-key.ts'

const sent: [string, string | null, string | null][] = [
  ['nothing', null, null],
  ['a key', 'Bearer snd_x', 'snd_x'],
  ['the scheme in small letters', 'bearer snd_x', 'snd_x'],
  ['several blanks', 'BEARER   snd_x', 'snd_x'],
  ['no key after the scheme', 'Bearer', ''],
  ['another scheme', 'Basic dXNlcjpwYXNz', null],
  ['a scheme that only begins alike', 'Bearerx snd_x', null],
  ['a key without a scheme', 'snd_x', null],
  ['more than a key', 'Bearer snd_x, Basic y', 'snd_x, Basic y'],
]

describe('bearerKey()', () => {
  for (const [what, authorization, key] of sent)
    it(`reads ${what}`, () =>
      assert.equal(bearerKey(new Headers(authorization === null ? {} : { authorization })), key))
})
