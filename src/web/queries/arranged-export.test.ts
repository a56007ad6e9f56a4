import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrangeCsv, arrangeJson, countRecords, exportedEntries } from './arranged-export.ts'

const json = (filter: string, list: string) =>
  `{\n"format": "sitesounder-pages",\n"version": 1,\n"crawl": {"url":"https://a.example/"},\n"filter": ${filter},\n"pages": ${list}\n}\n`

const three = json('{"search":"a\\u202e"}', '[\n{"number":1,"title":"one\\u202e"},\n{"number":2},\n{"number":3}\n]')

describe('arrangeJson()', () => {
  it('removes entries and sorts the others, unchanged', () => {
    const arranged = arrangeJson(three, { part: 'pages', order: [2, 0], view: { sort: 'words' } })
    assert.equal(
      arranged,
      json('{"search":"a\\u202e","sort":"words"}', '[\n{"number":3},\n{"number":1,"title":"one\\u202e"}\n]'),
    )
  })

  it('adds its view to an empty filter', () => {
    const arranged: unknown = JSON.parse(
      arrangeJson(json('{}', '[]'), { part: 'pages', order: [], view: { depth: 2, status: 'none' } }),
    )
    assert.deepEqual(arranged, {
      format: 'sitesounder-pages',
      version: 1,
      crawl: { url: 'https://a.example/' },
      filter: { depth: 2, status: 'none' },
      pages: [],
    })
  })

  it('is JSON when nothing is left of the list', () => {
    const arranged: { pages: unknown } = JSON.parse(arrangeJson(three, { part: 'pages', order: [], view: {} }))
    assert.deepEqual(arranged.pages, [])
  })

  it('throws for another file', () =>
    assert.throws(() => arrangeJson('{"pages":[]}', { part: 'pages', order: [], view: {} }), /no list of pages/))
})

describe('exportedEntries()', () => {
  it('reads the list', () =>
    assert.deepEqual(exportedEntries(three, 'pages'), [
      { number: 1, title: 'one\u202e' },
      { number: 2 },
      { number: 3 },
    ]))

  it('reads an empty list', () => assert.deepEqual(exportedEntries(json('{}', '[]'), 'pages'), []))
})

describe('arrangeCsv()', () => {
  const csv = '\ufeffNumber,Title\r\n1,"a ""quoted""\r\nline, and\nmore"\r\n2,plain\r\n3,\r\n'

  it('keeps the headings and takes whole records, line ends within quotes included', () =>
    assert.equal(arrangeCsv(csv, [2, 0]), '\ufeffNumber,Title\r\n3,\r\n1,"a ""quoted""\r\nline, and\nmore"\r\n'))

  it('has the headings alone when nothing is left', () => assert.equal(arrangeCsv(csv, []), '\ufeffNumber,Title\r\n'))

  it('counts records without the headings', () => {
    assert.equal(countRecords(csv), 3)
    assert.equal(countRecords('Number,Title\r\n'), 0)
  })
})
