import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkWith, pageFactsWith } from '#checks/test-facts.ts'
import { decodeLinks } from '#shared/link-codec.ts'
import { type LinkKind, linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import { unpackIds } from '#store/pages/page-texts.ts'
import { encodeFacts, foundUrls } from './encode-facts.ts'

const url = 'https://example.com/page'
const other = 'https://www.example.com/other'

const rows: [name: string, link: Parameters<typeof linkWith>[0], isKept: boolean][] = [
  ['a link within the site', { url: other, rel: ['nofollow'] }, true],
  ['a link without nofollow', { url: other, rel: ['noopener'] }, false],
  ['a link of a visitor', { url: other, rel: ['external', 'nofollow', 'ugc'] }, false],
  ['a link on a page that asks for it as a whole', { url: other, isNofollow: true }, false],
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

test('foundUrls name each URL once, in order of first mention, with all that is known of it', () => {
  const links = [
    linkWith({ url: other, kind: 'image' }),
    linkWith({ url, isNofollow: true }),
    linkWith({ url: other }),
    linkWith({ url, kind: 'next', isNofollow: true }),
  ]
  const kinds = (...names: LinkKind[]) => kindsToMask(names, linkKinds)
  assert.deepEqual(foundUrls(links), [
    { url: other, kinds: kinds('image', 'anchor'), isFollowed: true },
    { url, kinds: kinds('anchor', 'next'), isFollowed: false },
  ])
})

test('links are kept with the place of their URL among those that were found', () => {
  const links = [url, other, url, 'https://example.com/left-out'].map(each => linkWith({ url: each }))
  const encoded = encodeFacts(pageFactsWith({ url, links }), foundUrls(links.slice(0, 3)))
  assert.deepEqual(
    decodeLinks(encoded.links).map(({ urlIndex }) => urlIndex),
    [0, 1, 0, -1],
  )
})

const idLists: [name: string, ids: string[]][] = [
  ['no ids', []],
  ['a few ids', ['über', 'a b', 'a b']],
  ['many ids', Array.from({ length: 500 }, (_, index) => `übersicht-${index}`)],
]
for (const [name, ids] of idLists) {
  test(`the store reads ${name} back as they were`, () => {
    const packed = encodeFacts(pageFactsWith({ ids }), []).ids
    assert.deepEqual(unpackIds(packed), ids)
    assert.ok(packed.byteLength <= Buffer.byteLength(JSON.stringify(ids)))
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
