import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkFact } from '#shared/facts.ts'
import { decodeLinks, encodeLinks } from '#shared/link-codec.ts'
import { linkKinds, regions } from '#shared/model.ts'
import { LinkRows } from './link-rows.ts'

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

describe('LinkRows', () => {
  it('reads what decodeLinks() reads, for any links', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { links, urls } = anyLinks(seed)
      const encoded = encodeLinks(links, urls)
      // As a database driver hands it over: somewhere in a larger buffer.
      const bytes = Buffer.concat([Buffer.from('"rows":[[7'), encoded]).subarray(10)
      const decoded = decodeLinks(bytes)
      const rows = new LinkRows(bytes)
      assert.equal(rows.length, decoded.length, `seed ${seed}`)
      for (const [index, link] of decoded.entries()) {
        assert.equal(rows.urlIndexOf(index), link.urlIndex)
        assert.equal(linkKinds[rows.kindIndexOf(index)], link.kind)
        assert.equal(regions[rows.regionIndexOf(index)], link.region)
        assert.equal(rows.isNofollow(index), link.isNofollow)
        assert.equal(rows.fragmentOf(index), link.fragment)
        assert.deepEqual(rows.link(index), link)
      }
    }
  })

  it('reads a page without links, and one whose only link was not taken in', () => {
    assert.equal(new LinkRows(encodeLinks([], new Map())).length, 0)
    const rows = new LinkRows(encodeLinks([plain], new Map()))
    assert.equal(rows.length, 1)
    assert.equal(rows.urlIndexOf(0), -1)
  })
})
