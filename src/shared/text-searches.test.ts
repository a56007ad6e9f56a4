import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileSearches, parseTextSearches, type SearchFact, searchPage, splitTextSearches } from './text-searches.ts'

const source = `<title>Shop</title>
<script>ga('create', 'UA-1'); ga('set', "UA-2")</script>
<p>Opened <b>24 hours</b>
`
const visible = 'Opened 24 hours'

function search(rule: string, page: Partial<{ source: string; visible: string }> = {}): Partial<SearchFact> {
  const searches = compileSearches({ requiredTexts: [], unwantedTexts: [rule] })
  const [fact] = searchPage(searches, { source: page.source ?? source, visibleText: () => page.visible ?? visible })
  return { count: fact?.count ?? -1, places: fact?.places ?? [] }
}

describe('searchPage()', () => {
  const tests: [name: string, rule: string, lines: number[]][] = [
    ['a text, in any letter case', 'ua-', [2, 2]],
    ['nothing', 'gtag', []],
    ['a text of the visible text', 'text: 24 HOURS', [0]],
    ['markup that is no visible text', 'text:<b>', []],
    ['text in the source that markup divides', 'opened 24', []],
    ['the same text where it is shown', 'text:opened 24', [0]],
    ['parts in one line, as often as they follow each other', "ga(*'ua-", [2]],
    ['parts of two lines', 'title*script', []],
    ['parts in another order', 'hours*opened', []],
    ['stars at both ends', '*hours*', [3]],
  ]
  for (const [name, rule, lines] of tests)
    test(`finds ${name}`, () => {
      const { count, places = [] } = search(rule)
      assert.deepEqual([count, places.map(({ line }) => line)], [lines.length, lines])
    })

  test('shows the first places, with what stands around each on one line', () => {
    const { count, places = [] } = search('x', { source: `before\n  x \n${'xb'.repeat(100)}` })
    assert.deepEqual([count, places.map(({ line }) => line)], [101, [2, 3, 3]])
    assert.equal(places[0]?.excerpt, `before x ${'xb'.repeat(100)}`.slice(0, 157))
  })

  test('takes a text whose small letters are longer', () =>
    assert.equal(search('hours', { source: 'İİ hours' }).count, 1))
})

test('splitTextSearches() and parseTextSearches() read one search a line', () => {
  assert.deepEqual(parseTextSearches(splitTextSearches(' cookie banner \n\ntext: 24 hours\r\ncookie banner')), {
    ok: true,
    values: ['cookie banner', 'text: 24 hours'],
  })
  const refusals: [typed: string[], problem: string][] = [
    [['text: *'], 'must be texts: “text: *” is none'],
    [['a\tb'], 'must be texts: “a\tb” is none'],
    [['a'.repeat(201)], 'must have at most 200 characters each'],
    [Array.from({ length: 11 }, (_, index) => `${index}`), 'must be at most 10'],
  ]
  for (const [typed, problem] of refusals) assert.deepEqual(parseTextSearches(typed), { ok: false, problem })
})
