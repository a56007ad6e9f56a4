import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { type AdvancedFields, changedCount, readAdvancedFields, unchangedFields } from './advanced-options.ts'

const defaults = defaultCrawlOptions
const limits = { maximums: { pageSpeedSample: 10 }, defaults }
const crawl = { siteUrl: 'https://shop.example/', crawlLimit: 2 }
const read = (change: Partial<AdvancedFields>, other: Partial<typeof defaults & { siteUrl: string | null }> = {}) => {
  const { siteUrl = crawl.siteUrl, ...changed } = other
  const own = { ...limits, defaults: { ...defaults, ...changed } }
  return readAdvancedFields({ ...unchangedFields, ...change }, { limits: own, crawl: { ...crawl, siteUrl } })
}

describe('readAdvancedFields()', () => {
  const requested: [name: string, fields: Partial<AdvancedFields>, operator: boolean, expected: object][] = [
    ['nothing by default', {}, true, {}],
    ['nothing by default where the operator does not read sitemaps', {}, false, {}],
    ['a sample', { pageSpeedSample: '3' }, false, { pageSpeedSample: 3 }],
    ['no sample for an emptied field', { pageSpeedSample: '' }, false, {}],
    ['scripts to be run', { rendersJavaScript: true }, false, { rendersJavaScript: true }],
    ['sitemaps to be read', { readsSitemaps: true }, false, { readsSitemaps: true }],
    ['sitemaps to be left, against the operator', { readsSitemaps: false }, true, { readsSitemaps: false }],
    [
      'URLs, line by line as typed',
      { urls: '\nshop.example/a\r\n# later\nhttps://shop.example/b\n\n' },
      false,
      { urls: ['', 'shop.example/a', '# later', 'https://shop.example/b'] },
    ],
    ['parameters to be dropped', { dropParameters: ' sid,  utm_* ' }, false, { dropParameters: ['sid', 'utm_*'] }],
    [
      'a part of the site',
      { include: '/blog/* /shop/*', exclude: ' ?print= ', isFolderOnly: true, maxDepth: '3' },
      false,
      { include: ['/blog/*', '/shop/*'], exclude: ['?print='], isFolderOnly: true, maxDepth: 3 },
    ],
    ['a user agent', { userAgent: ' Sitesounder ' }, false, { userAgent: 'Sitesounder' }],
    ['robots.txt to be ignored', { obeysRobots: false }, false, { obeysRobots: false }],
    ['no list for blank lines', { urls: ' \n \n' }, false, {}],
  ]
  for (const [name, fields, readsSitemaps, expected] of requested)
    test(`requests ${name}`, () => assert.deepEqual(read(fields, { readsSitemaps }), { ok: true, requested: expected }))

  const refused: [name: string, fields: Partial<AdvancedFields>, errors: object][] = [
    ['a sample above the maximum', { pageSpeedSample: '11' }, { pageSpeedSample: 'Between 0 and 10' }],
    [
      'what names no parameter',
      { dropParameters: 'sid=1' },
      { dropParameters: 'The parameters to drop must be names such as sid or utm_*: “sid=1” is none' },
    ],
    [
      'a rule that is too long',
      { exclude: 'a'.repeat(501) },
      { exclude: 'The URLs to exclude must have at most 500 characters each' },
    ],
    ['a user agent of two lines', { userAgent: 'a\nb' }, { userAgent: 'At most 200 characters, none beyond ASCII' }],
    ['half a page', { pageSpeedSample: '1.5' }, { pageSpeedSample: 'Between 0 and 10' }],
    ['less than none', { pageSpeedSample: '-1' }, { pageSpeedSample: 'Between 0 and 10' }],
    [
      'an invalid URL, with its line',
      { urls: 'https://shop.example/\nhello there' },
      { urls: 'Line 2 is no URL: hello there' },
    ],
    [
      'another site',
      { urls: 'https://elsewhere.example/' },
      { urls: 'Line 1 is a URL of another site than shop.example: https://elsewhere.example/' },
    ],
    [
      'more URLs than the crawl limit',
      { urls: '/a\n/b\n/c'.replaceAll('/', 'shop.example/') },
      { urls: 'The list has more URLs than the crawl limit of 2 pages allows' },
    ],
    ['a list of comments', { urls: '# none' }, { urls: 'The list has no URL' }],
    [
      'a list that no request holds',
      { urls: 'shop.example/\n'.repeat(5_000) },
      { urls: 'The list is too long: at most 60,000 characters' },
    ],
  ]
  for (const [name, fields, errors] of refused)
    test(`rejects ${name}`, () => assert.deepEqual(read(fields), { ok: false, errors }))

  test('requests other parameters than the operator drops, or none', () => {
    const dropParameters = ['sid']
    const requested = (typed: string) => read({ dropParameters: typed }, { dropParameters })
    assert.deepEqual(requested('sid'), { ok: true, requested: {} })
    assert.deepEqual(requested('sid utm_*'), { ok: true, requested: { dropParameters: ['sid', 'utm_*'] } })
    assert.deepEqual(requested(' '), { ok: true, requested: { dropParameters: [] } })
  })

  test('does not check the list without a URL of the website', () =>
    assert.equal(read({ urls: 'hello there' }, { siteUrl: null }).ok, true))
})

test('changedCount() counts what a server would not do unasked', () => {
  const unchanged = unchangedFields
  assert.equal(changedCount(unchanged, limits), 0)
  assert.equal(changedCount({ ...unchanged, pageSpeedSample: '' }, limits), 0)
  assert.equal(
    changedCount({ ...unchanged, readsSitemaps: true }, { ...limits, defaults: { ...defaults, readsSitemaps: false } }),
    1,
  )
  const all = { pageSpeedSample: '2', rendersJavaScript: true, readsSitemaps: false, dropParameters: 'sid', urls: 'a' }
  assert.equal(changedCount(all, limits), 5)
})
