import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkTarget } from '#store/store.ts'
import { nearPages, spellings } from './page-detail-near.ts'

const SITE = 'https://site.test'
const seedUrl = `${SITE}/`

const target = (url: string, changes: Partial<LinkTarget> = {}): LinkTarget => ({
  url,
  isExternal: false,
  statusCode: 200,
  failure: null,
  failureDetail: '',
  skipReason: null,
  mediaType: 'text/html',
  bytes: 1,
  ...changes,
})

/** A crawl that knows these URLs; the neighbours are given as the store orders them. */
function near(url: string, { known, neighbours = [] }: { known: LinkTarget[]; neighbours?: string[] }) {
  const targets = new Map(known.map(each => [each.url, each]))
  const reading = {
    linkTargets: async (_crawl: number, urls: readonly string[]) =>
      new Map(urls.flatMap(each => (targets.has(each) ? [[each, targets.get(each) ?? target(each)] as const] : []))),
    neighbours: async () => neighbours.map(each => target(each)),
  }
  return nearPages(reading, { crawlId: 1, seedUrl, url }).then(pages => pages.map(page => page.url.replace(SITE, '')))
}

describe('nearPages()', () => {
  it('finds the other spelling of a URL before anything else', async () => {
    const known = [target(seedUrl), target(`${SITE}/about/`)]
    assert.deepEqual(await near(`${SITE}/about`, { known, neighbours: [`${SITE}/abort`] }), ['/about/', '/abort', '/'])
    assert.deepEqual(await near('http://www.site.test/About?x=1', { known }), ['/about/'])
  })

  it('orders neighbours by how much of the beginning they share, those of other hosts omitted', async () => {
    const neighbours = ['https://other.test/a/b', `${SITE}/a`, `${SITE}/a/bc`, `${SITE}/b`]
    assert.deepEqual(await near(`${SITE}/a/b-x`, { known: [], neighbours }), ['/a/bc', '/a'])
  })

  it('offers the start page when there is nothing else', async () => {
    assert.deepEqual(await near('https://other.test/x', { known: [target(seedUrl)] }), ['/'])
    assert.deepEqual(await near('https://other.test/x', { known: [] }), [])
  })

  it('offers the start page in place of what is no URL', async () => {
    assert.deepEqual(await near('no URL', { known: [target(seedUrl)] }), ['/'])
  })

  it('offers no URL that was omitted', async () => {
    const known = [target(seedUrl), target(`${SITE}/x/`, { skipReason: 'robots' })]
    assert.deepEqual(await near(`${SITE}/x`, { known }), ['/'])
  })

  it('offers the six folders above it, the nearest first', async () => {
    const folders = Array.from(
      { length: 7 },
      (_, index) =>
        `/${'12345678'
          .slice(0, 7 - index)
          .split('')
          .join('/')}`,
    )
    const known = folders.map(path => target(SITE + path))
    assert.deepEqual(await near(`${SITE}/1/2/3/4/5/6/7/8`, { known }), folders.slice(0, 6))
  })

  it('offers eight at most', async () => {
    const neighbours = Array.from({ length: 20 }, (_, index) => `${SITE}/p${index}`)
    assert.equal((await near(`${SITE}/p`, { known: [], neighbours })).length, 8)
  })
})

describe('spellings()', () => {
  it('are other URLs than the one given', () => {
    const all = spellings('https://www.site.test/A/?q=1')
    assert.ok(!all.includes('https://www.site.test/A/?q=1'))
    for (const expected of ['https://site.test/A/?q=1', 'http://www.site.test/A?q=1', 'https://www.site.test/a'])
      assert.ok(all.includes(expected), expected)
  })

  it('are none of what is no URL', () => assert.deepEqual(spellings('no URL'), []))

  it('of a start page have no empty path', () => {
    for (const url of spellings('https://site.test/')) assert.match(url, /\/$/)
  })
})
