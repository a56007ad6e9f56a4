import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReadableHead } from './response-gate.ts'

const OK = 'HTTP/1.1 200 OK'
const rows: [string, string, string | null][] = [
  ['a head as it should be stays', `${OK}\r\na: b\r\n\r\nbody\n x`, `${OK}\r\na: b\r\n\r\nbody\n x`],
  ['line feeds alone end lines', `${OK}\na: b\n\nbody\n\n`, `${OK}\r\na: b\r\n\r\nbody\n\n`],
  ['mixed line ends', `${OK}\r\na: b\n\r\nbody`, `${OK}\r\na: b\r\n\r\nbody`],
  ['folded fields are put on one line', `${OK}\r\na: b\r\n\t c\r\n d\r\n\r\n`, `${OK}\r\na: b c d\r\n\r\n`],
  ['control octets become spaces', `${OK}\r\na: \x01b\x7f\x1b\r\n\r\n\x01`, `${OK}\r\na:  b  \r\n\r\n\x01`],
  ['NUL and a lone CR are left to the parser', `${OK}\r\na: \0b\rc\r\n\r\n`, `${OK}\r\na: \0b\rc\r\n\r\n`],
  ['no field at all', `${OK}\n\n`, `${OK}\r\n\r\n`],
  ['a head that has not come to its end', `${OK}\r\na: b\r\n`, null],
  ['a line end that is still on its way', `${OK}\r\na: b\r\n\r`, null],
  ['nothing', '', null],
]
for (const [name, octets, expected] of rows) {
  test(`withReadableHead(): ${name}`, () => {
    assert.equal(withReadableHead(Buffer.from(octets, 'latin1'))?.toString('latin1') ?? null, expected)
  })
}
