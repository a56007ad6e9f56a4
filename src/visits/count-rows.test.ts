import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostMatcher } from '#shared/site-hosts.ts'
import { MAX_VISIT_URLS } from '#shared/visits.ts'
import { createRowCounter, type TableColumns, tableColumns } from './count-rows.ts'

const SITE = 'https://example.com'
const site = { origin: SITE, isOwnHost: hostMatcher('example.com'), knownQueries: new Set<string>() }

describe('tableColumns()', () => {
  const search: TableColumns = { kind: 'search', separator: ',', url: 0, value: 1, valueName: '' }
  const row = `${SITE}/a,1,20,5%,7.5`
  const views: TableColumns = { kind: 'analytics', separator: ',', url: 0, value: 1, valueName: 'Views' }
  const cases: [name: string, lines: string[], expected: TableColumns | null, column?: string][] = [
    ['nothing without a line', [], null],
    ['nothing of notes alone', ['# a', '', ' '], null],
    ['nothing of a header alone', ['Page,Views'], null],
    ['nothing without a column of URLs', ['Name,Views', 'a,1'], null],
    ['nothing without a column of numbers', ['Page,Title', '/a,x'], null],
    ['the Pages report', ['a,b,c,d,e', row], search],
    ['another table where a row has more cells', ['a,b,c,d,e', `${row},`], { ...views, valueName: 'b' }],
    ['another table where the URL is a path', ['a,b,c,d,e', '/a,1,20,5%,7.5'], { ...views, valueName: 'b' }],
    [
      'another table where clicks are none',
      ['a,b,c,d,e', `${SITE}/a,x,20,5%,7.5`],
      { ...views, value: 2, valueName: 'c' },
    ],
    ['another table where impressions are none', ['a,b,c,d,e', `${SITE}/a,1,x,5%,7.5`], { ...views, valueName: 'b' }],
    ['another table where the rate is none', ['a,b,c,d,e', `${SITE}/a,1,20,5,7.5`], { ...views, valueName: 'b' }],
    ['another table where the position is none', ['a,b,c,d,e', `${SITE}/a,1,20,5%,x`], { ...views, valueName: 'b' }],
    ['the column that was chosen', ['a,b,c,d,e', row], { ...views, value: 2, valueName: 'c' }, ' C '],
    ['no column that is not there', ['a,b,c,d,e', row], null, 'f'],
    ['a column that is known before other numbers', ['Page,Bounces,Views', '/a,1,2'], { ...views, value: 2 }],
    [
      'other numbers where the known column has none',
      ['Page,Bounces,Views', '/a,1,x'],
      { ...views, valueName: 'Bounces' },
    ],
    [
      'the first numbers of others',
      ['Page,Title,Bounces,Exits', '/a,x,1,2'],
      { ...views, value: 2, valueName: 'Bounces' },
    ],
    ['URLs by their cells before their name', ['Page,Path,Views', 'Start,/a,5'], { ...views, url: 1, value: 2 }],
    ['URLs by the name where cells are none', ['Views,Page path', '5,a', '6,/b'], { ...views, url: 1, value: 0 }],
    ['numbers beside the column of URLs alone', ['5,Page', '/1,2'], { ...views, value: 1, valueName: 'Page' }],
    ['names behind a byte order mark', ['\uFEFFPage;Views', '/a;1'], { ...views, separator: ';' }],
  ]
  for (const [name, lines, expected, column] of cases)
    it(`finds ${name}`, () => assert.deepEqual(tableColumns(lines, column), expected))

  it('looks at twenty lines', () => {
    const rows = (count: number) => ['Page,Views', ...Array<string>(count).fill('/a,1'), '/b,x']
    assert.deepEqual(tableColumns(rows(19)), views)
    assert.equal(tableColumns(rows(18)), null)
  })
})

describe('createRowCounter()', () => {
  const analytics: TableColumns = { kind: 'analytics', separator: ',', url: 0, value: 1, valueName: 'Views' }
  const counted = (columns: TableColumns, lines: readonly string[]) => {
    const counter = createRowCounter(columns, site)
    const isRead = ['Page,Views', ...lines].map(line => counter.count(line))
    return { ...counter.found, isRead: isRead.slice(1), urls: [...counter.found.urls.values()] }
  }
  const none = { clicks: 0, impressions: 0, weightedPosition: 0, sessions: 0, people: 0, bots: {}, statuses: [] }

  it('adds the numbers of a URL, and counts other hosts and what is no row', () => {
    const lines = [
      '/a,1',
      '# note',
      '',
      '/a ,2',
      'https://elsewhere.test/,5',
      'https://elsewhere.test/,5',
      '/b,x',
      ':,5',
      '/c',
      '/d,"1',
      '"',
    ]
    const { counted: rows, otherHosts, urls, isRead, further } = counted(analytics, lines)
    assert.deepEqual([rows, otherHosts, further], [3, 2, 0])
    assert.deepEqual(urls, [
      { url: `${SITE}/a`, ...none, sessions: 3 },
      { url: `${SITE}/d`, ...none, sessions: 1 },
    ])
    assert.deepEqual(isRead, [true, true, true, true, true, true, false, false, false, true, true])
  })

  it('weights positions by impressions', () => {
    const columns: TableColumns = { ...analytics, kind: 'search' }
    const { urls } = counted(columns, [
      `${SITE}/a,1,10,10%,2.5`,
      `${SITE}/a,2,30,7%,1.250`,
      `${SITE}/b,1,x,10%,2.5`,
      `${SITE}/c,1,10,10%,x`,
      `${SITE}/d,1`,
    ])
    assert.deepEqual(urls, [
      { url: `${SITE}/a`, ...none, clicks: 3, impressions: 40, weightedPosition: 62.5 },
      { url: `${SITE}/b`, ...none, clicks: 1 },
      { url: `${SITE}/c`, ...none, clicks: 1, impressions: 10 },
      { url: `${SITE}/d`, ...none, clicks: 1 },
    ])
  })

  const numbers: [text: string, expected: number | null][] = [
    ['1234', 1_234],
    ['"1,234"', 1_234],
    ['1.234', 1_234],
    ['1 234 567', 1_234_567],
    ["1'234", 1_234],
    ['1’234', 1_234],
    ['"1,234.5"', 1_234.5],
    ['"1.234,56"', 1_234.56],
    ['"12,5 %"', 12.5],
    ['1.2345', 1.2345],
    ['1234.567', 1_234.567],
    ['"1,234.567"', 1_234.567],
    ['<1', 1],
    ['> 5', 5],
    ['~7', 7],
    ['-5', null],
    ['1.', null],
    ['.5', null],
    ['', null],
    ['%', null],
    ['9'.repeat(40), 1e40],
    ['9'.repeat(41), null],
    ['n/a', null],
  ]
  for (const [text, expected] of numbers)
    it(`reads ${text || 'nothing'} as ${expected}`, () => {
      const { urls, isRead } = counted(analytics, [`/a,${text}`])
      assert.deepEqual([urls[0]?.sessions ?? null, isRead], [expected, [expected !== null]])
    })

  it('keeps the most visited half of twice as many URLs as are stored, and says what the others had', () => {
    const counter = createRowCounter(analytics, site)
    counter.count('Page,Views')
    for (let index = 0; index < 2 * MAX_VISIT_URLS; index++) counter.count(`/${index},${index < 5 ? 2 : 1}`)
    assert.deepEqual([counter.found.urls.size, counter.found.further], [2 * MAX_VISIT_URLS, 0])
    counter.count('/0,1')
    assert.equal(counter.found.urls.size, 2 * MAX_VISIT_URLS)
    counter.count('/new,1')
    assert.deepEqual([counter.found.urls.size, counter.found.further], [MAX_VISIT_URLS + 1, MAX_VISIT_URLS])
    assert.equal(counter.found.urls.get(`${SITE}/0`)?.sessions, 3)
    assert.equal(counter.found.urls.get(`${SITE}/4`)?.sessions, 2)
  })
})
