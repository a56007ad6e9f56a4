import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { linkWith, pageFactsWith } from '#checks/test-facts.ts'
import { factsOf } from '#extract/test-facts.ts'
import { hasId, unpackIds } from '#shared/fnv.ts'
import { MAX_IDS_PER_PAGE } from '#shared/limits.ts'
import { LinkRows, LinkTexts } from '#shared/link-rows.ts'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import { encodeFacts, templateFingerprint, urlsOnPage } from './encode-facts.ts'

const url = 'https://example.com/page'
const other = 'https://www.example.com/other'

const rows: [name: string, link: Parameters<typeof linkWith>[0], isKept: boolean][] = [
  ['a link within the site', { url: other, rel: ['nofollow'] }, true],
  ['a link without nofollow', { url: other, rel: ['noopener'] }, false],
  ['a link of a visitor', { url: other, rel: ['external', 'nofollow', 'ugc'] }, false],
  ['a link on a page that requests it as a whole', { url: other, isNofollow: true }, false],
  ['a link to another site', { url: 'https://example.org/', rel: ['nofollow'] }, false],
  ['a link to the page itself', { url, rel: ['nofollow'] }, false],
  ['a link that is no hyperlink', { url: other, rel: ['nofollow'], kind: 'alternate' }, false],
]
for (const [name, link, isKept] of rows) {
  test(`nofollowUrls ${isKept ? 'hold' : 'leave out'} ${name}`, () => {
    const facts = pageFactsWith({ url, links: [linkWith(link), linkWith(link)] })
    const { columns } = encodeFacts(facts, [])
    assert.deepEqual(JSON.parse(columns.nofollowUrls ?? ''), isKept ? [link?.url] : [])
  })
}

test('the URLs on a page name images of structured data, without a kind unless something else names them', () => {
  const links = [linkWith({ url: 'https://example.com/a.jpg', kind: 'image' })]
  const structuredImages = ['https://example.com/a.jpg', 'https://example.com/b.jpg']
  assert.deepEqual(urlsOnPage({ links, structuredImages }).found, [
    ...urlsOnPage({ links }).found,
    { url: 'https://example.com/b.jpg', kinds: 0, isFollowed: false },
  ])
})

test('the URLs on a page name each URL once, in order of first mention, with all that is known of it', () => {
  const links = [
    linkWith({ url: other, kind: 'image' }),
    linkWith({ url, isNofollow: true }),
    linkWith({ url: other }),
    linkWith({ url, kind: 'next', isNofollow: true }),
  ]
  const kinds = (...names: LinkKind[]) => kindsToMask(names, linkKinds)
  assert.deepEqual(urlsOnPage({ links }).found, [
    { url: other, kinds: kinds('image', 'anchor'), isFollowed: true },
    { url, kinds: kinds('anchor', 'next'), isFollowed: false },
  ])
})

test('links are kept with the place of their URL among those that were found', () => {
  const links = [url, other, url, 'https://example.com/left-out'].map(each => linkWith({ url: each }))
  const encoded = encodeFacts(pageFactsWith({ url, links }), urlsOnPage({ links: links.slice(0, 3) }).places)
  assert.deepEqual(
    new LinkRows(encoded.links).all(new LinkTexts(encoded.linkTexts)).map(({ urlIndex }) => urlIndex),
    [0, 1, 0, -1],
  )
})

test('ids are kept unless the page may have others', () => {
  const kept = encodeFacts(pageFactsWith({ ids: ['über', 'a b'] }), []).ids
  assert.ok(kept)
  assert.deepEqual(
    ['über', 'a b', 'uber'].map(id => hasId(unpackIds(kept), id)),
    [true, true, false],
  )
  const many = Array.from({ length: MAX_IDS_PER_PAGE }, (_, index) => `part-${index}`)
  const whole = pageFactsWith()
  const others = [{ ids: many }, { isAppShell: true }, { response: { ...whole.response, isCutOff: true as const } }]
  for (const facts of others) assert.equal(encodeFacts(pageFactsWith(facts), []).ids, null)
})

const h1s: [markup: string, h1Key: string][] = [
  ['<h1>The Harbour</h1>', 'the harbour'],
  ['<h1>Tidings</h1><h1>The Harbour</h1>', ''],
  ['<h1>The Harbour</h1><h1> </h1>', 'the harbour'],
  ['<h1>The Harbour</h1><h1 hidden>Tidings</h1>', 'the harbour'],
  ['<h1 hidden>Tidings</h1>', ''],
  ['<h1 class=nodisplay>Tidings</h1><h1>The Harbour</h1>', ''],
]
for (const [markup, h1Key] of h1s) {
  test(`h1Key of ${markup} is ${h1Key || 'empty'}`, () => {
    const { columns } = encodeFacts(factsOf(`<title>Tides</title><body>${markup}`), [])
    assert.equal(columns.h1Key, h1Key)
  })
}

test('shareImages hold what the page names for sharing, and nothing of a bot protection', () => {
  const openGraph: [string, string][] = [
    ['og:image', ' /quay.jpg '],
    ['og:title', 'Quay'],
  ]
  const imagesOf = (isBotChallenge: boolean) =>
    JSON.parse(encodeFacts(pageFactsWith({ url, openGraph, isBotChallenge }), []).columns.shareImages ?? '')
  assert.deepEqual(imagesOf(false), ['/quay.jpg'])
  assert.deepEqual(imagesOf(true), [])
})

const of = (body: string, head = '') =>
  templateFingerprint(factsOf(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`))
const product = '<script type="application/ld+json">{"@type":"Product","review":{"@type":"Review"}}</script>'
const plainProduct = '<script type="application/ld+json">{"@type":"Product"}</script>'

describe('templateFingerprint()', () => {
  const alike: [name: string, one: string, other: string][] = [
    ['texts differ', of('<main><h1>One</h1><p>a'), of('<main><h1>Two</h1><p>b<p>c<a href="/x">d</a>')],
    ['headings are named after their texts', of('<main><h1 id="one">1</h1>'), of('<main><h1 id="two">2</h1>')],
    ['articles are numbered', of('<article id="post-1"><h1>1</h1>'), of('<article id="post-2"><h1>2</h1>')],
    ['there are more elements before', of('<div></div><div><h1>1</h1></div>'), of('<div><h1>1</h1></div>')],
    ['one product has reviews', of('<h1>1</h1>', product), of('<h1>2</h1>', plainProduct)],
  ]
  for (const [name, one, other] of alike)
    it(`is the same where ${name}`, () => {
      assert.equal(one, other)
      assert.match(one, /^[\da-f]{12}$/)
    })

  const different: [name: string, one: string, other: string][] = [
    ['the heading stands elsewhere', of('<main><h1>1</h1>'), of('<article><header><h1>1</h1>')],
    ['one is a product', of('<h1>1</h1>'), of('<h1>1</h1>', product)],
    [
      'one says that it is an article',
      of('<h1>1</h1>', '<meta property="og:type" content="article">'),
      of('<h1>1</h1>'),
    ],
  ]
  for (const [name, one, other] of different) it(`differs where ${name}`, () => assert.notEqual(one, other))

  it('is empty where nothing shows a template', () => assert.equal(of('<p>text'), ''))
})
