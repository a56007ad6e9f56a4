import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { testCheckpoint } from '#store/contract/test-crawl.ts'
import { noChangedUrls } from '#store/contract/test-urls.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import type { ApiSettings } from '../settings.ts'
import { createTestApp, openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'
import { takeTurns } from './start-crawl.ts'

const started = async (response: Response) => endpoints.startCrawl.response.parse(await response.json())

async function onlyCrawl(test: TestApp, visitor: TestVisitor) {
  const [website] = await test.store.websites.list(await visitor.ownerId())
  return website?.crawl
}

describe('POST /api/crawl', () => {
  const refused: [string, unknown, string][] = [
    ['no URL', {}, 'URL is required'],
    ['null for a URL', { url: null }, 'URL is required'],
    ['blanks', { url: '   ' }, 'URL is required'],
    ['a number for a URL', { url: 7 }, 'Please enter a valid URL'],
    ['a word', { url: 'hello' }, 'Please enter a valid URL'],
    ['a URL without a host', { url: 'https://' }, 'Please enter a valid URL'],
    ['another scheme', { url: 'ftp://example.com' }, 'Please enter a valid URL'],
    ['another scheme behind https', { url: 'https://javascript:alert(1)' }, 'Please enter a valid URL'],
    ['a port that is none', { url: 'example.com:99999' }, 'Please enter a valid URL'],
    ['an endless URL', { url: `example.com/${'a'.repeat(20_000)}` }, 'Please enter a valid URL'],
    ['a limit of 0', { url: 'example.com', crawlLimit: 0 }, 'The crawl limit must be at least 1'],
    ['a negative limit', { url: 'example.com', crawlLimit: '-5' }, 'The crawl limit must be at least 1'],
    ['a limit above the maximum', { url: 'example.com', crawlLimit: 501 }, 'The crawl limit must be at most 500'],
    ['such a limit in digits', { url: 'example.com', crawlLimit: '501' }, 'The crawl limit must be at most 500'],
    ['half a page', { url: 'example.com', crawlLimit: 1.5 }, 'The crawl limit must be a whole number'],
    ['a limit in words', { url: 'example.com', crawlLimit: 'ten' }, 'The crawl limit must be a whole number'],
    ['an empty limit', { url: 'example.com', crawlLimit: '' }, 'The crawl limit must be a whole number'],
    ['null for a limit', { url: 'example.com', crawlLimit: null }, 'The crawl limit must be a whole number'],
    ['a list for a limit', { url: 'example.com', crawlLimit: [5] }, 'The crawl limit must be a whole number'],
    ['a forged prototype', '{"__proto__":{"url":"example.com"}}', 'URL is required'],
  ]
  for (const [name, body, message] of refused)
    it(`refuses ${name}`, async () => {
      await using test = await openTestApp()
      const response = await test.visitor().post('/api/crawl', body)
      assert.deepEqual([response.status, await response.text()], [400, message])
      assert.deepEqual([test.engineCalls, response.headers.getSetCookie()], [[], []])
    })

  const wrong: [field: string, body: object][] = [
    ['fields', { fields: ['Price = .price['] }],
    ['subdomains', { subdomains: ['shop.other.test'] }],
    ['include', { include: ['/a b'] }],
    ['requiredTexts', { requiredTexts: ['**'] }],
    ['urls', { urls: ['https://other.test/'] }],
    ['hostMap', { hostMap: ['www.example.com=93.184.216.34'] }],
    ['userAgent', { userAgent: 'Ä' }],
    ['maxDepth', { maxDepth: -1 }],
    ['credentials', { credentials: { origins: [], token: 'secret' } }],
  ]
  for (const [field, body] of wrong)
    it(`names ${field} where it is wrong`, async () => {
      await using test = await openTestApp()
      const response = await test.visitor().post('/api/crawl', { url: 'example.com', ...body })
      assert.equal(response.headers.get('X-Invalid-Field'), field, `${response.status}: ${await response.text()}`)
    })

  const route = { hostMap: ['www.example.com=93.184.216.34'] }
  const ways: [name: string, body: object, settings: Partial<ApiSettings>, refused: [number, string] | null][] = [
    ['a proxy of the server', { proxy: 'office' }, { proxyNames: ['office'] }, null],
    ['another proxy', { proxy: 'other' }, { proxyNames: ['office'] }, [400, 'This server has no proxy with this name']],
    [
      'the URL of a proxy',
      { proxy: 'http://proxy.test' },
      { proxyNames: ['office'] },
      [400, 'This server has no proxy with this name'],
    ],
    ['addresses of hosts', route, { hostMaps: 'anyone' }, null],
    [
      'addresses of hosts that no crawl may name',
      route,
      {},
      [403, 'The operator of this server lets no crawl name the IP addresses of hosts'],
    ],
    [
      'addresses of hosts that users may name',
      route,
      { hostMaps: 'users' },
      [401, 'This server lets users who have signed in name the IP addresses of hosts'],
    ],
    [
      'addresses that are none',
      { hostMap: ['www.example.com=office'] },
      { hostMaps: 'anyone' },
      [
        400,
        'The IP addresses of hosts must be a host and an IP address, such as www.example.com=10.0.0.5: “www.example.com=office” is not',
      ],
    ],
  ]
  for (const [name, body, settings, expected] of ways)
    it(`${expected ? 'refuses' : 'takes'} ${name}`, async () => {
      await using test = await openTestApp(settings)
      const visitor = test.visitor()
      const response = await visitor.post('/api/crawl', { url: 'example.com', ...body })
      if (expected) return assert.deepEqual([response.status, await response.text()], expected)
      const { hostMap = [], proxy = '' } = (await onlyCrawl(test, visitor))?.options ?? {}
      assert.deepEqual({ hostMap, proxy }, { hostMap: [], proxy: '', ...body })
    })

  it('refuses to run scripts where that cannot be done, and does so where it can', async () => {
    const renderingObstacle = 'The scripts of pages cannot be run: there is no Chromium on this machine.'
    const body = { url: 'example.com', rendersJavaScript: true }
    await using without = await openTestApp({ renderingObstacle })
    const response = await without.visitor().post('/api/crawl', body)
    assert.deepEqual([response.status, await response.text(), without.engineCalls], [400, renderingObstacle, []])
    await using withBrowser = await openTestApp()
    const visitor = withBrowser.visitor()
    await visitor.post('/api/crawl', body)
    assert.equal((await onlyCrawl(withBrowser, visitor))?.options.rendersJavaScript, true)
  })

  it('runs scripts for users alone where visitors may not have that', async () => {
    await using test = await openTestApp({ renderingNeedsAccount: true })
    const body = { url: 'example.com', rendersJavaScript: true }
    const response = await test.visitor().post('/api/crawl', body)
    assert.deepEqual(
      [response.status, await response.text(), test.engineCalls],
      [400, 'This server runs the scripts of pages for users who have signed in only.', []],
    )
    await test.addAccount('ann')
    const user = test.visitor()
    await user.signIn('ann')
    assert.equal((await user.post('/api/crawl', body)).status, 200)
  })

  it('starts a crawl, wakes the engine and says which website it is', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const response = await visitor.post('/api/crawl', { url: 'http://Example.com#top', crawlLimit: '25' })
    const { isStarted, websiteId } = await started(response)
    assert.deepEqual([response.status, isStarted], [200, true])
    assert.deepEqual(test.engineCalls, ['wake'])
    const crawl = await onlyCrawl(test, visitor)
    assert.equal(crawl?.websiteId, websiteId)
    assert.equal(crawl?.seedUrl, 'http://example.com/')
    assert.equal(crawl?.crawlLimit, 25)
    assert.equal(crawl?.createdMs, test.clock.nowMs)
    assert.deepEqual(crawl?.options, { ...defaultCrawlOptions, probesExternal: false })
  })

  it('assumes https and 100 pages where nothing is said', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.post('/api/crawl', { url: ' example.com ' })
    const crawl = await onlyCrawl(test, visitor)
    assert.deepEqual(
      [crawl?.seedUrl, crawl?.options.isHttpsAssumed, crawl?.crawlLimit],
      ['https://example.com/', true, 100],
    )
  })

  it('takes the number of pages whose speed is measured, up to the operator’s maximum', async () => {
    await using test = await openTestApp({ maxPageSpeedSample: 3 })
    const visitor = test.visitor()
    await visitor.post('/api/crawl', { url: 'example.com', pageSpeedSample: '3' })
    assert.equal((await onlyCrawl(test, visitor))?.options.pageSpeedSample, 3)
    const more = await visitor.post('/api/crawl', { url: 'more.test', pageSpeedSample: 4 })
    assert.deepEqual([more.status, await more.text()], [400, 'The page speed sample must be at most 3 pages'])
  })

  it('measures none where the operator allows none', async () => {
    await using test = await openTestApp({ maxPageSpeedSample: 0 })
    const visitor = test.visitor()
    const refused = await visitor.post('/api/crawl', { url: 'example.com', pageSpeedSample: 1 })
    assert.deepEqual(
      [refused.status, await refused.text()],
      [400, 'This server does not measure page speed in a crawl'],
    )
    const taken = await visitor.post('/api/crawl', { url: 'example.com', pageSpeedSample: 0 })
    assert.equal(taken.status, 200)
    assert.equal((await onlyCrawl(test, visitor))?.options.pageSpeedSample, 0)
  })

  it('takes a list of URLs, the rendering of pages, and the reading of sitemaps', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const body = { url: 'https://example.com', crawlLimit: 2, urls: ['example.com/b', '# more', 'example.com/a'] }
    const started = await visitor.post('/api/crawl', { ...body, readsSitemaps: true })
    assert.equal(started.status, 200)
    const claim = await test.store.crawls.claim('test', test.clock.nowMs, 1_000)
    assert.ok(claim)
    const { options } = await test.store.crawls.state(claim)
    assert.deepEqual([options.isListOnly, options.readsSitemaps], [true, true])
    assert.deepEqual(await test.store.crawls.listedUrls(claim), ['https://example.com/b', 'https://example.com/a'])
  })

  const dropped: [name: string, body: object, expected: string[]][] = [
    ['the operator’s parameters where nothing is said', {}, ['sid']],
    ['others in their place', { dropParameters: [' utm_* ', 'utm_*'] }, ['utm_*']],
    ['none where none are wanted', { dropParameters: [] }, []],
  ]
  for (const [name, body, expected] of dropped)
    it(`drops ${name}`, async () => {
      await using test = await openTestApp({ crawlDefaults: { ...defaultCrawlOptions, dropParameters: ['sid'] } })
      const visitor = test.visitor()
      const { websiteId } = await started(await visitor.post('/api/crawl', { url: 'example.com', ...body }))
      assert.deepEqual((await onlyCrawl(test, visitor))?.options.dropParameters, expected)
      const response = await visitor.get(`/api/crawl/${websiteId}`)
      assert.deepEqual(endpoints.crawlResult.response.parse(await response.json()).options.dropParameters, expected)
    })

  it('refuses what names no parameter', async () => {
    await using test = await openTestApp()
    const refusal = await test.visitor().post('/api/crawl', { url: 'example.com', dropParameters: ['sid=1'] })
    assert.deepEqual(
      [refusal.status, await refusal.text()],
      [400, 'The parameters to drop must be names such as sid or utm_*: “sid=1” is none'],
    )
  })

  const badLists: [name: string, urls: unknown, message: string][] = [
    ['with more URLs than the limit', ['example.com/1', 'example.com/2', 'example.com/3'], /more URLs than/.source],
    ['with another site', ['', 'example.org'], 'Line 2 is a URL of another site than example.com: example.org'],
    ['that is no list', 'example.com/a', 'The URLs must be a list of texts'],
    ['of other things than texts', [1], 'The URLs must be a list of texts'],
  ]
  for (const [name, urls, message] of badLists)
    it(`refuses a list ${name}`, async () => {
      await using test = await openTestApp()
      const response = await test.visitor().post('/api/crawl', { url: 'https://example.com', crawlLimit: 2, urls })
      assert.equal(response.status, 400)
      assert.match(await response.text(), new RegExp(message))
      assert.deepEqual(test.engineCalls, [])
    })

  it('refuses a target that may not be reached, in the engine’s words', async () => {
    await using test = await openTestApp()
    test.refusals.set('http://10.0.0.1/', 'This address is not on the public internet.')
    const response = await test.visitor().post('/api/crawl', { url: 'http://0xa000001' })
    const words = 'This address is not on the public internet.'
    assert.equal(response.status, 400)
    assert.ok([words, 'Please enter a valid URL'].includes(await response.text()))
    const plain = await test.visitor().post('/api/crawl', { url: 'http://10.0.0.1' })
    assert.deepEqual([plain.status, await plain.text()], [400, words])
    assert.deepEqual(test.engineCalls, [])
  })

  it('starts nothing for a URL that is being crawled already', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const first = await started(await visitor.post('/api/crawl', { url: 'https://example.com/' }))
    const second = await started(await visitor.post('/api/crawl', { url: 'https://EXAMPLE.com' }))
    assert.deepEqual(second, { ...first, isStarted: false })
    assert.deepEqual(test.engineCalls, ['wake'])
  })

  it('crawls the same URL for two visitors as two websites', async () => {
    await using test = await openTestApp()
    const mine = await started(await test.visitor().post('/api/crawl', { url: 'example.com' }))
    const theirs = await started(await test.visitor().post('/api/crawl', { url: 'example.com' }))
    assert.equal(theirs.isStarted, true)
    assert.notEqual(theirs.websiteId, mine.websiteId)
  })

  it('refuses more crawls at once than a visitor may have, and says when to come again', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerVisitor: 2 })
    const visitor = test.visitor()
    await visitor.post('/api/crawl', { url: 'a.test' })
    await visitor.post('/api/crawl', { url: 'b.test' })
    const third = await visitor.post('/api/crawl', { url: 'c.test' })
    assert.deepEqual(
      [third.status, await third.text(), third.headers.get('retry-after')],
      [429, '2 crawls of yours are still running. Wait for one to end, or stop one.', '30'],
    )
    const running = await visitor.post('/api/crawl', { url: 'a.test' })
    assert.deepEqual([running.status, (await started(running)).isStarted], [200, false])
  })

  it('keeps to that limit when many are requested at the same moment', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerVisitor: 2 })
    const visitor = test.visitor()
    await visitor.get('/')
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => visitor.post('/api/crawl', { url: `site-${index}.test` })),
    )
    assert.equal(responses.filter(response => response.status === 200).length, 2)
    assert.equal(responses.filter(response => response.status === 429).length, 8)
  })

  it('refuses when too many crawls of all visitors are waiting', async () => {
    await using test = await openTestApp({ maxActiveCrawls: 5 })
    test.engine.activeCrawls = 5
    const response = await test.visitor().post('/api/crawl', { url: 'example.com' })
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '30'])
    assert.match(await response.text(), /busy/)
    assert.deepEqual(response.headers.getSetCookie(), [])
  })

  it('refuses more crawls at once than one IP address may have, for any visitor, until one has ended', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerAddress: 3 })
    const start = async (peer: string, url: string) => (await test.visitor(peer).post('/api/crawl', { url })).status
    for (const url of ['a.test', 'b.test', 'c.test']) assert.equal(await start('203.0.113.5', url), 200)
    const refused = await test.visitor('203.0.113.5').post('/api/crawl', { url: 'd.test' })
    assert.deepEqual(
      [refused.status, await refused.text(), refused.headers.getSetCookie()],
      [429, 'Too many crawls from your network are still running. Please wait for one to end.', []],
    )
    assert.equal(await start('::ffff:203.0.113.5', 'd.test'), 429)
    assert.equal(await start('203.0.113.6', 'd.test'), 200)
    const claim = await test.store.crawls.claim('test', test.clock.nowMs, 60_000)
    assert.ok(claim)
    await test.store.crawls.end(claim, { reason: 'stopped', sentence: 'Stopped.', endedMs: test.clock.nowMs })
    assert.equal(await start('203.0.113.5', 'd.test'), 200)
    assert.equal(await start('203.0.113.5', 'e.test'), 429)
  })

  it('refuses further crawls of a visitor whose crawls have used the share of a day, cleared ones included', async () => {
    const none = { bytes: 1, ms: 1 }
    const all = { bytes: 1e12, ms: 1e12 }
    await using test = await openTestApp({
      dayShares: { visitor: all, network: none },
      crawlAllowance: { base: none, perPage: none },
    })
    const visitor = test.visitor('203.0.113.5')
    const { websiteId } = await started(await visitor.post('/api/crawl', { url: 'a.test' }))
    const claim = await test.store.crawls.claim('test', test.clock.nowMs, 60_000)
    assert.ok(claim)
    const checkpoint = testCheckpoint({ receivedBytes: 5_000 })
    const batch = { ...noChangedUrls, records: [], counters: {}, checkpoint, nowMs: 3_000 }
    await test.store.crawls.commit(claim, batch)
    await visitor.post(`/api/crawl/${websiteId}/clear`, {})
    const refused = await test.visitor('203.0.113.5').post('/api/crawl', { url: 'b.test' })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '86400'])
    assert.match(await refused.text(), /^The crawls of your network have received their share of .* in 24 hours\./)
    assert.equal((await test.visitor('203.0.113.6').post('/api/crawl', { url: 'b.test' })).status, 200)
  })

  it('counts an IPv6 address with its whole /64', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerAddress: 1 })
    const start = async (peer: string) => (await test.visitor(peer).post('/api/crawl', { url: 'a.test' })).status
    assert.deepEqual(
      [await start('2001:db8::1'), await start('2001:db8::ffff:2'), await start('2001:db8:0:1::1')],
      [200, 429, 200],
    )
  })

  it('forgets crawls that were cleared when it counts by IP address', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerAddress: 1 })
    const visitor = test.visitor()
    const { websiteId } = await started(await visitor.post('/api/crawl', { url: 'a.test' }))
    await visitor.post(`/api/crawl/${websiteId}/clear`)
    assert.equal((await visitor.post('/api/crawl', { url: 'b.test' })).status, 200)
  })

  it('refuses large crawls before small ones where the storage is nearly full', async () => {
    await using store = await openTestStore()
    let usedBytes = 8_000_000
    const operations = { ...store.operations, usedBytes: async () => usedBytes }
    const test = createTestApp({ store: { ...store, operations }, overrides: { maxStorageBytes: 10_000_000 } })
    const start = async (crawlLimit: number, visitor = test.visitor()) => {
      const response = await visitor.post('/api/crawl', { url: `site${crawlLimit}.test`, crawlLimit })
      return [response.status, response.status === 200 ? '' : await response.text()]
    }
    const storage = 'The storage of this server is nearly full'
    const atMost = (pages: string) => `${storage}: a crawl of at most ${pages} can be started. Please lower the limit.`
    assert.deepEqual(
      [await start(63), await start(13), await start(12)],
      [
        [503, atMost('12 pages')],
        [503, atMost('12 pages')],
        [200, ''],
      ],
    )
    usedBytes = 9_800_000
    assert.deepEqual(await start(2), [503, atMost('1 page')])
    usedBytes = 9_999_999
    assert.deepEqual(await start(1), [503, `${storage}. Please try again later.`])
  })

  it('counts all crawls that are kept of a visitor to their share of a storage that is nearly full', async () => {
    await using store = await openTestStore()
    const operations = { ...store.operations, usedBytes: async () => 8_000_000 }
    const test = createTestApp({ store: { ...store, operations }, overrides: { maxStorageBytes: 10_000_000 } })
    const visitor = test.visitor()
    await visitor.get('/')
    const url = 'https://example.com/'
    const pages = Array.from({ length: 30 }, (_, at) => ({ url: `${url}${at}` }))
    for (const nowMs of [1, 2]) await addCrawl(store, { ownerId: await visitor.ownerId(), url, pages, nowMs })
    const start = async (crawlLimit: number) => {
      const response = await visitor.post('/api/crawl', { url: 'other.test', crawlLimit })
      return [response.status, response.status === 200 ? '' : await response.text()]
    }
    const refused =
      'The storage of this server is nearly full, and your websites have their share of it. Please clear a website.'
    assert.deepEqual(
      [await start(3), await start(2)],
      [
        [503, refused],
        [200, ''],
      ],
    )
  })

  it('counts what the visitors of a network have together to the share of the network', async () => {
    await using store = await openTestStore()
    const operations = { ...store.operations, usedBytes: async () => 8_000_000 }
    const hour = { bytes: 1e12, ms: 1e12 }
    const test = createTestApp({
      store: { ...store, operations },
      overrides: { maxStorageBytes: 10_000_000, dayShares: { visitor: hour, network: hour } },
    })
    const url = 'https://example.com/'
    const pages = Array.from({ length: 60 }, (_, at) => ({ url: `${url}${at}` }))
    const visitors = [test.visitor('203.0.113.5'), test.visitor('203.0.113.5')]
    for (const visitor of visitors) {
      await visitor.get('/')
      await addCrawl(store, { ownerId: await visitor.ownerId(), url, pages, nowMs: 1 })
    }
    for (const visitor of visitors)
      await started(await visitor.post('/api/crawl', { url: 'first.test', crawlLimit: 1 }))
    const start = async (peer: string, crawlLimit: number) => {
      const response = await test.visitor(peer).post('/api/crawl', { url: 'other.test', crawlLimit })
      return [response.status, response.status === 200 ? '' : await response.text()]
    }
    const refused =
      'The storage of this server is nearly full, and the websites of your network have their share of it: a crawl of at most 4 pages can be started. Please lower the limit.'
    assert.deepEqual(
      [await start('203.0.113.5', 5), await start('203.0.113.5', 4), await start('203.0.113.6', 12)],
      [
        [503, refused],
        [200, ''],
        [200, ''],
      ],
    )
  })

  it('refuses when the storage is full', async () => {
    await using test = await openTestApp({ maxStorageBytes: 1_000 })
    const response = await test.visitor().post('/api/crawl', { url: 'example.com' })
    assert.deepEqual(
      [response.status, await response.text(), response.headers.getSetCookie()],
      [503, 'The storage of this server is full. Please contact its operator, or clear a website.', []],
    )
    assert.deepEqual(test.engineCalls, [])
  })
})

describe('takeTurns()', () => {
  it('starts a piece of work when the one before it has ended', async () => {
    const inTurn = takeTurns()
    const log: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = inTurn(async () => {
      log.push('first begins')
      await gate.promise
      log.push('first ends')
    })
    const second = inTurn(async () => void log.push('second'))
    gate.resolve()
    await Promise.all([first, second])
    assert.deepEqual(log, ['first begins', 'first ends', 'second'])
  })

  it('goes on after one that fails, and reports to its caller', async () => {
    const inTurn = takeTurns()
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'yes')
    await assert.rejects(failing, { message: 'no' })
    assert.equal(await next, 'yes')
  })
})
