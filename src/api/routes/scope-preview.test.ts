import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { scopePreviewEndpoints } from '#shared/api/scope-preview.ts'
import { openTestApp } from '../test-app.ts'

const home = 'https://example.com/'

describe('POST /api/scope-preview', () => {
  it('says what a crawl would do with URLs, by the depths of the last crawl', async () => {
    await using test = await openTestApp()
    test.web.robotsTxt = 'User-agent: sitesounder\nDisallow: /cart\nCrawl-delay: 30'
    const visitor = test.visitor()
    await visitor.get('/')
    const pages = [{ url: home }, { url: `${home}deep` }]
    await addCrawl(test.store, { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs })
    const body = { url: home, urls: ['/cart', '# no URL', 'example.com/deep', '/new'], maxDepth: 2 }
    const response = await visitor.post('/api/scope-preview', body)
    assert.deepEqual(scopePreviewEndpoints.previewScope.response.parse(await response.json()), {
      obeysRobots: true,
      robotsFiles: [{ url: `${home}robots.txt`, statusCode: null, note: '' }],
      crawlDelay: { seconds: 30, obeyedSeconds: 30, pagesPerHour: 120, endsAfterMinutes: 60 },
      urls: [
        row('cart', { result: 'not-requested', reason: 'robots', rule: 'line 2: Disallow: /cart' }),
        row('deep', { depth: 1 }),
        row('new', {}),
      ],
    })
  })

  function row(path: string, changes: object) {
    const url = home + path
    return { url, requestedUrl: url, result: 'visited', reason: null, rule: '', depth: null, ...changes }
  }

  const refusals: [string, object, string][] = [
    [
      'a rule with blanks',
      { exclude: ['a b'] },
      'The URLs to exclude must be paths, URLs or texts without blanks: “a b” is none',
    ],
    [
      'a subdomain of another site',
      { subdomains: ['a.other.test'] },
      'The subdomains must belong to example.com: “a.other.test” does not',
    ],
    ['a line that is no URL', { urls: ['/', 'no url'] }, 'Line 2 is no URL'],
    ['too many URLs', { urls: Array.from({ length: 1_001 }, () => '/') }, 'At most 1000 URLs are previewed at once'],
    ['a private target', { url: 'http://10.0.0.1' }, 'private'],
  ]
  for (const [name, body, message] of refusals) {
    it(`refuses ${name}`, async () => {
      await using test = await openTestApp()
      test.refusals.set('http://10.0.0.1/', 'private')
      const response = await test.visitor().post('/api/scope-preview', { url: home, urls: ['/'], ...body })
      assert.deepEqual([response.status, await response.text()], [400, message])
    })
  }
})
