import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJsonError } from './json-error.ts'

const valid = [
  '{}',
  '[]',
  ' {"a":[1,-2.5e3,true,null,"x\\u00e9\\n"],"b":{}} ',
  '"x"',
  '0',
  '[[[]]]',
  '{"a":{"b":[{}]}}',
]
for (const text of valid) test(`findJsonError() accepts ${text}`, () => assert.equal(findJsonError(text), null))

const errors: [text: string, offset: number, message: RegExp][] = [
  ['', 0, /empty/],
  [' \n', 2, /empty/],
  ['{"a":1,}', 7, /Trailing comma/],
  ['[1,]', 3, /value is missing/],
  ['{"a":1 "b":2}', 7, /comma or } before "/],
  ['{a:1}', 1, /double quotes, found a/],
  ["{'a':1}", 1, /double quotes/],
  ['{"a"}', 4, /colon before }/],
  ['{"a":}', 5, /value is missing before }/],
  ['{"a":1', 6, /a } is missing/],
  ['[1', 2, /a ] is missing/],
  ['[1}', 2, /comma or ]/],
  ['// note\n{}', 0, /Comments/],
  ['{"a":"x\ny"}', 7, /line break/],
  ['{"a":"x}', 5, /not closed/],
  ['"\\x"', 1, /escape/],
  ['"\\u12g4"', 1, /escape/],
  ['01', 1, /after the end/],
  ['{} {}', 3, /after the end/],
  ['nul', 0, /Unexpected n/],
  ['<!-- {} -->', 0, /Unexpected </],
  ['\u0000', 0, /U\+0000/],
]
for (const [text, offset, message] of errors)
  test(`findJsonError() finds the error in ${JSON.stringify(text)}`, () => {
    const error = findJsonError(text)
    assert.equal(error?.offset, offset)
    assert.match(error?.message ?? '', message)
  })

test('findJsonError() agrees with the engine about what is JSON', () => {
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-', 'true', ' ', '"', '\\', '.5', 'e3']
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join('')
    let isJson = true
    try {
      JSON.parse(text)
    } catch {
      isJson = false
    }
    assert.equal(findJsonError(text) === null, isJson, text)
  }
})

test('findJsonError() reads a deep nesting without recursion', () => {
  assert.equal(findJsonError('['.repeat(200_000))?.offset, 200_000)
})
