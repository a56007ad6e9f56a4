import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRefresh } from './refresh.ts'
import { factsOf } from './test-facts.ts'

/** HTML standard, 4.2.5.3, "shared declarative refresh steps". */
const rows: [raw: string, parsed: ReturnType<typeof parseRefresh>][] = [
  ['0;url=/a', { delay: 0, target: '/a' }],
  ['5; URL = "/a b" ignored', { delay: 5, target: '/a b' }],
  ["3, url='/a", { delay: 3, target: '/a' }],
  ['10 /a', { delay: 10, target: '/a' }],
  ['1.9;/a', { delay: 1, target: '/a' }],
  ['.5;/a', { delay: 0, target: '/a' }],
  ['0;urls.html', { delay: 0, target: 'urls.html' }],
  ['30', { delay: 30, target: '' }],
  ['url=/a', null],
  ['5x;url=/a', null],
  ['', null],
]
for (const [raw, parsed] of rows)
  test(`parseRefresh() reads ${JSON.stringify(raw)}`, () => assert.deepEqual(parseRefresh(raw), parsed))

test('a refresh is a fact and a link', () => {
  const facts = factsOf('<meta http-equiv=Refresh content="2;url=../next#x">')
  assert.deepEqual(facts.refresh, {
    delay: 2,
    url: 'http://example.test/next',
    raw: '2;url=../next#x',
    source: 'tag',
    line: 1,
  })
  assert.deepEqual(
    facts.links.map(({ kind, url }) => [kind, url]),
    [['refresh', 'http://example.test/next']],
  )
})

const reloads: [content: string, isReload: true | undefined][] = [
  ['30', true],
  ['30;url=page', true],
  ['30;url=/dir/../dir/page', true],
  ['30;url=page#top', undefined],
  ['30;url=javascript:void(0)', undefined],
]
for (const [content, isReload] of reloads)
  test(`the refresh ${content} names no target and ${isReload ? 'reloads the page' : 'does not reload the page'}`, () => {
    const { refresh } = factsOf(`<meta http-equiv=refresh content="${content}">`)
    assert.deepEqual([refresh?.url, refresh?.isReload], [null, isReload])
  })

test('a refresh in noscript is not for browsers that run scripts', () => {
  assert.equal(factsOf('<noscript><meta http-equiv=refresh content="0;url=/no-js"></noscript>').refresh, null)
})

test('the Refresh header counts when the markup has none', () => {
  const { refresh, links } = factsOf('<p>x', { headers: [['Refresh', '1; url=/there']] })
  assert.equal(refresh?.source, 'header')
  assert.equal(refresh?.url, 'http://example.test/there')
  assert.equal(links[0]?.kind, 'refresh')
})
