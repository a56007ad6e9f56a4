import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyEntry, type LogEntry } from './log-entry.ts'
import { templateParser } from './log-template.ts'

/** What a line in this format says; null for one that is none. */
function read(format: string, line: string): Partial<LogEntry> | null {
  const entry = { ...emptyEntry(), agent: 'of the line before' }
  const parse = templateParser(format)
  if (parse === null) throw new Error('no format')
  if (!parse(line, entry)) return null
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== '' && !Number.isNaN(value)))
}

describe('templateParser()', () => {
  const refused: [name: string, format: string][] = [
    ['without a variable', 'combined'],
    ['without a status', '$request $http_user_agent'],
    ['without a request', '$status $http_user_agent'],
    ['with a URI and no method', '$request_uri $status'],
    ['with a method and no URI', '$request_method $status'],
    ['of more than 2,000 characters', `$request $status${' '.repeat(1_984)}x`],
    ['of more than 60 variables', `$request $status${' $x'.repeat(59)}`],
  ]
  for (const [name, format] of refused) it(`takes no format ${name}`, () => assert.equal(templateParser(format), null))

  it('takes a format as long, and with as many variables, as it may have', () => {
    const request = { method: 'GET', target: '/', status: 200 }
    assert.deepEqual(read(`$request|$status${' '.repeat(1_983)}x`, `GET / HTTP/1.1|200${' '.repeat(1_983)}x`), request)
    assert.deepEqual(read(`$request|$status${'|$x'.repeat(58)}`, `GET /|200${'|y'.repeat(58)}`), request)
  })

  const request = { method: 'GET', target: '/a', status: 200 }
  type Line = [name: string, format: string, line: string, expected: Partial<LogEntry> | null]
  const lines: Line[] = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: nginx writes them so.
    ['names in braces', '${request}|${status}|', 'GET /a HTTP/1.1|200|', request],
    ['a path with the query behind it', '%m %U%q %>s', 'GET /a?b=1 200', { ...request, target: '/a?b=1' }],
    ['a path without the query behind it', '%m %U%q %>s', 'GET /a 200', request],
    [
      'a path with the query behind it, as nginx writes it',
      '$request_method $uri$is_args$args $status',
      'GET /a?b=1 200',
      { ...request, target: '/a?b=1' },
    ],
    ['the parts of a request', '%m %U %q %s', 'GET /a ?b=1 200', { ...request, target: '/a?b=1' }],
    ['conditions', '%r|%!200,304{User-Agent}i|%<s', 'GET /a|x|200', { ...request, agent: 'x' }],
    [
      'brackets that are not in the format',
      '%t %r|%s',
      '[01/Jan/2026:00:00:00 +0000] GET /a|200',
      { ...request, timeMs: Date.UTC(2026, 0, 1) },
    ],
    [
      'brackets that are',
      '[%t] %r|%s',
      '[01/Jan/2026:00:00:00 +0000] GET /a|200',
      { ...request, timeMs: Date.UTC(2026, 0, 1) },
    ],
    [
      'the first of two columns with a meaning',
      '%V|%v|%r|%s',
      'a.test|b.test|GET /a|200',
      { ...request, host: 'a.test' },
    ],
    ['a directive in pieces', `log_format main escape=default '$request|'\n '$status';`, 'GET /a|200', request],
    [
      'quotation marks within',
      '"%r" %s "%{User-Agent}i"',
      String.raw`"GET /a" 200 "a \"b\" \" c"`,
      { ...request, agent: String.raw`a \"b\" \" c` },
    ],
    [
      'a backslash at the end',
      '"%r" %s "%{User-Agent}i"',
      String.raw`"GET /a" 200 "a\\"`,
      { ...request, agent: String.raw`a\\` },
    ],
    ...[String.raw`a \"b\"`, String.raw`\\`, String.raw`a\\\" b`, String.raw`a\\\\`, String.raw`\"a`].map(
      (agent): Line => [
        'backslashes and quotation marks',
        '"%r" %s "%{User-Agent}i"',
        `"GET /a" 200 "${agent}"`,
        { ...request, agent },
      ],
    ),
    ['a mark that is not closed', '"%r" %s "%{User-Agent}i"', String.raw`"GET /a" 200 "a\"`, null],
    ['nothing between marks', '"%r" %s "%{User-Agent}i"', '"GET /a" 200 ""', request],
    ['a value that begins with a mark', '"%r" %s "%{User-Agent}i" %D', '"GET /a" 200 "" 5', request],
    ['another beginning', '"%r" %s', 'GET /a 200', null],
    ['a line that ends early', '%r|%s|%h', 'GET /a|200', null],
    ['no request', '%r|%s', 'x|200', null],
  ]
  for (const [name, format, line, expected] of lines)
    it(`reads ${line} by ${format}: ${name}`, () => assert.deepEqual(read(format, line), expected))
})
