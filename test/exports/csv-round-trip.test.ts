import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Papa from 'papaparse'
import { csvRow } from '#report/export/csv.ts'
import { plainText } from '#shared/plain-text.ts'
import { xssCorpus } from '../attack/xss-corpus.ts'

/** CSV as a reader sees it that is not ours. */

/** Texts that are hard on CSV itself, beside those that are hard on everything. */
const texts: string[] = [
  ...xssCorpus.map(payload => payload.text),
  '',
  ' ',
  ',',
  '"',
  '""',
  '","',
  '"\r\n"',
  '\r\n',
  '\n\n',
  'a\rb',
  '"a" b',
  'a "b"',
  ' "a"',
  '"',
  ';',
  '#comment',
  '\\"',
  '\\N',
  'NULL',
  'true',
  '1e5',
  '00042',
  '1/2',
  'SYLK',
  'ID',
  "'",
  "''",
  "'=1",
  '-',
  '--',
  '+49 30 1234',
  '@name',
  '=',
  '==',
  '  =1',
  'a\n=1',
  'a;-1',
  'ü,"ö"\r\nä',
  '漢字、仮名',
  '👩‍🚀,🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'x'.repeat(40_000),
]

/** The apostrophes put before what a spreadsheet takes for a formula, taken away as documented. */
const APOSTROPHES = /(?<![^;\t\r\n])'(?='*[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[\t\r\n])/g
/** Begins with what a spreadsheet takes for a formula. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** What acts unseen is named instead; line ends stay as they are. */
function seen(text: string): string {
  return text.replace(/[^\r\n]+/g, line => plainText(line))
}

function records(csv: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' })
  assert.deepEqual(errors, [])
  assert.deepEqual(data.at(-1), [''], 'the last record has its line end')
  return data.slice(0, -1)
}

describe('CSV in the eyes of another reader', () => {
  it(`keeps ${texts.length} naughty texts apart and gives them back`, () => {
    const csv = texts.map((text, index) => csvRow([index, text, 'between', text, null, true])).join('')
    const read = records(csv)
    assert.equal(read.length, texts.length)
    for (const [index, text] of texts.entries()) {
      const record = read[index] ?? []
      const [number, first = '', between, second, empty, yes] = record
      assert.deepEqual([record.length, number, between, empty, yes], [6, String(index), 'between', '', 'true'])
      assert.equal(second, first)
      assert.equal(first.replace(APOSTROPHES, ''), seen(text), JSON.stringify(text))
      assert.doesNotMatch(first, FORMULA, JSON.stringify(text))
    }
  })

  it('gives most of them back without any change', () => {
    const read = records(texts.map(text => csvRow([text, 'x'])).join(''))
    const unchanged = texts.filter((text, index) => read[index]?.[0] === text)
    assert.ok(unchanged.length > texts.length / 2, `${unchanged.length} of ${texts.length}`)
  })
})
