import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { robotsEndpoints } from '#shared/api/robots.ts'
import { openTestApp } from '../test-app.ts'

const home = 'https://example.com/'
const PUBLISHED = 'User-agent: *\nDisallow: /admin/\n\nUser-agent: GPTBot\nDisallow: /\n'

describe('GET /api/robots/{id}', () => {
  it('responds with the file of the origin at which the start page ended', async () => {
    await using test = await openTestApp()
    test.web.robotsTxt = PUBLISHED
    const visitor = test.visitor()
    await visitor.get('/')
    const crawl = { ownerId: await visitor.ownerId(), url: home, pages: [{ url: home }], nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    const response = await visitor.get(`/api/robots/${websiteId}`)
    const { url, text } = robotsEndpoints.publishedRobots.response.parse(await response.json())
    assert.deepEqual([url, text], [`${home}robots.txt`, PUBLISHED])
  })
})

describe('POST /api/robots-test', () => {
  const blocked = (path: string, line: number, rule: string) => ({
    url: `${home}${path}`,
    isAllowed: false,
    line,
    rule,
  })
  const allowed = (path: string) => ({ url: `${home}${path}`, isAllowed: true, line: null, rule: '' })
  const tests: [string, object, object[]][] = [
    ['the published file', { urls: ['/admin/x', '/'] }, [blocked('admin/x', 2, 'Disallow: /admin/'), allowed('')]],
    ['another user agent', { urls: ['/'], agent: 'GPTBot/1.2' }, [blocked('', 5, 'Disallow: /')]],
    [
      'a file as typed',
      { urls: [`${home}a`, '', '# no URL'], robotsTxt: 'User-agent: *\nDisallow: /a' },
      [blocked('a', 2, 'Disallow: /a')],
    ],
    ['no URL', {}, []],
  ]
  for (const [name, body, results] of tests) {
    it(`tests URLs against ${name}`, async () => {
      await using test = await openTestApp()
      test.web.robotsTxt = PUBLISHED
      const response = await test.visitor().post('/api/robots-test', { url: 'example.com', ...body })
      const parsed = robotsEndpoints.testRobots.response.parse(await response.json())
      assert.deepEqual(parsed.results, results)
    })
  }

  const refusals: [string, object, string][] = [
    ['a URL of another host', { urls: ['https://example.org/'] }, 'Line 1 is not a URL of https://example.com'],
    ['a bare word', { urls: ['/', 'admin'] }, 'Line 2 is neither a path nor a URL'],
    ['an empty user agent', { agent: ' ' }, 'Name a user agent'],
    ['a private target', { url: 'http://10.0.0.1' }, 'private'],
  ]
  for (const [name, body, message] of refusals) {
    it(`refuses ${name}`, async () => {
      await using test = await openTestApp()
      test.refusals.set('http://10.0.0.1/', 'private')
      const response = await test.visitor().post('/api/robots-test', { url: 'example.com', ...body })
      assert.deepEqual([response.status, await response.text()], [400, message])
    })
  }

  it('stops at a file with too many rules', async () => {
    await using test = await openTestApp()
    test.web.robotsTxt = `User-agent: *\n${'Disallow: /x\n'.repeat(300_000)}`
    const urls = Array.from({ length: 1_000 }, (_, index) => `/${index}`)
    const response = await test.visitor().post('/api/robots-test', { url: 'example.com', urls, agent: 'x' })
    assert.equal(response.status, 422)
  })
})

describe('POST /api/robots-changes/{id}', () => {
  it('compares a draft with the published file over all URLs of the crawl at its origin', async () => {
    await using test = await openTestApp()
    test.web.robotsTxt = PUBLISHED
    const visitor = test.visitor()
    await visitor.get('/')
    const pages = ['', 'admin/a', 'blog/b', 'blog/c'].map(path => ({ url: `${home}${path}` }))
    const skipped = {
      [`${home}blog/closed`]: 'robots',
      'https://www.example.com/blog/': 'scope',
      'https://example.com.evil.test/blog/': 'scope',
    } as const
    const elsewhere = { url: 'https://shop.example.com/blog/' }
    const crawl = {
      ownerId: await visitor.ownerId(),
      url: home,
      pages: [...pages, elsewhere],
      skipped,
      nowMs: test.clock.nowMs,
    }
    const { websiteId } = await addCrawl(test.store, crawl)
    const body = { robotsTxt: 'User-agent: *\nDisallow: /blog/' }
    const response = await visitor.post(`/api/robots-changes/${websiteId}?offset=1&limit=1`, body)
    const { file, ...found } = robotsEndpoints.robotsChanges.response.parse(await response.json())
    assert.equal(file.text, PUBLISHED)
    const url = `${home}blog/b`
    assert.deepEqual(found, {
      agent: 'Googlebot',
      urlCount: 5,
      blockedNow: 1,
      blockedByDraft: 3,
      changedCount: 4,
      changed: [
        {
          url,
          now: { url, isAllowed: true, line: null, rule: '' },
          draft: { url, isAllowed: false, line: 2, rule: 'Disallow: /blog/' },
        },
      ],
    })
  })
})
