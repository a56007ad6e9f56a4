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
  ['no formula after blanks', ['  =1', '\u00a0=1'], "'  =1,'\u00a0=1\r\n"],
  ['no formula after a tab', ['\t=1'], "'\t'=1\r\n"],
  ['no tab at the beginning', ['\tx'], "'\tx\r\n"],
  ['no formula after a carriage return', ['\r=1'], '"\'\r\'=1"\r\n'],
  ['no formula after a line feed', ['a\n=1'], '"a\n\'=1"\r\n'],
  ['no formula after a semicolon, where some split', ['a;=1', '; @x'], "a;'=1,;' @x\r\n"],
  ['one apostrophe more before those that are there', ["'=1", "''-1"], "''=1,'''-1\r\n"],
  ['an apostrophe before other text as it is', ["'tis"], "'tis\r\n"],
  ['no formula of a full-width sign', ['＝1'], "'＝1\r\n"],
  ['an operator within a text as it is', ['a=b'], 'a=b\r\n'],
  ['controls so that they are seen', ['a\u001b[2J\u009b\0b'], 'a[U+001B][2J[U+009B][U+0000]b\r\n'],
  ['no formula hidden by a control', ['\u0000=1'], '[U+0000]=1\r\n'],
  ['bidi overrides and zero-width characters so that they are seen', ['a\u202eb\u200b'], 'a[U+202E]b[U+200B]\r\n'],
  ['line separators so that they are seen', ['a\u2028=1'], 'a[U+2028]=1\r\n'],
  ['both at once', ['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
]

/** What `csvRow` put before formulas, taken away. */
const APOSTROPHES = /(?<![^;\t\r\n])'(?='*[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r\n])/g

function cellText(row: string): string {
  const cell = row.slice(0, -2)
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
  return text.replace(APOSTROPHES, '')
}

describe('csvRow()', () => {
  for (const [name, cells, expected] of rows) it(`writes ${name}`, () => assert.equal(csvRow(cells), expected))

  it('gives every text back once the apostrophes are taken away', () => {
    const signs = ['', "'", "''", '=', '-1', ' =', '\t', '\t+', '\r\n@', '\n', ';', ';=', ";'=", '＝', ',', '"', 'a']
    for (const one of signs)
      for (const two of signs)
        for (const three of signs) {
          const text = one + two + three
          assert.equal(cellText(csvRow([text])), text, JSON.stringify(text))
        }
  })
})
