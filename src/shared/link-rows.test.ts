import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkFact } from './element-facts.ts'
import { encodeLinks } from './link-codec.ts'
import { LinkRows, LinkTexts, nameFragments } from './link-rows.ts'
import { linkKinds, regions } from './model.ts'

const plain: LinkFact = {
  url: 'https://a.example/',
  kind: 'anchor',
  region: 'main',
  text: '',
  path: '',
  rel: [],
  fragment: null,
  line: 0,
  isNofollow: false,
}

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const texts = [
  '',
  'Read on',
  '"rows":[[1,2]]',
  ',"rows":',
  '\\"rows":',
  '"',
  '\\',
  ']],[[',
  'Ärger 日本語 🙂',
  '\u0000',
  '-1',
]

function anyLinks(seed: number): { links: LinkFact[]; urls: Map<string, number> } {
  const random = randomOf(seed)
  const urls = new Map(Array.from({ length: 1 + random(300) }, (_, index) => [`https://a.example/${index}`, index]))
  const text = () => texts[random(texts.length)] ?? ''
  const links = Array.from({ length: random(40) }, () => ({
    // Some were not taken in.
    url: `https://a.example/${random(urls.size + 5)}`,
    kind: linkKinds[random(linkKinds.length)] ?? 'anchor',
    region: regions[random(regions.length)] ?? 'body',
    text: text(),
    path: text(),
    rel: Array.from({ length: random(3) }, () => ['nofollow', 'noopener', 'ugc'][random(3)] ?? ''),
    fragment: random(3) === 0 ? text() : null,
    line: random(100_000),
    isNofollow: random(2) === 0,
  }))
  return { links, urls }
}

/** No document has such a character, which is what texts are separated by. */
const parsed = (text: string) => text.replaceAll('\0', '\ufffd')

describe('LinkRows', () => {
  it('reads the links that were encoded, whatever they are', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { links, urls } = anyLinks(seed)
      const { rows: encoded, texts: linkTexts } = encodeLinks(
        links,
        links.map(({ url }) => urls.get(url) ?? -1),
      )
      // As a database driver hands it over: somewhere in a larger buffer.
      const rows = new LinkRows(Buffer.concat([Buffer.from('"rows":[[7'), encoded]).subarray(10))
      const expected = links.map(({ url, rel, text, path, ...link }) => ({
        ...link,
        text: parsed(text),
        path: parsed(path),
        rel: rel.filter(Boolean),
        urlIndex: urls.get(url) ?? -1,
      }))
      assert.deepEqual(rows.all(new LinkTexts(linkTexts)), expected, `seed ${seed}`)
      // One by one, in any order.
      const packed = new LinkTexts(linkTexts)
      const places = expected.map((_, index) => (index * 7) % (expected.length || 1))
      assert.deepEqual(
        places.map(index => rows.link(index, packed)),
        places.map(index => expected[index]),
      )
      assert.deepEqual(
        expected.map((_, index) => [
          rows.length,
          rows.urlIndexOf(index),
          rows.isNofollow(index),
          rows.fragmentOf(index),
        ]),
        expected.map(link => [links.length, link.urlIndex, link.isNofollow, link.fragment]),
      )
      assert.deepEqual(
        expected.map((_, index) => [linkKinds[rows.kindIndexOf(index)], regions[rows.regionIndexOf(index)]]),
        expected.map(({ kind, region }) => [kind, region]),
      )
    }
  })

  it('reads numbers of any size', () => {
    for (const line of [0, 127, 128, 16_383, 16_384, 2_147_483_647]) {
      const { rows, texts: linkTexts } = encodeLinks([{ ...plain, line }], [])
      assert.equal(new LinkRows(rows).link(0, new LinkTexts(linkTexts)).line, line)
    }
  })

  it('reads paths that begin alike, however long, and where they differ within a character', () => {
    const long = 'div > '.repeat(400)
    const paths = ['main > 🙂', 'main > 🙃', 'main', '', long, `${long}a`, `${long}b`, 'div']
    const { rows, texts: linkTexts } = encodeLinks(
      paths.map(path => ({ ...plain, path })),
      [],
    )
    const read = new LinkRows(rows).all(new LinkTexts(linkTexts))
    assert.deepEqual(
      read.map(({ path }) => path),
      paths,
    )
    assert.ok(linkTexts.length < 2 * long.length)
  })

  it('reads a page without links, and one whose only link was not taken in', () => {
    const none = encodeLinks([], [])
    assert.deepEqual([new LinkRows(none.rows).all(new LinkTexts(none.texts)), none.texts.length], [[], 0])
    const rows = new LinkRows(encodeLinks([plain], []).rows)
    assert.equal(rows.length, 1)
    assert.equal(rows.urlIndexOf(0), -1)
  })
})

describe('nameFragments()', () => {
  const pages: [string, LinkFact[], boolean][] = [
    ['of no links', [], false],
    ['of links without one', [plain, { ...plain, text: 'again' }], false],
    ['of one link among many with one', [plain, { ...plain, fragment: 'part' }], true],
    ['of a link with an empty one', [{ ...plain, fragment: '' }], true],
  ]
  for (const [name, links, expected] of pages)
    it(`${name}: ${expected}`, () => assert.equal(nameFragments(encodeLinks(links, []).rows), expected))
})
