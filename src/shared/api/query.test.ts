import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_TEXT } from '#shared/limits.ts'
import { choice, choices, flag, ids, type Parameter, readQuery, text, url, whole } from './query.ts'

const about = 'Of a test.'
const read = <Value>(query: string, name: string, parameter: Parameter<Value>) =>
  readQuery(new URLSearchParams(query), { [name]: parameter })[name]
const number = whole({ about, min: 1, max: 99 })
const colour = choice({ about, of: ['red', 'blue'] })
const colours = choices({ about, of: ['red', 'blue'] })
const idList = ids({ about, max: 99, atMost: 3 })

describe('query parameters', () => {
  const given: [string, unknown, unknown][] = [
    ['a whole number', read('n=12', 'n', number), 12],
    ['leading zeros', read('n=007', 'n', number), 7],
    ['an absent number', read('', 'n', number), undefined],
    ['an empty number', read('n=', 'n', number), undefined],
    ['the first of two', read('n=1&n=2', 'n', number), 1],
    ['a choice', read('c=red', 'c', colour), 'red'],
    ['choices, each once', read('c=red,%20blue,,red', 'c', colours), ['red', 'blue']],
    ['a list of nothing', read('c=,', 'c', colours), undefined],
    ['ids, each once', read('i=7,%203,,7,07', 'i', idList), [7, 3]],
    ['no id at all', read('i=,', 'i', idList), undefined],
    ['a flag', read('f=true', 'f', flag({ about })), true],
    ['a flag that is down', read('f=false', 'f', flag({ about })), false],
    ['a text without its blanks', read('t=%20a%20b%20', 't', text({ about })), 'a b'],
    ['a blank text', read('t=%20', 't', text({ about })), undefined],
    ['a URL in its stored form', read('u=HTTPS://Example.com%23x', 'u', url({ about })), 'https://example.com/'],
  ]
  for (const [name, value, expected] of given) it(`read ${name}`, () => assert.deepEqual(value, expected))

  const refused: [string, () => unknown, string][] = [
    ...['-1', '1.5', '1e3', '0x10', 'abc', ' ', '100', '0', '9'.repeat(20)].map(
      (text): [string, () => unknown, string] => [
        `n=${text}`,
        () => read(new URLSearchParams({ n: text }).toString(), 'n', number),
        'n must be a whole number from 1 to 99',
      ],
    ),
    ['c=green', () => read('c=green', 'c', colour), 'c must be one of red, blue'],
    ['c=__proto__', () => read('c=__proto__', 'c', colour), 'c must be one of red, blue'],
    ['c=red,green', () => read('c=red,green', 'c', colours), 'c must be one of red, blue'],
    ['i=1,x', () => read('i=1,x', 'i', idList), 'i must be a whole number from 1 to 99'],
    ['i=1,2,3,4', () => read('i=1,2,3,4', 'i', idList), 'i must be at most 3 ids'],
    ['f=1', () => read('f=1', 'f', flag({ about })), 'f must be one of true, false'],
    [
      'a text that is too long',
      () => read(`t=${'a'.repeat(MAX_TEXT + 1)}`, 't', text({ about })),
      't must be at most 2000 characters',
    ],
    ['u=/path', () => read('u=/path', 'u', url({ about })), 'u must be an http or https URL'],
    ['u=javascript:…', () => read('u=javascript:alert(1)', 'u', url({ about })), 'u must be an http or https URL'],
  ]
  for (const [name, readIt, message] of refused)
    it(`refuse ${name}, with the reason`, () => assert.throws(readIt, { code: 'bad-request', message }))
})
