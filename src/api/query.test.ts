import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_TEXT } from '#shared/limits.ts'
import {
  addressParameter,
  choiceParameter,
  choicesParameter,
  flagParameter,
  textParameter,
  wholeParameter,
} from './query.ts'

const read = (query: string) => new URLSearchParams(query)
const colours = ['red', 'blue'] as const

describe('query parameters', () => {
  const given: [string, unknown, unknown][] = [
    ['a whole number', wholeParameter(read('n=12'), 'n', { min: 1, max: 99 }), 12],
    ['leading zeros', wholeParameter(read('n=007'), 'n', { min: 1, max: 99 }), 7],
    ['an absent number', wholeParameter(read(''), 'n', { min: 1, max: 99 }), undefined],
    ['an empty number', wholeParameter(read('n='), 'n', { min: 1, max: 99 }), undefined],
    ['the first of two', wholeParameter(read('n=1&n=2'), 'n', { min: 1, max: 99 }), 1],
    ['a choice', choiceParameter(read('c=red'), 'c', colours), 'red'],
    ['choices, each once', choicesParameter(read('c=red,%20blue,,red'), 'c', colours), ['red', 'blue']],
    ['a list of nothing', choicesParameter(read('c=,'), 'c', colours), undefined],
    ['a flag', flagParameter(read('f=true'), 'f'), true],
    ['a flag that is down', flagParameter(read('f=false'), 'f'), false],
    ['a text without its blanks', textParameter(read('t=%20a%20b%20'), 't'), 'a b'],
    ['a blank text', textParameter(read('t=%20'), 't'), undefined],
    ['an address in its stored form', addressParameter(read('u=HTTPS://Example.com%23x'), 'u'), 'https://example.com/'],
  ]
  for (const [name, value, expected] of given) it(`read ${name}`, () => assert.deepEqual(value, expected))

  const refused: [string, () => unknown, string][] = [
    ...['-1', '1.5', '1e3', '0x10', 'abc', ' ', '100', '0', '9'.repeat(20)].map(
      (text): [string, () => unknown, string] => [
        `n=${text}`,
        () => wholeParameter(read(new URLSearchParams({ n: text }).toString()), 'n', { min: 1, max: 99 }),
        'n must be a whole number from 1 to 99',
      ],
    ),
    ['c=green', () => choiceParameter(read('c=green'), 'c', colours), 'c must be one of red, blue'],
    ['c=__proto__', () => choiceParameter(read('c=__proto__'), 'c', colours), 'c must be one of red, blue'],
    ['c=red,green', () => choicesParameter(read('c=red,green'), 'c', colours), 'c must be one of red, blue'],
    ['f=1', () => flagParameter(read('f=1'), 'f'), 'f must be one of true, false'],
    [
      'a text that is too long',
      () => textParameter(read(`t=${'a'.repeat(MAX_TEXT + 1)}`), 't'),
      't must be at most 2000 characters',
    ],
    ['u=/path', () => addressParameter(read('u=/path'), 'u'), 'u must be an http or https address'],
    [
      'u=javascript:…',
      () => addressParameter(read('u=javascript:alert(1)'), 'u'),
      'u must be an http or https address',
    ],
  ]
  for (const [name, readIt, message] of refused)
    it(`refuse ${name}, with the reason`, () => assert.throws(readIt, { code: 'bad-request', message }))
})
