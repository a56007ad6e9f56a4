import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/**
 * Checks that need what a whole crawl knows (headers, canonicals, language versions, structured data, attempts) and what was
 * requested at its end: each fails once and passes once in a crawl of a real server.
 */

interface SiteResponse {
  status?: number
  headers?: Record<string, string>
  html?: string
  /** Statuses of the first responses, before this one. */
  before?: number[]
}
type Site = Record<string, SiteResponse>

let site: Site = {}
let otherwise: SiteResponse = { status: 404, html: '<title>Gone</title><p>There is no such page.' }
let requested: string[] = []
let server: LoopbackServer
let opened: TestProduct

before(async () => {
  server = await serveHttp(({ url = '', method }, response) => {
    requested.push(`${method} ${url}`)
    const { status = 200, headers = {}, html = '', before: failing = [] } = site[url] ?? otherwise
    const times = requested.filter(each => each === `GET ${url}`).length
    const type = { 'content-type': 'text/html; charset=utf-8' }
    response.writeHead(failing[times - 1] ?? status, { ...type, ...headers }).end(html)
  })
  opened = await openTestProduct()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const filler = (subject: string) => Array.from({ length: 200 }, (_, index) => `${subject}${index}`).join(' ')
const page = (title: string, { head = '', body = '' } = {}): SiteResponse => ({
  html: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${filler(title)}</p>${body}</main></body></html>`,
})
const links = (...hrefs: string[]) => hrefs.map(href => `<a href="${href}">${href}</a>`).join(' ')
const canonical = (path: string) => `<link rel="canonical" href="${server.origin}${path}">`
const alternates = (set: Record<string, string>) =>
  Object.entries(set)
    .map(([code, path]) => `<link rel="alternate" hreflang="${code}" href="${server.origin}${path}">`)
    .join('')
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

/** Findings by check: path and severity. */
async function findingsOf(files: Site, ids: readonly string[], fallback: SiteResponse = otherwise) {
  site = files
  otherwise = fallback
  requested = []
  const { product } = opened
  const crawlId = await startTestCrawl(product, { url: `${server.origin}/`, probesExternal: false })
  const { endReason } = await waitForEnd(product, crawlId)
  assert.deepEqual(opened.logged, [])
  assert.equal(endReason, 'finished')
  const issues = await product.store.reading.issues(crawlId, { limit: 1_000 })
  const path = (url: string) => url.replace(server.origin, '')
  return Object.fromEntries(
    ids.map(id => [
      id,
      issues.filter(issue => issue.checkId === id).map(issue => `${issue.severity} ${path(issue.pageUrl)}`),
    ]),
  )
}

const healthy: Site = {
  '/': page('Home', { body: links('/style.html', '/list') }),
  '/style.html': page('Style', { body: links('/') }),
  '/list': page('List', { body: links('/') }),
}

describe('checks over what a crawl knows', () => {
  it('find each fault once', async () => {
    const product = { '@type': 'Product', name: 'Anchor' }
    const crumbs = { '@type': 'ListItem', position: 0, name: 'Home', item: `${server.origin}/` }
    const files: Site = {
      '/': page('Home', {
        body: `${links('/en', '/a', '/b', '/c', '/list', '/list?page=2', '/plain.html', '/shaky', '/gone-soft', '/shop', '/twice', '/twice/?utm_source=mail')} <a rel="nofollow" href="/shop">Shop</a>`,
      }),
      ...Object.fromEntries(
        ['/a', '/b', '/c'].map(path => [path, page(`Page ${path[1]}`, { head: canonical('/'), body: links('/') })]),
      ),
      '/en': page('English', {
        head: alternates({ en: '/en', de: '/de', fr: '/missing', 'de-AT': '/en' }),
        body: links('/', '/de'),
      }),
      '/de': page('German', { head: alternates({ en: '/en', de: '/de' }), body: links('/') }),
      '/list': page('List', { body: links('/') }),
      '/list?page=2': page('More', { head: canonical('/list'), body: links('/') }),
      '/plain.html': { headers: { 'content-type': 'text/plain' }, html: '<p>source' },
      '/shaky': { ...page('Shaky', { body: links('/') }), before: [503, 500] },
      '/gone-soft': { html: '<!doctype html><title>Page not found</title><h1>Page not found</h1><a href="/">Home</a>' },
      '/shop': {
        ...page('Shop', {
          head:
            jsonLd(product) +
            jsonLd({ '@type': 'Offer', price: 'free' }) +
            jsonLd({ '@type': 'BreadcrumbList', itemListElement: [crumbs] }),
          body: links('/'),
        }),
        headers: { 'set-cookie': 'widget=1; SameSite=None' },
      },
      '/twice': page('Twice', { body: `${links('/')} morning` }),
      '/twice/?utm_source=mail': page('Twice', { body: `${links('/')} evening` }),
    }
    assert.deepEqual(await findingsOf(files, checks), {
      'canonical-missing': ['info /twice'],
      'canonical-to-homepage': ['error /a'],
      'canonical-paginated-to-first': ['warning /list?page=2'],
      'hreflang-target-bad': ['error /missing'],
      'hreflang-conflict': ['warning /en'],
      'content-type-mismatch': ['error /plain.html'],
      'link-internal-nofollow': ['warning /shop'],
      'response-unstable': ['warning /shaky'],
      'soft-404': ['error /gone-soft'],
      'structured-data-required': ['warning /shop'],
      'structured-data-value-invalid': ['warning /shop'],
      'structured-data-breadcrumb-invalid': ['warning /shop'],
      'cookie-flags': ['warning /shop'],
      'text-not-compressed': ['warning /en'],
      'not-found-status-missing': [],
    })
  })

  it('find nothing on a healthy site, and request two URLs that do not exist', async () => {
    const found = await findingsOf(healthy, checks)
    const { 'text-not-compressed': plain, ...others } = found
    assert.deepEqual(plain, ['warning /style.html'])
    assert.deepEqual(Object.values(others).flat(), [])
    assert.equal(requested.filter(each => /^GET \/[0-9a-f]{8}/.test(each)).length, 2)
  })

  it('report a site that responds to every URL with 200, and a noindex site, once each', async () => {
    const noindex = '<meta name="robots" content="noindex">'
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}`)
    const files: Site = {
      '/': page('Home', { head: noindex, body: links(...paths) }),
      ...Object.fromEntries(paths.map(path => [path, page(`Page ${path}`, { head: noindex, body: links('/') })])),
    }
    const found = await findingsOf(
      files,
      ['site-noindex', 'homepage-noindex', 'not-found-status-missing'],
      page('Welcome', { body: links('/') }),
    )
    assert.deepEqual(found, {
      'site-noindex': ['error /'],
      'homepage-noindex': [],
      'not-found-status-missing': ['error /'],
    })
  })

  it('report a noindex start page', async () => {
    const files: Site = {
      '/': page('Home', { head: '<meta name="robots" content="noindex">', body: links('/a') }),
      '/a': page('A', { body: links('/') }),
    }
    const found = await findingsOf(files, ['site-noindex', 'homepage-noindex'])
    assert.deepEqual(found, { 'site-noindex': [], 'homepage-noindex': ['error /'] })
  })
})

const checks = [
  'canonical-missing',
  'canonical-to-homepage',
  'canonical-paginated-to-first',
  'hreflang-target-bad',
  'hreflang-conflict',
  'content-type-mismatch',
  'link-internal-nofollow',
  'response-unstable',
  'soft-404',
  'structured-data-required',
  'structured-data-value-invalid',
  'structured-data-breadcrumb-invalid',
  'cookie-flags',
  'text-not-compressed',
  'not-found-status-missing',
]
