import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { screenNames } from '#shared/routes.ts'
import { renderDocuments } from './document.ts'
import { screenTitles } from './screen-titles.ts'
import { openTestApp, testDocuments } from './test-app.ts'

const boot = { maxCrawlLimit: 500, demoUrl: null }

describe('renderDocuments()', () => {
  const render = renderDocuments(testDocuments, boot)
  const documents = new Map(
    screenNames.map(screen => [
      screen,
      render(screen, { styleNonce: 'N0nce-_', isLoadedAhead: false, isShared: false, crawl: null }).text,
    ]),
  )

  it('gives every screen a title and a description of its own, of sensible length', () => {
    assert.equal(documents.size, screenNames.length)
    const words = Object.values(screenTitles)
    assert.equal(new Set(words.map(each => each.title)).size, words.length)
    assert.equal(new Set(words.map(each => each.description)).size, words.length)
    for (const { title, description } of words) {
      assert.ok(title.length >= 11 && title.length <= 60, title)
      assert.ok(description.length >= 50 && description.length <= 160, description)
    }
  })

  it('sets the theme before anything is painted', () => {
    const html = documents.get('landing') ?? ''
    const theme = html.indexOf('<script nonce="N0nce-_">setTheme()</script>')
    assert.ok(theme > 0 && theme < html.indexOf('rel="stylesheet"') && theme < html.indexOf('<body>'))
  })

  it('loads the screen’s own files beside the entry', () => {
    const html = documents.get('dashboard') ?? ''
    assert.match(html, /<link rel="modulepreload" href="\/assets\/dashboard-1\.js">/)
    assert.match(html, /<link rel="stylesheet" href="\/assets\/dashboard-1\.css">/)
    assert.doesNotMatch(documents.get('help') ?? '', /dashboard-1/)
  })

  it('requests what every screen needs beside its script, and nothing where there is no screen', () => {
    const preloaded = (html = '') =>
      [...html.matchAll(/rel="preload" href="([^"]*)" as="fetch"/g)].map(found => found[1])
    assert.deepEqual(preloaded(documents.get('errors')), ['/api/websites', '/api/session'])
    assert.deepEqual(preloaded(documents.get('not-found')), [])
    const ofWebsite = (crawlId: number | null) =>
      render('errors', { styleNonce: 'x', isLoadedAhead: false, isShared: false, crawl: { websiteId: 7, crawlId } })
        .text
    assert.deepEqual(preloaded(ofWebsite(null)), ['/api/websites', '/api/session', '/api/crawl/7'])
    assert.deepEqual(preloaded(ofWebsite(9)), ['/api/websites', '/api/session', '/api/crawl/7?crawl=9'])
  })

  it('requests nothing when it is prerendered: there is no visitor yet', () => {
    const { text: html } = render('errors', {
      styleNonce: 'x',
      isLoadedAhead: true,
      isShared: false,
      crawl: { websiteId: 7, crawlId: null },
    })
    assert.doesNotMatch(html, /as="fetch"/)
    assert.match(html, /<script type="module"/)
  })

  it('gives the script what the server knows, in JSON that cannot end its element', () => {
    const demoUrl = 'http://localhost/</script><!--'
    const { text: html } = renderDocuments(testDocuments, { maxCrawlLimit: 9, demoUrl })('landing', {
      styleNonce: 'x',
      isLoadedAhead: false,
      isShared: false,
      crawl: null,
    })
    const json = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    assert.doesNotMatch(json, /</)
    assert.deepEqual(JSON.parse(json), { maxCrawlLimit: 9, demoUrl })
  })

  it('has speculation rules that leave the API alone', () => {
    const rules = /<script type="speculationrules">(.*?)<\/script>/.exec(documents.get('landing') ?? '')?.[1] ?? ''
    assert.deepEqual(JSON.parse(rules), {
      prefetch: [
        {
          where: {
            and: [
              { href_matches: '/*' },
              { not: { href_matches: '/api/*' } },
              { not: { href_matches: '/share/*/api/*' } },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    })
  })
})

describe('documents', () => {
  const rows: [string, number, string][] = [
    ['/', 200, screenTitles.landing.title],
    ['/dashboard', 200, screenTitles.dashboard.title],
    ['/dashboard/12?crawl=3', 200, screenTitles.dashboard.title],
    ['/pages/12/', 200, screenTitles['pages-list'].title],
    ['/page-alt-tags/12?url=x', 200, screenTitles['image-issues'].title],
    ['/nothing', 404, screenTitles['not-found'].title],
    ['/dashboard/x', 404, screenTitles['not-found'].title],
    ['/assets/gone.js', 404, screenTitles['not-found'].title],
    ['/__proto__', 404, screenTitles['not-found'].title],
    ['/%E0%A4%A', 404, screenTitles['not-found'].title],
    ['//evil.test/', 404, screenTitles['not-found'].title],
  ]
  for (const [url, status, title] of rows)
    it(`responds with ${status} at ${url}`, async () => {
      await using test = await openTestApp()
      const response = await test.app.request(`http://localhost${url}`)
      assert.equal(response.status, status)
      assert.ok((await response.text()).includes(`<title>${title.replace('&', '&amp;')}</title>`))
    })

  it('come with a policy that lets only own files run, and inline scripts by their hashes', async () => {
    await using test = await openTestApp()
    const response = await test.app.request('/')
    const { headers } = response
    const policy = headers.get('content-security-policy') ?? ''
    assert.equal(
      policy.replace(/'nonce-[A-Za-z0-9_-]{22}'/, "'nonce-…'").replaceAll(/'sha256-[^']{44}'/g, "'sha256-…'"),
      "default-src 'self'; script-src 'self' 'sha256-…' 'sha256-…'; style-src 'self' 'nonce-…'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    assert.doesNotMatch(policy, /unsafe/)
    const html = await response.text()
    const inline = [...html.matchAll(/<script(?: nonce="[^"]*"| type="speculationrules")>(.*?)<\/script>/gs)]
    assert.deepEqual(
      inline.map(([, source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`),
      [...policy.matchAll(/'(sha256-[^']*)'/g)].map(([, hash]) => hash),
    )
    assert.equal(headers.get('content-type'), 'text/html; charset=UTF-8')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.equal(headers.get('referrer-policy'), 'same-origin')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.ok(headers.has('permissions-policy'))
  })

  it('name the nonce of their own policy, another one each time', async () => {
    await using test = await openTestApp()
    const nonces = new Set<string>()
    for (const url of ['/', '/', '/nothing']) {
      const response = await test.app.request(url)
      const nonce = /'nonce-(\S+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
      assert.ok((await response.text()).includes(`<script nonce="${nonce}">`))
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })

  it('are read, not written to', async () => {
    await using test = await openTestApp()
    const response = await test.app.request('/dashboard', { method: 'POST' })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'])
  })

  it('admit a visitor at the first load, and only then', async () => {
    await using test = await openTestApp()
    const cookies = async (url: string, init: RequestInit = {}) =>
      (await test.app.request(url, init)).headers.getSetCookie().length
    assert.equal(await cookies('/'), 1)
    assert.equal(await cookies('/nothing'), 0)
    assert.equal(await cookies('/', { method: 'HEAD' }), 0)
    assert.equal(await cookies('/', { headers: { 'sec-purpose': 'prefetch;prerender' } }), 0)
    const visitor = test.visitor()
    await visitor.get('/')
    assert.deepEqual((await visitor.get('/')).headers.getSetCookie(), [])
  })

  it('come even when the store fails', async () => {
    await using test = await openTestApp()
    const cause = new Error('locked')
    test.store.visitors.createOwner = () => Promise.reject(cause)
    const response = await test.app.request('/help')
    assert.deepEqual([response.status, response.headers.getSetCookie()], [200, []])
    assert.deepEqual(test.logged, [{ method: 'GET', path: '/help', cause }])
  })
})
