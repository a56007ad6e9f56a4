import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { Severity } from '#shared/model.ts'
import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** What robots.txt and sitemaps are like, as whole crawls report it: real server, real crawl, nothing but the files differ. */

interface SiteResponse {
  status?: number
  type?: string
  body?: string
  headers?: Record<string, string>
}
type Site = Record<string, SiteResponse>

let site: Site = {}
let requested: string[] = []
let server: LoopbackServer
let foreign: LoopbackServer
let foreignRobots = ''
let opened: TestProduct

before(async () => {
  server = await serveHttp(({ url = '' }, response) => {
    requested.push(url)
    const { status = 200, type = 'text/html', body = '', headers = {} } = site[url] ?? { status: 404 }
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  foreign = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(foreignRobots)
  })
  opened = await openTestProduct()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await foreign[Symbol.asyncDispose]()
})

const page = (title: string, links: readonly string[] = [], head = ''): SiteResponse => ({
  body: `<!doctype html><html lang="en"><title>${title}</title>${head}<h1>${title}</h1>${links.map(href => `<a href="${href}">To ${href}</a>`).join(' ')}</html>`,
})
const text = (...lines: string[]): SiteResponse => ({ type: 'text/plain', body: lines.join('\n') })
const xml = (body: string): SiteResponse => ({ type: 'application/xml', body })
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const at = (path: string) => server.origin + path
const urlset = (...entries: string[]) => xml(`<urlset ${NAMESPACE}>${entries.join('\n')}</urlset>`)
const url = (path: string, more = '') => `<url><loc>${at(path)}</loc>${more}</url>`
const declared = (...paths: string[]) => text('User-agent: *', 'Allow: /', ...paths.map(path => `Sitemap: ${at(path)}`))

const checkIds = [
  'robots-txt-unreachable',
  'robots-txt-invalid',
  'robots-txt-blocks-site',
  'robots-blocks-linked-page',
  'robots-blocks-resources',
  'robots-hides-noindex',
  'sitemap-missing',
  'sitemap-unreachable',
  'sitemap-invalid',
  'sitemap-url-error',
  'sitemap-url-redirect',
  'sitemap-url-not-indexable',
  'sitemap-url-foreign',
  'sitemap-page-missing',
  'sitemap-lastmod-unreliable',
  'page-orphan',
  'ai-search-crawler-blocked',
  'ai-policy-inconsistent',
  'llms-txt-invalid',
  'og-image-invalid',
]

interface Crawled {
  /** Check, severity and path of the issues of these checks, by check. */
  issues: [checkId: string, severity: Severity, path: string][]
  endReason: string | null
  /** Reasons of skipped checks. */
  skipped: Map<string, string>
  facts: SiteFactsCrawl
}

interface CrawlRequest {
  readsSitemaps?: boolean
  probesExternal?: boolean
  obeysRobots?: boolean
  /** Where the crawl starts; the root by default. */
  from?: string
}

async function start({ from = '/', ...options }: CrawlRequest): Promise<number> {
  const { store, control } = opened.product
  if (options.obeysRobots !== false) {
    return await startTestCrawl(opened.product, {
      url: at(from),
      probesExternal: false,
      readsSitemaps: false,
      ...options,
    })
  }
  const { crawlId } = await store.websites.startCrawl({
    ownerId: (await store.visitors.findOwner('an operator', 1)) ?? (await store.visitors.createOwner('an operator', 1)),
    url: at(from),
    crawlLimit: 50,
    options: {
      ...{ ...defaultCrawlOptions, obeysRobots: false, probesExternal: false },
      readsSitemaps: options.readsSitemaps ?? false,
    },
    nowMs: 1,
  })
  control.wake()
  return crawlId
}

async function crawl(files: Site, options: CrawlRequest = {}): Promise<Crawled> {
  site = files
  requested = []
  const { store } = opened.product
  const crawlId = await start(options)
  const { endReason } = await waitForEnd(opened.product, crawlId)
  assert.deepEqual(opened.logged, [])
  const issues = await store.reading.issues(crawlId, { limit: 1_000 })
  const counters = await store.reading.checkCounters(crawlId)
  const site_ = await store.crawls.siteFacts(crawlId)
  return {
    issues: issues
      .filter(issue => checkIds.includes(issue.checkId))
      .map((issue): Crawled['issues'][number] => [
        issue.checkId,
        issue.severity,
        issue.pageUrl.replace(server.origin, ''),
      ])
      .sort((a, b) => checkIds.indexOf(a[0]) - checkIds.indexOf(b[0]) || (a[2] < b[2] ? -1 : 1)),
    endReason,
    skipped: new Map(
      counters
        .filter(({ checkId }) => checkIds.includes(checkId))
        .flatMap(({ checkId, skipped }) => Object.keys(skipped).map(reason => [checkId, reason] as const)),
    ),
    facts: site_.crawl,
  }
}

const linked = (): Site => ({ '/': page('Start', ['/a', '/b']), '/a': page('A', ['/']), '/b': page('B', ['/']) })

describe('a site whose files are in order', () => {
  it('passes every check but the one that does not apply to a copy on this machine, for one request more', async () => {
    const crawled = await crawl({
      ...linked(),
      '/robots.txt': declared('/map.xml'),
      '/map.xml': urlset(url('/'), url('/a', '<lastmod>2024-02-29</lastmod>'), url('/b')),
    })
    assert.deepEqual(crawled.issues, [])
    assert.deepEqual([...crawled.skipped], [['sitemap-url-foreign', 'The site is a local or private copy.']])
    assert.deepEqual(
      requested.filter(path => /robots|map/.test(path)),
      ['/robots.txt', '/map.xml'],
    )
  })
})

describe('robots.txt', () => {
  it('that fails stands in the report of the crawl that it ended', async () => {
    const crawled = await crawl({ ...linked(), '/robots.txt': { status: 503 } })
    assert.equal(crawled.endReason, 'start-blocked')
    assert.deepEqual(crawled.issues, [['robots-txt-unreachable', 'error', '/robots.txt']])
    assert.deepEqual(new Set(requested), new Set(['/robots.txt']))
    assert.deepEqual(
      crawled.facts.robotsFiles?.map(({ status, attempts }) => [status, attempts.map(each => each.status)]),
      [[503, [503, 503, 503]]],
    )
  })

  it('that is a page of the site is none, and closes nothing', async () => {
    const crawled = await crawl({ ...linked(), '/robots.txt': page('Oops'), '/sitemap.xml': urlset(url('/')) })
    assert.deepEqual(crawled.issues[0], ['robots-txt-invalid', 'error', '/robots.txt'])
    assert.equal(crawled.endReason, 'finished')
  })

  it('is checked for Googlebot, whatever this crawler may read', async () => {
    const crawled = await crawl({
      ...linked(),
      '/': page('Start', ['/a', '/b', '/thanks'], '<link rel="stylesheet" href="/assets/main.css">'),
      '/thanks': page('Thanks', ['/'], '<meta name="robots" content="noindex">'),
      '/assets/main.css': { type: 'text/css' },
      '/robots.txt': text('User-agent: Googlebot', 'Disallow: /assets/', 'Disallow: /thanks', 'Disallow /b', 'Crawl'),
      '/sitemap.xml': urlset(url('/'), url('/a'), url('/b')),
    })
    assert.deepEqual(crawled.issues, [
      ['robots-txt-invalid', 'warning', '/robots.txt'],
      ['robots-blocks-linked-page', 'info', '/b'],
      ['robots-blocks-resources', 'warning', '/assets/main.css'],
      ['robots-hides-noindex', 'warning', '/thanks'],
      ['sitemap-missing', 'info', '/sitemap.xml'],
      ['sitemap-url-not-indexable', 'warning', '/b'],
    ])
    assert.deepEqual(crawled.facts.robotsFiles?.[0]?.closingLines, [
      { line: 2, text: 'Disallow: /assets/' },
      { line: 3, text: 'Disallow: /thanks' },
      { line: 4, text: 'Disallow /b' },
    ])
  })

  it('that closes the whole site stands in the report of the crawl that it ended', async () => {
    const crawled = await crawl({ ...linked(), '/robots.txt': text('User-agent: *', 'Disallow: /') })
    assert.equal(crawled.endReason, 'start-blocked')
    assert.deepEqual(crawled.issues, [['robots-txt-blocks-site', 'error', '/robots.txt']])
    assert.deepEqual(requested, ['/robots.txt'])
  })

  it('is checked, too, where the operator does not have it obeyed', async () => {
    const crawled = await crawl(
      {
        ...linked(),
        '/a': page('A', ['/'], '<meta name="robots" content="noindex">'),
        '/robots.txt': text('User-agent: *', 'Disallow: /a', 'Sitemap: /map.xml'),
        '/sitemap.xml': urlset(url('/'), url('/b')),
      },
      { obeysRobots: false },
    )
    assert.equal(crawled.endReason, 'finished')
    assert.deepEqual(crawled.issues, [
      ['robots-txt-invalid', 'warning', '/robots.txt'],
      ['robots-hides-noindex', 'warning', '/a'],
      ['sitemap-missing', 'info', '/sitemap.xml'],
    ])
  })

  it('may close the whole site to Google alone', async () => {
    const closed = await crawl({
      ...linked(),
      '/robots.txt': text('User-agent: Googlebot', 'Disallow: /', `Sitemap: ${at('/map.xml')}`),
      '/map.xml': urlset(url('/'), url('/a'), url('/b')),
    })
    assert.deepEqual(closed.issues, [['robots-txt-blocks-site', 'error', '/robots.txt']])
  })
})

describe('sitemaps', () => {
  it('that are not there are requested at four places, and a missing response is no sitemap', async () => {
    const crawled = await crawl(linked())
    assert.deepEqual(crawled.issues, [['sitemap-missing', 'info', '/']])
    assert.deepEqual(
      requested.filter(path => path.includes('sitemap')),
      ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz', '/wp-sitemap.xml'],
    )
    const failing = await crawl({ ...linked(), '/sitemap.xml': { status: 500 } })
    assert.deepEqual(failing.issues, [])
    assert.equal(failing.skipped.get('sitemap-missing'), 'The usual sitemap locations could not be checked.')
  })

  it('of a site within a directory of its host are requested there, too', async () => {
    const within: Site = { '/base/': page('Start', ['/base/a']), '/base/a': page('A', ['/base/']) }
    const map = { '/base/sitemap.xml': urlset(url('/base/'), url('/base/a')) }
    const own = await crawl({ ...within, ...map }, { from: '/base/' })
    assert.deepEqual(own.issues, [], 'robots.txt is not there, so it need not name it')
    assert.deepEqual(
      own.facts.sitemaps?.files.filter(({ status }) => status === 200).map(file => file.url),
      [at('/base/sitemap.xml')],
    )
    const unnamed = await crawl(
      { ...within, ...map, '/robots.txt': text('User-agent: *', 'Disallow: /private') },
      { from: '/base/' },
    )
    assert.deepEqual(unnamed.issues, [['sitemap-missing', 'info', '/base/sitemap.xml']])
    const named = await crawl({ ...within, ...map, '/robots.txt': declared('/base/sitemap.xml') }, { from: '/base/' })
    assert.deepEqual(named.issues, [])
    const none = await crawl(within, { from: '/base/' })
    assert.deepEqual(none.issues, [['sitemap-missing', 'info', '/base/']])
    assert.equal(none.facts.sitemaps?.isWhole, true)
    assert.equal(requested.filter(path => path.includes('sitemap')).length, 8)
  })

  it('of the host and of a directory are both read, so that what either lists is listed', async () => {
    const crawled = await crawl(
      {
        '/base/': page('Start', ['/']),
        '/': page('Host', ['/base/']),
        '/base/sitemap.xml': urlset(url('/base/')),
        '/sitemap.xml': urlset(url('/')),
        '/robots.txt': text('User-agent: *', 'Disallow:'),
      },
      { from: '/base/', readsSitemaps: true },
    )
    assert.deepEqual(crawled.issues, [['sitemap-missing', 'info', '/base/sitemap.xml']])
  })

  it('that robots.txt names are named, too, where the operator does not have it obeyed', async () => {
    const files = {
      ...linked(),
      '/robots.txt': text('User-agent: *', 'Disallow: /a', `Sitemap: ${at('/map.xml')}`),
      '/map.xml': urlset(url('/'), url('/b')),
    }
    const crawled = await crawl(files, { obeysRobots: false, readsSitemaps: true })
    assert.deepEqual(
      crawled.issues.filter(([checkId]) => checkId.startsWith('sitemap')),
      [],
    )
    assert.deepEqual(
      crawled.facts.sitemaps?.files.map(file => [file.url, file.from]),
      [[at('/map.xml'), 'robots']],
    )
  })

  it('that are not what they should be are named, each with its fault', async () => {
    const crawled = await crawl({
      ...linked(),
      '/robots.txt': declared('/gone.xml', '/app', '/cut.xml', '/bare.xml', '/index.xml'),
      '/app': page('App'),
      '/cut.xml': xml(`<urlset ${NAMESPACE}>\n${url('/')}\n<url><loc>${at('/a')}</url></urlset>`),
      '/bare.xml': xml(`<urlset>${url('/')}</urlset>`),
      '/index.xml': xml(`<sitemapindex ${NAMESPACE}></sitemapindex>`),
    })
    assert.deepEqual(crawled.issues, [
      ['sitemap-unreachable', 'error', '/app'],
      ['sitemap-unreachable', 'error', '/gone.xml'],
      ['sitemap-invalid', 'error', '/bare.xml'],
      ['sitemap-invalid', 'error', '/cut.xml'],
      ['sitemap-invalid', 'error', '/index.xml'],
    ])
    assert.equal(crawled.skipped.get('sitemap-page-missing'), 'Not every sitemap was read completely.')
    const faults = crawled.facts.sitemaps?.files.map(file => file.faults.map(({ kind, line }) => [kind, line]))
    assert.deepEqual(faults, [[], [], [['malformed', 3]], [['namespace', 1]], [['empty', 0]]])
  })

  it('of an index are read up to five in all, and then nothing is said of what is in none', async () => {
    const children = Array.from({ length: 9 }, (_, number) => `/child-${number}.xml`)
    const crawled = await crawl({
      ...linked(),
      '/robots.txt': declared('/index.xml'),
      '/index.xml': xml(
        `<sitemapindex ${NAMESPACE}>${children.map(path => `<sitemap><loc>${at(path)}</loc></sitemap>`).join('')}</sitemapindex>`,
      ),
      ...Object.fromEntries(children.map(path => [path, urlset(url('/'))])),
    })
    assert.deepEqual(crawled.issues, [])
    assert.equal(requested.filter(path => path.endsWith('.xml')).length, 5)
    assert.equal(crawled.skipped.get('sitemap-page-missing'), 'Not every sitemap was read completely.')
  })

  const mixed = (): Site => ({
    '/robots.txt': declared('/map.xml'),
    '/': page('Start', ['/a', '/b', '/gone', '/moved', '/hidden']),
    '/a': page('A', ['/']),
    '/b': page('B', ['/']),
    '/moved': { status: 301, headers: { location: '/a' } },
    '/hidden': page('Hidden', ['/'], '<meta name="robots" content="noindex">'),
    '/lonely': page('Lonely', ['/']),
    '/map.xml': urlset(
      url('/'),
      url('/a', '<lastmod>29.02.2024</lastmod>'),
      url('/gone'),
      url('/moved'),
      url('/hidden'),
      url('/lonely', '<lastmod>2999-01-01</lastmod>'),
      `<url><loc>${foreign.origin}/x</loc></url>`,
    ),
  })
  const ofMixed: Crawled['issues'] = [
    ['sitemap-url-error', 'error', '/gone'],
    ['sitemap-url-redirect', 'warning', '/moved'],
    ['sitemap-url-not-indexable', 'error', '/hidden'],
    ['sitemap-page-missing', 'info', '/b'],
    ['sitemap-lastmod-unreliable', 'warning', '/map.xml'],
    ['sitemap-lastmod-unreliable', 'warning', '/map.xml'],
  ]

  it('are held against what the crawl met, and what only they list is not requested', async () => {
    const crawled = await crawl(mixed())
    assert.deepEqual(crawled.issues, ofMixed)
    assert.equal(requested.includes('/lonely'), false)
    assert.equal(crawled.facts.sitemaps?.files[0]?.foreign[0]?.isNamedThere, null)
  })

  it('have what only they list visited where that is wanted, and then orphan pages are reported', async () => {
    const crawled = await crawl(mixed(), { readsSitemaps: true })
    assert.deepEqual(crawled.issues, [...ofMixed, ['page-orphan', 'warning', '/lonely']])
  })

  it('may speak for another host whose robots.txt names them', async () => {
    foreignRobots = ''
    const unnamed = await crawl(mixed(), { probesExternal: true })
    foreignRobots = `Sitemap: ${at('/map.xml')}`
    const named = await crawl(mixed(), { probesExternal: true })
    const foreignHosts = [unnamed, named].map(({ facts }) => facts.sitemaps?.files[0]?.foreign)
    assert.deepEqual(
      foreignHosts.flatMap(hosts => hosts?.map(each => [each.origin, each.total, each.isNamedThere])),
      [
        [foreign.origin, 1, false],
        [foreign.origin, 1, true],
      ],
    )
  })
})

describe('what AI tools and networks request', () => {
  it('is requested once, with the URLs that it lists', async () => {
    const shared = (image: string) => `<meta property="og:image" content="${image}">`
    const crawled = await crawl({
      '/': page('Start', ['/a', '/b'], shared(at('/tiny.gif'))),
      '/a': page('A', ['/'], shared(at('/tiny.gif'))),
      '/b': page('B', ['/'], shared('/tiny.gif')),
      '/tiny.gif': { type: 'image/gif', body: 'GIF89a\x40\x00\x40\x00' },
      '/moved': { status: 301, headers: { location: '/a' } },
      '/robots.txt': text(
        ...['User-agent: *', 'Content-Signal: search=yes, ai-train=maybe', 'Disallow: /closed'],
        ...['User-agent: Claude-User', 'Disallow: /', `Sitemap: ${at('/sitemap.xml')}`],
      ),
      '/sitemap.xml': urlset(url('/'), url('/a'), url('/b')),
      '/llms.txt': text(
        '# Site',
        '[A](/a) [moved](/moved) [gone](/gone) [closed](/closed) [other](https://example.com/)',
      ),
    })
    assert.deepEqual(crawled.issues, [
      ['ai-search-crawler-blocked', 'warning', '/robots.txt'],
      ['ai-policy-inconsistent', 'warning', '/robots.txt'],
      ['llms-txt-invalid', 'info', '/llms.txt'],
      ['og-image-invalid', 'warning', '/'],
      ['og-image-invalid', 'warning', '/b'],
    ])
    const { llmsFile, shareImages } = crawled.facts
    assert.deepEqual(
      llmsFile?.links.map(link => [link.url.replace(server.origin, ''), ...link.statuses, link.location]),
      [
        ['/a', 200, null],
        ['/moved', 301, 301, '/a'],
        ['/gone', 404, 404, null],
      ],
    )
    assert.deepEqual(
      shareImages?.map(({ statuses, width, height }) => [statuses, width, height]),
      [[[200], 64, 64]],
    )
    assert.equal(requested.filter(path => path === '/llms.txt').length, 1)
    assert.deepEqual(requested.includes('/closed'), false)
  })
})
