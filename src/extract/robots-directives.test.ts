import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnavailableBy, robotsHeaderDirectives } from './robots-directives.ts'
import { factsOf } from './test-facts.ts'

/** Google, "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications". */
const headers: [name: string, value: string, sections: [agent: string, tokens: string[]][]][] = [
  ['for everyone', 'noindex, NOFOLLOW', [['robots', ['noindex', 'nofollow']]]],
  ['for one crawler', 'googlebot: noindex, nofollow', [['googlebot', ['noindex', 'nofollow']]]],
  [
    'for everyone, then for one',
    'noarchive, BingBot: noindex',
    [
      ['robots', ['noarchive']],
      ['bingbot', ['noindex']],
    ],
  ],
  [
    'for two crawlers',
    'googlebot: nofollow, otherbot: noindex, nofollow',
    [
      ['googlebot', ['nofollow']],
      ['otherbot', ['noindex', 'nofollow']],
    ],
  ],
  [
    'values are no crawlers',
    'max-snippet: 20, max-image-preview:large',
    [['robots', ['max-snippet:20', 'max-image-preview:large']]],
  ],
  [
    'a date with its comma and colons',
    'unavailable_after: Wed, 25 Jun 2030 15:00:00 GMT, noindex',
    [['robots', ['unavailable_after:wed, 25 jun 2030 15:00:00 gmt', 'noindex']]],
  ],
  ['nothing', ' , ', []],
]
for (const [name, value, sections] of headers)
  test(`X-Robots-Tag ${name}`, () =>
    assert.deepEqual(
      robotsHeaderDirectives([value]).map(({ agent, tokens }) => [agent, tokens]),
      sections,
    ))

const cases: [name: string, markup: string, header: string, isNoindex: boolean, isNofollow: boolean][] = [
  ['no directive', '', '', false, false],
  ['meta robots', '<meta name=robots content="NOINDEX, Nofollow">', '', true, true],
  ['none is both', '<meta name=robots content=none>', '', true, true],
  [
    'googlebot is stricter than robots',
    '<meta name=robots content=index><meta name=googlebot content=noindex>',
    '',
    true,
    false,
  ],
  ['another crawler does not decide', '<meta name=bingbot content=noindex>', 'bingbot: none', false, false],
  ['header adds to meta', '<meta name=robots content=follow>', 'noindex', true, false],
  ['in the body it is heeded', '<body><p>x<meta name=robots content=noindex>', '', true, false],
  ['a misspelling is not a directive', '<meta name=robots content=no-index>', '', false, false],
  ['in a comment it is none', '<!-- <meta name=robots content=noindex> -->', '', false, false],
]
for (const [name, markup, header, isNoindex, isNofollow] of cases)
  test(`directives for Googlebot: ${name}`, () => {
    const facts = factsOf(markup, { headers: header === '' ? [] : [['X-Robots-Tag', header]] })
    assert.deepEqual([facts.isNoindex, facts.isNofollow], [isNoindex, isNofollow])
  })

const END = Date.parse('2010-06-25T15:00:00Z')
const dated: [name: string, markup: string, header: string, isNoindex: boolean][] = [
  ['in a meta element', '<meta name=googlebot content="unavailable_after: 25 Jun 2010 15:00:00 GMT">', '', true],
  [
    'in a header, with the commas of its date',
    '',
    'max-snippet:5, unavailable_after: Friday, 25-Jun-10 15:00:00 GMT',
    true,
  ],
  ['in a header for Googlebot', '', 'googlebot: unavailable_after: 25 Jun 2010 15:00:00 GMT', true],
  ['in a header for another crawler', '', 'otherbot: unavailable_after: 25 Jun 2010 15:00:00 GMT', false],
]
for (const [name, markup, header, isNoindex] of dated)
  test(`unavailable_after ${name} is noindex once it has passed`, () => {
    const headers: [string, string][] = header === '' ? [] : [['X-Robots-Tag', header]]
    const checkedAt = (atMs: number) =>
      factsOf(markup, { headers, attempts: [{ atMs, method: 'GET', status: 200, failure: null }] }).isNoindex
    assert.deepEqual([checkedAt(END), checkedAt(END + 1)], [false, isNoindex])
  })

test('robots directives keep what was written and where', () => {
  assert.deepEqual(factsOf('\n<meta name=Robots content="Max-Snippet : 5, all">').robotsDirectives, [
    { source: 'meta', agent: 'robots', raw: 'Max-Snippet : 5, all', tokens: ['max-snippet:5', 'all'], line: 2 },
  ])
})

/** Directives as they come from the collectors: lower case, commas joined again. */
const rows: [token: string, lastMoment: string | null][] = [
  ['unavailable_after:25 jun 2010 15:00:00 pst', '2010-06-25T23:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 z', '2010-06-25T15:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 ut', '2010-06-25T15:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 utc', '2010-06-25T15:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 gmt', '2010-06-25T15:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 est', '2010-06-25T20:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 edt', '2010-06-25T19:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 cst', '2010-06-25T21:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 cdt', '2010-06-25T20:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 mst', '2010-06-25T22:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 mdt', '2010-06-25T21:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 pdt', '2010-06-25T22:00:00Z'],
  ['unavailable_after:5 jun 2010 15:00:59 -0130', '2010-06-05T16:30:59Z'],
  ['unavailable_after:25 jun 2010 15:00 +2', null],
  ['unavailable_after:1 jan 2010', '2010-01-01T14:00:00Z'],
  ['unavailable_after:1 feb 2010', '2010-02-01T14:00:00Z'],
  ['unavailable_after:1 mar 2010', '2010-03-01T14:00:00Z'],
  ['unavailable_after:1 apr 2010', '2010-04-01T14:00:00Z'],
  ['unavailable_after:1 may 2010', '2010-05-01T14:00:00Z'],
  ['unavailable_after:1 jun 2010', '2010-06-01T14:00:00Z'],
  ['unavailable_after:1 jul 2010', '2010-07-01T14:00:00Z'],
  ['unavailable_after:1 aug 2010', '2010-08-01T14:00:00Z'],
  ['unavailable_after:1 sep 2010', '2010-09-01T14:00:00Z'],
  ['unavailable_after:1 oct 2010', '2010-10-01T14:00:00Z'],
  ['unavailable_after:1 nov 2010', '2010-11-01T14:00:00Z'],
  ['unavailable_after:1 dec 2010', '2010-12-01T14:00:00Z'],
  ['unavailable_after: saturday, 25-jun-10 15:00:00 gmt', '2010-06-25T15:00:00Z'],
  ['unavailable_after:fri, 25 jun 2010 15:00 +0200', '2010-06-25T13:00:00Z'],
  ['unavailable_after:2010-06-25t15:00:00z', '2010-06-25T15:00:00Z'],
  ['unavailable_after:2010-06-25t15:00:00-01:30', '2010-06-25T16:30:00Z'],
  // No zone: past only where it is past everywhere.
  ['unavailable_after:2010-06-25', '2010-06-25T14:00:00Z'],
  ['unavailable_after:2010-06-25 15:00:00', '2010-06-26T05:00:00Z'],
  ['unavailable_after:25 june 2010', '2010-06-25T14:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 xyz', '2010-06-26T05:00:00Z'],
  ['unavailable_after:31 jun 2010 15:00:00 gmt', null],
  ['unavailable_after:25 foo 2010 15:00:00 gmt', null],
  ['unavailable_after:soon', null],
  ['unavailable_after:', null],
  ['max-snippet:20', null],
  ['noindex', null],
]
for (const [token, lastMoment] of rows) {
  test(`${token} ends ${lastMoment ?? 'never'}`, () => {
    if (lastMoment === null) assert.equal(isUnavailableBy(token, Number.MAX_SAFE_INTEGER), false)
    else {
      const endMs = Date.parse(lastMoment)
      assert.deepEqual([isUnavailableBy(token, endMs), isUnavailableBy(token, endMs + 1)], [false, true])
    }
  })
}
