import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkFact } from '#shared/facts.ts'
import { encodeLinks } from '#shared/link-codec.ts'
import { mayNameFragments } from './link-sources.ts'

const link: LinkFact = {
  ...{ url: 'https://site.test/', kind: 'anchor', fragment: null, text: '', rel: [] },
  ...{ isNofollow: false, region: 'main', path: 'body > a', line: 1 },
}
const misleading = { ...link, text: '"fragments":[null],"rows"', fragment: 'part' }

describe('mayNameFragments()', () => {
  const pages: [string, LinkFact[] | null, boolean][] = [
    ['of a redirect, which has no links', null, false],
    ['of links without one', [link, { ...link, text: 'again' }], false],
    ['of one link among many with one', [link, { ...link, fragment: 'part' }], true],
    ['of a link whose text looks like what is looked for', [misleading], true],
  ]
  for (const [name, links, expected] of pages)
    it(`${name}: ${expected}`, () => {
      const encoded = links && encodeLinks(links, new Map([[link.url, 0]]))
      const page = { number: 1, urlId: 1, url: link.url, depth: 0, found: new Uint8Array() }
      assert.equal(mayNameFragments({ ...page, links: encoded }), expected)
    })
})
