import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvRow } from './csv.ts'

/** RFC 4180, section 2. */
const rows: [string, (string | number)[], string][] = [
  ['plain cells', ['a', 'b'], 'a,b\r\n'],
  ['a number as it is, even a negative one', [-3], '-3\r\n'],
  ['an empty cell', ['', 'b'], ',b\r\n'],
  ['a comma in quotes', ['a,b'], '"a,b"\r\n'],
  ['a quote doubled', ['say "x"'], '"say ""x"""\r\n'],
  ['a line end in quotes', ['a\r\nb'], '"a\r\nb"\r\n'],
  ['a bare line feed in quotes', ['a\nb'], '"a\nb"\r\n'],
  ['a bare carriage return in quotes', ['a\rb'], '"a\rb"\r\n'],
  ['no formula of =', ['=1+1'], "'=1+1\r\n"],
  ['no formula of +', ['+1'], "'+1\r\n"],
  ['no formula of -', ['-1'], "'-1\r\n"],
  ['no formula of @', ['@sum(a1)'], "'@sum(a1)\r\n"],
  ['no formula after a tab', ['\t=1'], "'\t=1\r\n"],
  ['no formula after a carriage return', ['\r=1'], '"\'\r=1"\r\n'],
  ['no formula of a full-width sign', ['＝1'], "'＝1\r\n"],
  ['an operator within a text as it is', ['a=b'], 'a=b\r\n'],
  ['both at once', ['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
]

describe('csvRow()', () => {
  for (const [name, cells, expected] of rows) it(`writes ${name}`, () => assert.equal(csvRow(cells), expected))
})
