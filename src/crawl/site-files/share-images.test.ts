import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ShareImage } from '#shared/site-facts.ts'
import { SITE, type TestRecord } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { fetchShareImages } from './share-images.ts'
import { openScene, type Scene, type Stub } from './test-later-context.ts'

const CDN = 'https://cdn.test'

/** The start of a GIF of 40 × 30 pixels. */
const gif = Buffer.from([...Buffer.from('GIF89a'), 40, 0, 30, 0])
const picture: Stub = { status: 200, body: gif, headers: [['content-type', 'image/gif']] }

const pageWith = (number: number, ...images: string[]): TestRecord => ({
  path: number === 1 ? '/' : `/${number}`,
  number,
  columns: { shareImages: JSON.stringify(images) },
})

let store: Store
before(async () => {
  store = await openTestStore()
})
after(() => store[Symbol.asyncDispose]())

async function fetched(scene: Partial<Scene>) {
  const open = await openScene(store, { records: [], response: () => picture, ...scene })
  const images = await fetchShareImages(open.context)
  const { requested, requests, pauses } = open
  return { images, requested, requests, pauses }
}

const found: ShareImage = {
  url: `${SITE}/a.gif`,
  statuses: [200],
  failure: null,
  isBotChallenge: false,
  mediaType: 'image/gif',
  isPicture: true,
  width: 40,
  height: 30,
}
const noPicture = { isPicture: false, width: null, height: null }

describe('fetchShareImages()', () => {
  const responses: [what: string, response: Stub, image: Partial<ShareImage>][] = [
    ['a picture', picture, {}],
    ['a page', { status: 200, html: '<p>Hello' }, { ...noPicture, mediaType: 'text/html' }],
    ['a missing image', { ...picture, status: 404 }, { ...noPicture, statuses: [404, 404] }],
    ['a redirect that leads nowhere', { ...picture, status: 301 }, { ...noPicture, statuses: [301, 301] }],
    [
      'no response',
      'timeout-first-byte',
      { ...noPicture, statuses: [null, null], failure: 'timeout-first-byte', mediaType: '' },
    ],
    [
      'a bot challenge',
      { status: 403, html: 'Cloudflare' },
      { ...noPicture, statuses: [403, 403], isBotChallenge: true, mediaType: 'text/html' },
    ],
  ]
  for (const [what, response, image] of responses)
    test(`says what ${what} is`, async () => {
      const { images } = await fetched({ records: [pageWith(1, found.url)], response: () => response })
      assert.deepEqual(images, [{ ...found, ...image }])
    })

  test('requests an image again that was not there', async () => {
    let times = 0
    const { images } = await fetched({
      records: [pageWith(1, found.url)],
      response: () => (++times === 1 ? { status: 503 } : picture),
    })
    assert.deepEqual(images, [{ ...found, statuses: [503, 200] }])
  })

  const attempt = (method: 'GET' | 'HEAD', status: number) => ({ atMs: 1, method, status, failure: null })
  const probes: [
    what: string,
    fetched: NonNullable<TestRecord['fetched']>,
    image: Partial<ShareImage>,
    requests: number,
  ][] = [
    [
      'requests no image that the crawl has found missing',
      {
        status: 404,
        mediaType: 'text/html',
        attempts: [attempt('HEAD', 405), attempt('GET', 404), attempt('GET', 404)],
      },
      { ...noPicture, statuses: [404, 404], mediaType: 'text/html' },
      0,
    ],
    ['requests an image whose failure was not confirmed', { status: 503, attempts: [attempt('GET', 503)] }, {}, 1],
    ['reads an image that the crawl has only probed', { status: 200, mediaType: 'image/gif' }, {}, 1],
  ]
  for (const [what, response, image, count] of probes)
    test(what, async () => {
      const probe: TestRecord = { path: '/a.gif', number: 0, state: 'probed', columns: null, fetched: response }
      const { images, requested } = await fetched({ records: [pageWith(1, found.url), probe] })
      assert.deepEqual(images, [{ ...found, ...image }])
      assert.equal(requested.length, count)
    })

  test('reads the beginning of an image and follows its redirects', async () => {
    const { requests, pauses } = await fetched({ records: [pageWith(1, found.url)], crawlDelayMs: 99_000 })
    assert.deepEqual(requests, [{ method: 'GET', body: 'all', maxBytes: 131_072, maxHops: MAX_REDIRECT_HOPS }])
    assert.deepEqual(pauses, [30_000])
  })

  test('requests those first that most pages name', async () => {
    const { requested } = await fetched({
      records: [pageWith(1, `${SITE}/once`, `${SITE}/often`), pageWith(2, `${SITE}/often`), pageWith(3)],
    })
    assert.deepEqual(requested, ['/often', '/once'])
  })

  test('requests thirty images, ten of them on other hosts, which it gives a second', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const { requested, pauses } = await fetched({
      records: [
        ...numbers.map(index => pageWith(index + 1, `${CDN}/${index}`)),
        ...numbers.map(index => pageWith(index + 41, `${SITE}/${index}`)),
      ],
    })
    assert.deepEqual(requested, [
      ...numbers.slice(0, 10).map(index => `${CDN}/${index}`),
      ...numbers.slice(0, 20).map(index => `/${index}`),
    ])
    assert.deepEqual(pauses, Array(10).fill(1_000))
  })

  const records = [pageWith(1, `${CDN}/a`, found.url)]
  const refused: [what: string, scene: Partial<Scene>, requested: string[] | null][] = [
    ['none when files are not requested', { options: { probesResources: false } }, null],
    ['none of other hosts when they are not requested', { options: { probesExternal: false } }, ['/a.gif']],
    ['none that robots.txt closes', { isAllowed: path => path !== '/a.gif' }, [`${CDN}/a`]],
    [
      'all when robots.txt is not obeyed',
      { isAllowed: () => false, options: { obeysRobots: false } },
      [`${CDN}/a`, '/a.gif'],
    ],
    ['none of a crawl that was stopped', { isHalted: true }, null],
    ['none when no page names one', { records: [pageWith(1)] }, null],
    ['none that is no URL of the web', { records: [pageWith(1, 'a.gif', 'data:image/gif,', 'ftp://a.test/')] }, null],
  ]
  for (const [what, scene, requested] of refused)
    test(`requests ${what}`, async () => {
      const result = await fetched({ records, ...scene })
      assert.deepEqual(result.requested, requested ?? [])
      assert.deepEqual(result.images?.map(({ url }) => url.replace(SITE, '')) ?? null, requested)
    })

  test('has nothing of a crawl that is stopped meanwhile', async () => {
    const { images, requested } = await fetched({ records, haltAfter: 1 })
    assert.deepEqual([images, requested], [null, [`${CDN}/a`]])
  })
})
