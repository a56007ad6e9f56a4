import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkFact } from '#shared/element-facts.ts'
import type { LinkKind } from '#shared/model.ts'
import type { LinkGroup } from '#shared/page-detail.ts'
import type { LinkTarget, ReadingStore } from '#store/store.ts'
import { readPageLinks } from './page-detail-links.ts'

const url = 'https://example.com/'
const other = 'https://example.com/b'

const targetWith = (overrides: Partial<LinkTarget> = {}): LinkTarget => ({
  url: other,
  isExternal: false,
  statusCode: 200,
  failure: null,
  failureDetail: '',
  skipReason: null,
  mediaType: 'text/html',
  bytes: 1_000,
  ...overrides,
})

const element: Omit<LinkFact, 'url' | 'fragment'> = {
  kind: 'anchor',
  text: 'B',
  rel: ['next'],
  isNofollow: false,
  region: 'main',
  path: 'body > a',
  line: 3,
}

type Requested = Parameters<ReadingStore['outlinks']>

/** A store in which every page has these links and linking pages. */
function readingWith(
  target: LinkTarget | null,
  requested: Requested[] = [],
): Pick<ReadingStore, 'outlinks' | 'inlinkPages'> {
  return {
    outlinks: async (...question) => {
      requested.push(question)
      return { total: 9, links: [{ ...element, fragment: 'part', target }] }
    },
    inlinkPages: async (...question) => {
      requested.push(question)
      const page = { ...element, source: target ?? targetWith(), depth: 2, linkScore: 41, linkCount: 4 }
      return { total: 8, pages: [page] }
    },
  }
}

const part = { crawlId: 7, url, offset: 20, limit: 10 }

describe('readPageLinks()', () => {
  it('has each link of a page with its target', async () => {
    const read = await readPageLinks(readingWith(targetWith()), { ...part, direction: 'out', group: 'all' })
    const found = { url: other, statusCode: 200, failure: '', isExternal: false }
    assert.deepEqual(read, {
      total: 9,
      links: [{ ...element, ...found, fragment: 'part', count: 1, linkScore: null }],
    })
  })

  it('has each page that leads to a page once, with how often', async () => {
    const read = await readPageLinks(readingWith(targetWith()), { ...part, direction: 'in', group: 'all' })
    const found = { url: other, statusCode: 200, failure: '', isExternal: false }
    assert.deepEqual(read, { total: 8, links: [{ ...element, ...found, fragment: null, count: 4, linkScore: 41 }] })
  })

  const groups: [LinkGroup, kinds: LinkKind[] | undefined][] = [
    ['all', undefined],
    ['pages', ['anchor', 'area', 'frame', 'next', 'prev', 'refresh', 'redirect']],
    ['files', ['image', 'script', 'stylesheet', 'font', 'icon', 'media', 'canonical', 'alternate']],
  ]
  for (const direction of ['in', 'out'] as const)
    for (const [group, kinds] of groups)
      it(`reads the part that is requested of the links ${direction} of ${group}`, async () => {
        const requested: Requested[] = []
        await readPageLinks(readingWith(targetWith(), requested), { ...part, direction, group })
        assert.deepEqual(requested, [[7, { url, offset: 20, limit: 10, ...(kinds && { kinds }) }]])
      })

  const nothing = { url: other, statusCode: null, isExternal: false }
  const ends: [string, LinkTarget | null, object][] = [
    [
      'a URL that did not respond',
      targetWith({ statusCode: null, failure: 'refused' }),
      { ...nothing, failure: 'Connection refused' },
    ],
    [
      'a URL whose failure has a sentence of its own',
      targetWith({ statusCode: null, failure: 'timeout-first-byte', failureDetail: 'No response within 30 s.' }),
      { ...nothing, failure: 'No response within 30 s.' },
    ],
    [
      'a URL that was not requested',
      targetWith({ statusCode: null, skipReason: 'robots', isExternal: true }),
      { ...nothing, failure: 'Not checked: disallowed by robots.txt', isExternal: true },
    ],
    ['a URL that is not requested yet', targetWith({ statusCode: null }), { ...nothing, failure: 'Not checked' }],
    ['a URL that the crawl did not take in', null, { ...nothing, url: null, failure: '' }],
  ]
  for (const [name, target, expected] of ends)
    it(`says why there is no status of ${name}`, async () => {
      const { links } = await readPageLinks(readingWith(target), { ...part, direction: 'out', group: 'all' })
      const found = links.map(link => ({
        url: link.url,
        statusCode: link.statusCode,
        failure: link.failure,
        isExternal: link.isExternal,
      }))
      assert.deepEqual(found, [expected])
    })
})
