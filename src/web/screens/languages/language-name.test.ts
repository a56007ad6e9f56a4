import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languageName } from './language-name.ts'

const cases = [
  ['de', 'German'],
  ['pt-br', 'Brazilian Portuguese'],
  ['x-default', 'x-default'],
  ['und', 'No language'],
  ['qqq', 'qqq'],
  ['de-1-2', 'de-1-2'],
] as const

for (const [code, name] of cases) it(`names ${code} ${name}`, () => assert.equal(languageName(code), name))
