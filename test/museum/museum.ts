import { gzipSync } from 'node:zlib'
import { icon, stylesheet } from '#demo-site/assets.ts'
import { ORIGIN } from '#demo-site/page.ts'
import { type LoopbackServer, serveHttp } from '#fetch/loopback-server.ts'
import { museumPages } from './pages.ts'

/**
 * The harbour museum: a second made-up site, for faults that cannot stand in the bakery (src/demo-site), whose files in the root
 * are in order, whose missing pages answer 404 and whose pages are counted by many tests.
 */

/** Findings that are shown under an address that is no page of the museum, or that hold for the whole of it. */
export const museumDefects: readonly { check: string; path: string }[] = [
  { check: 'robots-txt-invalid', path: '/robots.txt' },
  { check: 'ai-search-crawler-blocked', path: '/robots.txt' },
  { check: 'ai-policy-inconsistent', path: '/robots.txt' },
  { check: 'llms-txt-invalid', path: '/llms.txt' },
  { check: 'robots-blocks-resources', path: '/doors/closed/styled.css' },
  { check: 'sitemap-invalid', path: '/sitemap-of-old.xml' },
  { check: 'sitemap-url-error', path: '/stolen' },
  { check: 'sitemap-url-redirect', path: '/moved' },
  { check: 'sitemap-lastmod-unreliable', path: '/sitemap.xml' },
  { check: 'hreflang-target-bad', path: '/languages/perdu' },
  { check: 'not-found-status-missing', path: '/' },
  { check: 'soft-404', path: '/rooms/of-ghosts' },
  { check: 'content-type-mismatch', path: '/papers/map.pdf' },
]

interface Answer {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string
}

const HTML_TYPE = 'text/html; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const gone: Answer = {
  status: 410,
  body: '<!doctype html><html lang="en"><title>Gone</title><h1>It is gone</h1></html>',
}

/** What every address answers that nobody has made, with status 200. */
const nothingHere: Answer = {
  body: '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page not found – The harbour museum</title><h1>Page not found</h1><p>Nobody has ever seen this room.</p></html>',
}

const robots = `User-agent: *
Allow: /
Disalow: /cellar/

User-agent: Googlebot
Disallow: /doors/closed/

User-agent: GPTBot
User-agent: PerplexityBot
Disallow: /

Sitemap: ${ORIGIN}/sitemap.xml
Sitemap: ${ORIGIN}/sitemap-of-old.xml
`

const urlset = (namespace: string, entries: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<urlset xmlns="${namespace}">`, ...entries, '</urlset>'].join('\n')
const entry = (path: string, lastModified = ''): string =>
  `<url><loc>${ORIGIN}${path}</loc>${lastModified && `<lastmod>${lastModified}</lastmod>`}</url>`

/** Lists the pages, one that was stolen and one that has moved; one date is written as people write it. */
const sitemap = urlset('http://www.sitemaps.org/schemas/sitemap/0.9', [
  ...museumPages.filter(page => page.isListed).map(page => entry(page.path)),
  entry('/stolen'),
  entry('/moved'),
  entry('/papers/charts', '31.01.2026'),
])

const files: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['/robots.txt', { type: TEXT_TYPE, body: robots }],
  ['/sitemap.xml', { type: 'application/xml', body: sitemap }],
  ['/sitemap-of-old.xml', { type: 'application/xml', body: urlset('http://www.example.org/maps', [entry('/')]) }],
  ['/site.css', { type: 'text/css; charset=utf-8', body: stylesheet }],
  ['/doors/closed/styled.css', { type: 'text/css; charset=utf-8', body: 'main { color: navy }' }],
  [
    '/llms.txt',
    { type: TEXT_TYPE, body: 'The museum shows everything of the harbour: [Things](/things/), [News](/news/).' },
  ],
  ['/icon.svg', { type: 'image/svg+xml', body: icon }],
  ['/papers/map.pdf', { type: TEXT_TYPE, body: '%PDF-1.7 a map' }],
  ['/stolen', gone],
  ['/languages/perdu', gone],
  ['/moved', { status: 301, headers: { location: '/papers/letters' }, body: '' }],
])

/** Doors that open at the second push. */
const sticking: ReadonlySet<string> = new Set(['/doors/sticks', '/doors/sticks-too'])

/** Starts the museum on a free port. */
export async function startMuseum(): Promise<LoopbackServer> {
  const pages = new Map(museumPages.map(page => [page.path, page]))
  const pushed = new Set<string>()

  function answerTo(path: string): Answer {
    if (sticking.has(path) && !pushed.has(path)) {
      pushed.add(path)
      return { status: 503, type: TEXT_TYPE, body: 'The door sticks.' }
    }
    const page = pages.get(path)
    return page ? { headers: page.headers, body: String(page.body) } : (files.get(path) ?? nothingHere)
  }

  const server = await serveHttp(({ url = '/' }, response) => {
    const { status = 200, type = HTML_TYPE, headers = {}, body } = answerTo(url)
    const sent = { 'content-type': type, 'content-encoding': 'gzip', ...headers }
    response.writeHead(status, sent).end(gzipSync(body.replaceAll(ORIGIN, server.origin)))
  })
  return server
}
