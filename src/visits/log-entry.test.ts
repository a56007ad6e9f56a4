import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clearEntry, emptyEntry, isRequest, type LogEntry, type LogField, readTime, setField } from './log-entry.ts'

const NAN = Number.NaN
/** An entry from the values of columns, in order. */
function entryOf(...columns: [field: LogField, value: string][]): LogEntry {
  const entry = emptyEntry()
  for (const [field, value] of columns) setField(entry, field, value)
  return entry
}

describe('readTime()', () => {
  for (const [text, expected] of [
    ['10/Oct/2000:13:55:36 -0700', Date.UTC(2000, 9, 10, 20, 55, 36)],
    ['10/Oct/2000:13:55:36 +0530', Date.UTC(2000, 9, 10, 8, 25, 36)],
    ['10/Oct/2000:13:55:36 -1130', Date.UTC(2000, 9, 11, 1, 25, 36)],
    ['01/Jan/2026:00:00:00 +0000', Date.UTC(2026, 0, 1)],
    ['31/Dec/2026:23:59:59', Date.UTC(2026, 11, 31, 23, 59, 59)],
    ['10/Okt/2000:13:55:36 +0000', NAN],
    ['10/anF/2000:13:55:36 +0000', NAN],
    ['2026-10-10T13:55:36+02:00', Date.UTC(2026, 9, 10, 11, 55, 36)],
    ['1000212936', 1_000_212_936_000],
    ['1000212936.25', 1_000_212_936_250],
    ['1000212936123', 1_000_212_936_123],
    ['1000212936123456', 1_000_212_936_123],
    ['1000212936123456789', 1_000_212_936_123],
    ['5', 5_000],
    ['yesterday', NAN],
  ] as const)
    it(`is ${expected} of ${text}`, () => assert.equal(readTime(text), expected))
})

describe('setField()', () => {
  const empty = emptyEntry()
  const cases: [name: string, columns: [LogField, string][], expected: Partial<LogEntry>][] = [
    [
      'a hyphen, nothing and columns without a meaning as nothing',
      [
        ['host', '-'],
        ['agent', ''],
        [null, 'x'],
      ],
      {},
    ],
    ['the client of several addresses', [['address', '192.0.2.7 , 10.0.0.1']], { address: '192.0.2.7' }],
    ['an IP address', [['address', '192.0.2.7']], { address: '192.0.2.7' }],
    ['a time', [['time', '5']], { timeMs: 5_000 }],
    ['a date', [['date', '2026-10-10']], { timeMs: Date.UTC(2026, 9, 10) }],
    [
      'a time of day beside the date',
      [
        ['date', '2026-10-10'],
        ['clock', '11:55:36'],
      ],
      { timeMs: Date.UTC(2026, 9, 10, 11, 55, 36) },
    ],
    ['a whole time in its place', [['clock', '2026-10-10T11:55:36Z']], { timeMs: Date.UTC(2026, 9, 10, 11, 55, 36) }],
    [
      'no second time',
      [
        ['time', '5'],
        ['clock', '2026-10-10T11:55:36Z'],
      ],
      { timeMs: 5_000 },
    ],
    ['a request', [['request', 'GET /a HTTP/1.1']], { method: 'GET', target: '/a' }],
    ['a request without a version', [['request', 'GET /a']], { method: 'GET', target: '/a' }],
    ['a request with blanks', [['request', 'GET /a b HTTP/2.0']], { method: 'GET', target: '/a b' }],
    ['a request with blanks and no version', [['request', 'GET /a b']], { method: 'GET', target: '/a b' }],
    ['no request in small letters', [['request', 'get /a HTTP/1.1']], {}],
    ['no request of two letters', [['request', 'GO /a HTTP/1.1']], {}],
    [
      'a query with its mark',
      [
        ['target', '/a'],
        ['query', '?b=1'],
      ],
      { target: '/a?b=1' },
    ],
    [
      'a query without its mark',
      [
        ['target', '/a'],
        ['query', 'b=1'],
      ],
      { target: '/a?b=1' },
    ],
    ['a status', [['status', '404']], { status: 404 }],
    [
      'all else as it is',
      [
        ['method', 'HEAD'],
        ['host', 'a.test'],
        ['scheme', 'https'],
        ['agent', 'x,y'],
      ],
      { method: 'HEAD', host: 'a.test', scheme: 'https', agent: 'x,y' },
    ],
  ]
  for (const [name, columns, expected] of cases)
    it(`takes ${name}`, () => assert.deepEqual(entryOf(...columns), { ...empty, ...expected }))

  it('is undone for the next line', () => {
    const entry = entryOf(['request', 'GET /a'], ['address', 'a'], ['time', '5'], ['host', 'b'], ['scheme', 'http'])
    setField(entry, 'status', '200')
    setField(entry, 'agent', 'c')
    clearEntry(entry)
    assert.deepEqual(entry, empty)
  })
})

describe('isRequest()', () => {
  const request = { ...emptyEntry(), method: 'GET', target: '/', status: 200 }
  for (const [name, changes, expected] of [
    ['a request', {}, true],
    ['a whole URL', { target: 'HTTPS://a.test/' }, true],
    ['another target', { target: 'a' }, false],
    ['the lowest status', { status: 100 }, true],
    ['a status below', { status: 99 }, false],
    ['the highest status', { status: 599 }, true],
    ['a status beyond', { status: 600 }, false],
    ['no status', { status: NAN }, false],
    ['no method', { method: '' }, false],
    ['a method of eleven letters', { method: 'A'.repeat(11) }, false],
    ['a target of eight kilobytes', { target: `/${'a'.repeat(8_191)}` }, true],
    ['a longer target', { target: `/${'a'.repeat(8_192)}` }, false],
  ] as const)
    it(`is ${expected} for ${name}`, () => assert.equal(isRequest({ ...request, ...changes }), expected))
})
