import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvReader, separatorOf } from './csv-rows.ts'

const rows = (lines: readonly string[], separator = ',') => {
  const reader = csvReader(separator)
  return lines.map(line => reader.row(line))
}

describe('csvReader()', () => {
  const cases: [line: string, expected: string[]][] = [
    ['', ['']],
    ['a,b,', ['a', 'b', '']],
    ['"a",b', ['a', 'b']],
    ['a,"b"', ['a', 'b']],
    ['"a,b","c"', ['a,b', 'c']],
    ['"a ""b""",""', ['a "b"', '']],
    ['"a" ,b', ['a', 'b']],
    ['a,"b",', ['a', 'b', '']],
    ['"a""",b', ['a"', 'b']],
    ['"",b', ['', 'b']],
    ['"a"', ['a']],
    ['"",', ['', '']],
    ['"""",b', ['"', 'b']],
    ['a"b,c', ['a"b', 'c']],
  ]
  for (const [line, expected] of cases)
    it(`reads ${line || 'an empty line'}`, () => assert.deepEqual(rows([line]), [expected]))

  it('reads a cell that goes on for lines', () => {
    assert.deepEqual(rows(['a;"b', 'c', 'd";e', 'f;g'], ';'), [null, null, ['a', 'b\nc\nd', 'e'], ['f', 'g']])
  })

  it('gives up a cell that goes on for more than fifty lines', () => {
    const open = ['"a', ...Array<string>(49).fill('x')]
    assert.deepEqual(rows([...open, 'b"', 'c']).slice(49), [null, [`a\n${'x\n'.repeat(49)}b`], ['c']])
    assert.deepEqual(rows([...open, 'x', 'b,d', 'c']).slice(49), [null, null, ['b', 'd'], ['c']])
  })

  it('reads no more than 200 cells', () => {
    for (const cell of ['x', '"x"']) {
      const [row] = rows([Array(300).fill(cell).join(',')])
      assert.deepEqual(row, Array(200).fill('x'))
    }
  })
})

describe('separatorOf()', () => {
  for (const [header, expected] of [
    ['a,b', ','],
    ['a;b', ';'],
    ['a\tb', '\t'],
    ['a,b;c;d', ';'],
    ['a,b;c', ','],
    ['a;"b,c,d"', ';'],
    ['a', ','],
    ['a;"b', ';'],
  ] as const)
    it(`is ${JSON.stringify(expected)} of ${JSON.stringify(header)}`, () => assert.equal(separatorOf(header), expected))
})
