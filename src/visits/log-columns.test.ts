import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isW3cDirective, jsonParser, w3cParser } from './log-columns.ts'
import { emptyEntry, type LineParser, type LogEntry } from './log-entry.ts'

/** What the lines say; null for one that is no request. */
function readAll(parse: LineParser, lines: readonly string[]): (Partial<LogEntry> | null)[] {
  return lines.map(line => {
    const entry = { ...emptyEntry(), host: 'of the line before' }
    if (!parse(line, entry)) return null
    return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== '' && !Number.isNaN(value)))
  })
}

describe('w3cParser()', () => {
  const request = { method: 'GET', target: '/a', status: 200 }

  it('reads no line before the names of its columns, and reads them anew wherever they come', () => {
    const lines = [
      'GET /a 200',
      '#Version: 1.0',
      '#FIELDS: cs-method cs-uri-stem sc-status',
      'GET /a 200',
      '#Fields: sc-status cs-method cs-uri-stem',
      'GET /a 200',
      '200 GET /a',
      '200 GET',
      '200 GET /a more',
    ]
    assert.deepEqual(readAll(w3cParser(), lines), [null, null, null, request, null, null, request, null, request])
  })

  it('adds the time of day to the day and the query to the path, whichever comes first', () => {
    const lines = [
      '#Fields: time date cs-uri-query cs-uri-stem cs-method sc-status',
      '11:55:36 2026-10-10 b=1 /a GET 200',
    ]
    const timeMs = Date.UTC(2026, 9, 10, 11, 55, 36)
    assert.deepEqual(readAll(w3cParser(), lines)[1], { ...request, target: '/a?b=1', timeMs })
  })

  it('takes tabs before blanks, and user agents as each server writes them', () => {
    const fields = '#Fields: cs-method cs-uri-stem sc-status cs(User-Agent)'
    const agents = ['a+b', 'a%20b', 'a%2', '100%+sure']
    const lines = [fields, ...agents.map(agent => `GET /a 200 ${agent}`), 'GET\t/a\t200\ta b+c']
    assert.deepEqual(
      readAll(w3cParser(), lines)
        .slice(1)
        .map(entry => entry?.agent),
      ['a b', 'a b', 'a%2', '100%+sure', 'a b+c'],
    )
  })
})

describe('isW3cDirective()', () => {
  it('is true of what begins a file', () => {
    assert.deepEqual(['#Fields: date', '#software: x', '# Fields: date', '#Fields', 'x #Date: y'].map(isW3cDirective), [
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('jsonParser()', () => {
  const request = { method: 'GET', target: '/a', status: 200 }
  const cases: [name: string, line: unknown, expected: Partial<LogEntry> | null][] = [
    ['its names in any case', { Method: 'GET', PATH: '/a', Status: '200' }, request],
    [
      'a query and a time of day last',
      {
        query: 'x',
        'cs-uri-query': 'b=1',
        time: '11:55:36',
        date: '2026-10-10',
        ...{ method: 'GET', uri: '/a', status: 200 },
      },
      { ...request, target: '/a?b=1', timeMs: Date.UTC(2026, 9, 10, 11, 55, 36) },
    ],
    ['objects within two others', { a: { b: { method: 'GET', uri: '/a', status: 200 } } }, request],
    ['no objects within three', { a: { b: { c: { method: 'GET', uri: '/a', status: 200 } } } }, null],
    ['the first of a list', { method: ['GET', 'POST'], uri: ['/a'], status: [200, 404] }, request],
    ['no lists of objects', { a: [{ method: 'GET' }], uri: '/a', status: 200 }, null],
    [
      'of header fields the user agent alone',
      { method: 'GET', uri: '/a', status: 200, headers: { Host: 'x.test', 'User-Agent': ['a+b'] } },
      { ...request, agent: 'a b' },
    ],
    [
      'nothing of the response or of another URL',
      { method: 'GET', uri: '/a', status: 200, resp_headers: { Status: 500 }, ServiceURL: { host: 'x' } },
      request,
    ],
    ['nothing of null or truth', { method: 'GET', uri: '/a', status: 200, host: null, scheme: true }, request],
    ['no text', 'GET /a 200', null],
    ['no number', 5, null],
    ['not null', null, null],
  ]
  for (const [name, line, expected] of cases)
    it(`reads ${name}`, () => assert.deepEqual(readAll(jsonParser, [JSON.stringify(line)]), [expected]))

  it('reads nothing of a line that is no JSON, and no more than 200 members', () => {
    const full = Object.fromEntries(Array.from({ length: 197 }, (_, index) => [`x${index}`, index]))
    const members = { method: 'GET', uri: '/a', status: 200 }
    assert.deepEqual(
      readAll(jsonParser, [
        '{',
        JSON.stringify({ ...full, ...members }),
        JSON.stringify({ ...full, y: 1, ...members }),
      ]),
      [null, request, null],
    )
  })
})
