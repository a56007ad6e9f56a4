import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpoints } from '#shared/api.ts'
import { openTestApp, type TestApp, type TestVisitor } from '../test-app.ts'

const started = async (answer: Response) => endpoints.startCrawl.answer.parse(await answer.json())

async function onlyCrawl(test: TestApp, visitor: TestVisitor) {
  const [website] = await test.store.websites.list(await visitor.ownerId())
  return website?.crawl
}

describe('POST /api/crawl', () => {
  const refused: [string, unknown, string][] = [
    ['no address', {}, 'URL is required'],
    ['null for an address', { url: null }, 'URL is required'],
    ['blanks', { url: '   ' }, 'URL is required'],
    ['a number for an address', { url: 7 }, 'Please enter a valid URL'],
    ['a word', { url: 'hello' }, 'Please enter a valid URL'],
    ['an address without a host', { url: 'https://' }, 'Please enter a valid URL'],
    ['another scheme', { url: 'ftp://example.com' }, 'Please enter a valid URL'],
    ['another scheme behind https', { url: 'https://javascript:alert(1)' }, 'Please enter a valid URL'],
    ['a port that is none', { url: 'example.com:99999' }, 'Please enter a valid URL'],
    ['an endless address', { url: `example.com/${'a'.repeat(20_000)}` }, 'Please enter a valid URL'],
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
      const answer = await test.visitor().post('/api/crawl', body)
      assert.deepEqual([answer.status, await answer.text()], [400, message])
      assert.deepEqual([test.asked, answer.headers.getSetCookie()], [[], []])
    })

  it('starts a crawl, wakes the engine and says which website it is', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const answer = await visitor.post('/api/crawl', { url: 'http://Example.com#top', crawlLimit: '25' })
    const { isStarted, websiteId } = await started(answer)
    assert.deepEqual([answer.status, isStarted], [200, true])
    assert.deepEqual(test.asked, ['wake'])
    const crawl = await onlyCrawl(test, visitor)
    assert.equal(crawl?.websiteId, websiteId)
    assert.equal(crawl?.seedUrl, 'http://example.com/')
    assert.equal(crawl?.crawlLimit, 25)
    assert.equal(crawl?.createdMs, test.clock.nowMs)
    assert.deepEqual(crawl?.options, {
      isHttpsAssumed: false,
      obeysRobots: true,
      probesResources: true,
      probesExternal: false,
    })
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

  it('refuses a target that may not be reached, in the engine’s words', async () => {
    await using test = await openTestApp()
    test.refusals.set('http://10.0.0.1/', 'This address is not on the public internet.')
    const answer = await test.visitor().post('/api/crawl', { url: 'http://0xa000001' })
    const words = 'This address is not on the public internet.'
    assert.equal(answer.status, 400)
    assert.ok([words, 'Please enter a valid URL'].includes(await answer.text()))
    const plain = await test.visitor().post('/api/crawl', { url: 'http://10.0.0.1' })
    assert.deepEqual([plain.status, await plain.text()], [400, words])
    assert.deepEqual(test.asked, [])
  })

  it('starts nothing for an address that is being crawled already', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const first = await started(await visitor.post('/api/crawl', { url: 'https://example.com/' }))
    const second = await started(await visitor.post('/api/crawl', { url: 'https://EXAMPLE.com' }))
    assert.deepEqual(second, { ...first, isStarted: false })
    assert.deepEqual(test.asked, ['wake'])
  })

  it('crawls the same address for two visitors as two websites', async () => {
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

  it('keeps to that limit when many are asked for at the same moment', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerVisitor: 2 })
    const visitor = test.visitor()
    await visitor.get('/')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => visitor.post('/api/crawl', { url: `site-${index}.test` })),
    )
    assert.equal(answers.filter(answer => answer.status === 200).length, 2)
    assert.equal(answers.filter(answer => answer.status === 429).length, 8)
  })

  it('refuses when too many crawls of all visitors are waiting', async () => {
    await using test = await openTestApp({ maxActiveCrawls: 5 })
    test.engine.activeCrawls = 5
    const answer = await test.visitor().post('/api/crawl', { url: 'example.com' })
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '30'])
    assert.match(await answer.text(), /busy/)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  })
})
