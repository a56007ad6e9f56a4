import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import { openTestCrawl } from '#store/contract/test-crawl.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { noPictures, pictures, pngOf } from '../test-images.ts'
import type { TestVisitor } from '../test-visitor.ts'

const SITE = 'https://site.test'
const ELSEWHERE = 'https://elsewhere.test/b.png'
const IMAGE = `${SITE}/a.png`
const PNG = pngOf(40, 30)

const rows = [
  { url: IMAGE, kinds: ['image'] },
  { url: `${SITE}/both.png`, kinds: ['anchor', 'image'] },
  { url: ELSEWHERE, kinds: ['image'], scope: 'external' },
  { url: `${SITE}/page`, kinds: ['anchor'] },
  { url: `${SITE}/icon.png`, kinds: ['icon'] },
] as const

let test: TestApp
let visitor: TestVisitor
let websiteId = 0
/** URLs that were requested of the web. */
let requested: { url: string; obeysRobots: boolean }[] = []

async function addCrawl(options: Partial<CrawlOptions> = {}, isEnded = true): Promise<number> {
  const { store } = test
  const { crawlId, ...started } = await store.websites.startCrawl({
    ownerId: await visitor.ownerId(),
    url: `${SITE}/`,
    crawlLimit: 10,
    options: { ...defaultCrawlOptions, ...options },
    nowMs: test.clock.nowMs,
  })
  const claim = await store.crawls.claim('test', test.clock.nowMs, 60_000)
  assert.equal(claim?.crawlId, crawlId)
  const crawl = openTestCrawl(store, { claim, websiteId: started.websiteId })
  await crawl.commitRows(
    rows.map(({ kinds, ...row }) => ({
      scope: 'internal',
      state: 'probed',
      ...row,
      kinds: kindsToMask(kinds, linkKinds),
    })),
  )
  if (isEnded) await store.crawls.end(claim, { reason: 'finished', sentence: 'Done.', endedMs: test.clock.nowMs })
  websiteId = started.websiteId
  return crawlId
}

before(async () => {
  test = await openTestApp()
  visitor = test.visitor()
  await visitor.get('/')
  await addCrawl()
})
after(() => test[Symbol.asyncDispose]())
beforeEach(() => {
  requested = []
  responseWith(PNG)
})

function responseWith(bytes: Uint8Array): void {
  test.web.fetchImage = async ({ url, obeysRobots }) => {
    requested.push({ url, obeysRobots })
    return { ok: true, bytes }
  }
}

const thumbnail = (url: string, more = '') =>
  visitor.get(`/api/thumbnail/${websiteId}?url=${encodeURIComponent(url)}${more}`)

describe('GET /api/thumbnail/:id', () => {
  it('responds with the picture, for no page but the one that requested it, and for an hour', async () => {
    const response = await thumbnail(IMAGE)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG)
    const header = (name: string) => response.headers.get(name)
    assert.equal(header('content-type'), 'image/png')
    assert.equal(header('x-content-type-options'), 'nosniff')
    assert.equal(header('content-security-policy'), "sandbox; default-src 'none'; frame-ancestors 'none'")
    assert.equal(header('cross-origin-resource-policy'), 'same-origin')
    assert.equal(header('cache-control'), 'private, max-age=3600')
    assert.equal(header('vary'), 'Cookie')
    assert.match(header('content-disposition') ?? '', /^inline; filename="sitesounder-site.test-image-[\d-]+\.png"/)
    assert.deepEqual(requested, [{ url: IMAGE, obeysRobots: true }])
  })

  for (const [what, mediaType, bytes] of pictures)
    it(`sends ${what} as ${mediaType}`, async () => {
      responseWith(bytes)
      const response = await thumbnail(IMAGE)
      assert.equal(response.headers.get('content-type'), mediaType)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    })

  for (const [what, bytes] of [...noPictures, ['a bomb of pixels', pngOf(60_000, 60_000)] as const])
    it(`sends nothing of ${what}, and says why`, async () => {
      responseWith(bytes)
      const response = await thumbnail(IMAGE)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.headers.get('cache-control'), 'private, max-age=300')
      const text = await response.text()
      assert.match(text, /^\{"message":"(?:It is no picture|60000 × 60000 pixels)[^"]+"\}$/)
    })

  it('requests nothing for a connection that has closed', async () => {
    const path = `/api/thumbnail/${websiteId}?url=${encodeURIComponent(IMAGE)}`
    const request = { headers: { cookie: visitor.cookie }, signal: AbortSignal.abort() }
    const response = await test.app.request(path, request, { peer: '127.0.0.1' })
    assert.deepEqual(await response.json(), { message: 'The connection was closed.' })
    assert.deepEqual(requested, [])
  })

  it('passes on why there are no bytes', async () => {
    test.web.fetchImage = async () => ({ ok: false, message: 'Its server responds with 404.' })
    assert.deepEqual(await (await thumbnail(IMAGE)).json(), { message: 'Its server responds with 404.' })
  })

  it('requests pictures of the crawl alone', async () => {
    for (const url of [`${SITE}/page`, `${SITE}/icon.png`, `${SITE}/none.png`, 'http://127.0.0.1/', `${IMAGE}?x`]) {
      const response = await thumbnail(url)
      assert.deepEqual([response.status, await response.text()], [404, 'This crawl knows no image at this URL'], url)
    }
    assert.deepEqual(requested, [])
    for (const url of [`${SITE}/both.png`, ELSEWHERE]) assert.equal((await thumbnail(url)).status, 200)
    assert.deepEqual(
      requested.map(({ url }) => url),
      [`${SITE}/both.png`, ELSEWHERE],
    )
  })

  it('refuses a request without a URL, or with none', async () => {
    const refusals = {
      '': 'url is required',
      '?url=': 'url is required',
      '?url=javascript:1': 'url must be an http or https URL',
    }
    for (const [query, message] of Object.entries(refusals)) {
      const response = await visitor.get(`/api/thumbnail/${websiteId}${query}`)
      assert.deepEqual([response.status, await response.text()], [400, message])
    }
  })

  it('is shown to the visitor of the crawl alone', async () => {
    const stranger = test.visitor()
    await stranger.get('/')
    const response = await stranger.get(`/api/thumbnail/${websiteId}?url=${encodeURIComponent(IMAGE)}`)
    assert.deepEqual([response.status, await response.text()], [404, 'Website not found'])
    assert.deepEqual(requested, [])
  })

  it('requests nothing from another site where the crawl did not, and obeys robots.txt where the crawl did not have to', async () => {
    const crawlId = await addCrawl({ probesExternal: false, obeysRobots: false })
    const external = await thumbnail(ELSEWHERE, `&crawl=${crawlId}`)
    assert.deepEqual(await external.json(), { message: 'It is on another site, which was not requested.' })
    assert.equal(external.headers.get('cache-control'), 'no-store')
    assert.deepEqual(requested, [])
    await thumbnail(IMAGE, `&crawl=${crawlId}`)
    assert.deepEqual(requested, [{ url: IMAGE, obeysRobots: true }])
  })

  it('says of a crawl that runs that it has not come to an image, and never requests an unknown one', async () => {
    await addCrawl({}, false)
    const response = await thumbnail(`${SITE}/later.png`)
    assert.deepEqual(await response.json(), { message: 'The crawl has not come to it yet.' })
    assert.equal((await thumbnail(`${SITE}/page`)).status, 404)
    assert.deepEqual(requested, [])
  })

  // It waits for the refusals, and must not wait for ever when there are none.
  const bounded = { timeout: 20_000 }
  it('requests four at once for one visitor, and refuses what waits beyond forty', bounded, async () => {
    let open = Promise.withResolvers<void>()
    let underWay = 0
    let most = 0
    test.web.fetchImage = async () => {
      most = Math.max(most, ++underWay)
      await open.promise
      underWay -= 1
      return { ok: true, bytes: PNG }
    }
    let refusals = 0
    const areRefused = Promise.withResolvers<void>()
    const statusOf = async (): Promise<number> => {
      const { status } = await thumbnail(IMAGE)
      if (status === 503 && ++refusals === 6) areRefused.resolve()
      return status
    }
    const responses = Array.from({ length: 50 }, statusOf)
    await areRefused.promise
    open.resolve()
    const statuses = await Promise.all(responses)
    assert.equal(statuses.filter(status => status === 503).length, 6)
    assert.equal(statuses.filter(status => status === 200).length, 44)
    assert.equal(most, 4)
    // Nothing is left of it: the next one has its turn at once.
    open = Promise.withResolvers<void>()
    open.resolve()
    assert.equal((await thumbnail(IMAGE)).status, 200)
  })
})
