import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gradientPng, icon, noisePng, stylesheet } from './assets.ts'
import { createMembersArea, MEMBERS_AREA } from './members-area.ts'
import { ELSEWHERE, ORIGIN, page, type SitePage } from './page.ts'
import { images } from './pages/images.ts'
import { content, devices, duplicates, indexing, languages } from './pages/indexing.ts'
import { links, redirects, redirectTargets } from './pages/links.ts'
import { breads, descriptions, headings, home, titles } from './pages/meta.ts'

/**
 * The demo site: a fictional bakery on loopback with a declared set of defects. The golden test crawls it, and `serve --demo` shows
 * it. A second server stands for other sites.
 */
export interface DemoSite extends AsyncDisposable {
  /** URL of the start page. */
  url: string
  elsewhereUrl: string
}

/** Findings at URLs that are not pages, or that cover several pages. */
export const siteDefects: readonly { check: string; path: string }[] = [
  { check: 'internal-link-broken', path: '/gone' },
  { check: 'internal-link-broken', path: '/removed' },
  { check: 'internal-link-server-error', path: '/fails' },
  { check: 'internal-link-no-response', path: '/hangs-up' },
  { check: 'internal-link-client-error', path: '/teapot' },
  { check: 'internal-link-client-error', path: '/members' },
  { check: 'external-link-broken', path: `${ELSEWHERE}/gone` },
  { check: 'external-link-unverifiable', path: `${ELSEWHERE}/closed` },
  { check: 'resource-broken', path: '/gone.css' },
  { check: 'fragment-link-broken', path: '/breads/rye' },
  { check: 'image-broken', path: '/img/gone.png' },
  { check: 'image-large', path: '/img/heavy.png' },
  { check: 'redirect-internal-link', path: '/moved' },
  { check: 'redirect-internal-link', path: '/to-private' },
  { check: 'redirect-temporary', path: '/for-now' },
  { check: 'redirect-chain', path: '/chain-1' },
  { check: 'redirect-chain', path: '/long-1' },
  { check: 'redirect-loop', path: '/round-1' },
  { check: 'redirect-to-error', path: '/moved-away' },
  { check: 'canonical-to-error', path: '/gone' },
  { check: 'canonical-to-redirect', path: '/moved' },
  { check: 'canonical-to-non-indexable', path: '/indexing/directive-conflict' },
  { check: 'canonical-chain', path: '/indexing/canonical-second' },
  { check: 'robots-blocks-linked-page', path: '/private/plans' },
  { check: 'sitemap-missing', path: '/' },
  { check: 'text-not-compressed', path: '/indexing/too-large' },
]

const charsetLess: SitePage = {
  ...page({
    path: '/content/charset-missing',
    related: [],
    headers: { 'content-type': 'text/html' },
    trips: ['charset-missing'],
  }),
}

/** All pages; findings that cover several of them are in `siteDefects`. */
export const sitePages: readonly SitePage[] = [
  home,
  ...breads,
  ...titles,
  ...descriptions,
  ...headings,
  ...images,
  ...links,
  ...redirects,
  ...duplicates,
  ...indexing,
  ...languages,
  ...content,
  ...devices,
  withoutCharset(charsetLess),
]

/** Removes the declaration and everything beyond ASCII. */
function withoutCharset(from: SitePage): SitePage {
  const body = String(from.body).replace('<meta charset="utf-8">\n', '')
  return { ...from, body: body.replaceAll('–', '-') }
}

type StaticResponse = { status: number; headers: Record<string, string>; body: string | Uint8Array }

const plain = (status: number, body: string, headers: Record<string, string> = {}): StaticResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
})
const file = (type: string, body: string | Uint8Array): StaticResponse => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
  body,
})

const notFound: StaticResponse = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html lang="en"><title>Page not found</title><h1>Nothing is baked here</h1></html>',
}

function fixedResponses(): Map<string, StaticResponse> {
  return new Map<string, StaticResponse>([
    ['/robots.txt', plain(200, 'User-agent: *\nDisallow: /private/\n')],
    ['/site.css', file('text/css; charset=utf-8', stylesheet)],
    ['/icon.svg', file('image/svg+xml', icon)],
    ['/img/loaf.png', file('image/png', gradientPng({ width: 320, height: 200 }, [214, 158, 94], [112, 58, 20]))],
    ['/img/heavy.png', file('image/png', noisePng({ width: 480, height: 400 }))],
    ['/removed', { ...notFound, status: 410 }],
    ['/fails', plain(500, 'The shop has a problem.')],
    ['/teapot', plain(418, 'Short and stout.')],
    ['/members', plain(401, 'Members only.', { 'www-authenticate': 'Basic realm="members"' })],
  ])
}

const elsewhereResponses: ReadonlyMap<string, StaticResponse> = new Map([
  ['/fine', file('text/html; charset=utf-8', '<!doctype html><title>The harbour</title>')],
  ['/closed', plain(403, 'Closed to crawlers.')],
])

export interface DemoSiteOptions {
  port?: number
  elsewherePort?: number
  /** Called with the number of each request to the main server, from 1. */
  onRequest?(count: number): void
}

/** Starts both servers on loopback; ports are free ones unless given. */
export async function startDemoSite(options: DemoSiteOptions = {}): Promise<DemoSite> {
  const elsewhere = createServer((request, response) => {
    send(response, elsewhereResponses.get(request.url ?? '') ?? plain(404, 'Nothing here.'))
  })
  const elsewhereUrl = await listen(elsewhere, options.elsewherePort ?? 0)
  const fixed = fixedResponses()
  const pages = new Map(sitePages.map(each => [each.path, each]))
  const membersArea = createMembersArea()
  const main = createServer((request, response) => respond(request, response))
  const origin = await listen(main, options.port ?? 0)

  let requests = 0
  function respond(request: IncomingMessage, response: ServerResponse): void {
    options.onRequest?.(++requests)
    const path = request.url ?? '/'
    const redirect = redirectTargets.get(path)
    const found = pages.get(path)
    if (path === '/hangs-up') {
      request.socket.destroy()
    } else if (path.startsWith(MEMBERS_AREA)) {
      void membersArea(request).then(
        sent => send(response, { ...sent, body: sent.body.replaceAll(ORIGIN, origin) }),
        () => request.socket.destroy(),
      )
    } else if (redirect) {
      send(response, plain(redirect.status, '', { location: redirect.location }))
    } else if (found) {
      const body = String(found.body).replaceAll(ORIGIN, origin).replaceAll(ELSEWHERE, elsewhereUrl)
      send(response, { ...found, body })
    } else {
      send(response, fixed.get(path) ?? notFound)
    }
  }

  return {
    url: `${origin}/`,
    elsewhereUrl,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([close(main), close(elsewhere)])
    },
  }
}

function send(response: ServerResponse, sent: StaticResponse): void {
  response.writeHead(sent.status, { ...sent.headers, 'content-length': String(Buffer.byteLength(sent.body)) })
  response.end(sent.body)
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo
      resolve(`http://127.0.0.1:${taken}`)
    })
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
