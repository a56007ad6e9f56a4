import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { isFullMeasure } from '../support/measure.ts'
import { openTestProduct } from '../support/product.ts'
import { crawlOf } from '../support/rendered-crawl.ts'
import { COOKIE, SECRETS, TOKEN, USER } from '../support/walled-site.ts'

/** Rendered pages behind a login: their scripts get what the page needs, and no other origin sees a credential. With a real Chromium. */

const flags = { 'credentials-key': 'a key of the tests, which is long enough', 'render-timeout-ms': '3000' }
/** Each page sends about twenty requests to other origins. */
const PAGES = isFullMeasure ? 10 : 2
const TRIES_PER_PAGE = 18
const HEADER = 'secret-header-4711'
const ALL_SECRETS = [...SECRETS, HEADER]

function secretsOf({ rawHeaders, url }: IncomingMessage): string[] {
  const sent = JSON.stringify([rawHeaders, url])
  return ALL_SECRETS.filter(secret => sent.includes(secret))
}

/** Everything that leads a page's browser to another origin, or back from there. */
function pageText(number: number, { other, sameByName }: { other: string; sameByName: string }): string {
  const links = Array.from({ length: PAGES }, (_, index) => `<a href="/page/${index}">Page ${index}</a>`).join(' ')
  const elsewhere = [other, sameByName].flatMap(origin => [
    `${origin}/fetched-${number}`,
    `${origin}/cors-${number}?x=1`,
    `/away?to=${encodeURIComponent(`${origin}/redirected-${number}`)}`,
    `/away?to=${encodeURIComponent(`//${new URL(origin).host}/relative-${number}`)}`,
    `${origin}/back-${number}?to=${encodeURIComponent(`/page-data/${number}`)}`,
  ])
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title>
    <link rel="stylesheet" href="/own.css?${number}"><link rel="stylesheet" href="${other}/style-${number}.css">
    <link rel="preload" as="script" href="${other}/preload-${number}.js"><script src="${other}/script-${number}.js"></script></head>
    <body><h1>Page ${number}</h1>${links}
    <img src="${other}/image-${number}.png" alt=""><iframe src="${other}/frame-${number}"></iframe><iframe src="/page/0"></iframe>
    <script>
      navigator.serviceWorker?.register('/worker.js')
      navigator.sendBeacon?.('${other}/beacon-${number}', 'x')
      try { new Worker('/own-worker.js') } catch {}
      new EventSource('${other}/events-${number}')
      for (const url of ${JSON.stringify(elsewhere)}) {
        fetch(url, { credentials: 'include' }).catch(() => {})
        fetch(url, { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})
      }
      fetch('/logout', { method: 'POST' }).catch(() => {})
      fetch('/data.json').then(response => response.text()).then(text => { document.title = text })
    </script></body></html>`
}

interface Site {
  own: { origin: string; requested: string[] }
  leaks: string[]
  /** Requests that other origins got. */
  tries(): number
}

async function withSite(isAccepted: (request: IncomingMessage) => boolean, run: (site: Site) => Promise<void>) {
  const leaks: string[] = []
  let tries = 0
  const note = (request: IncomingMessage) => {
    tries++
    const sent = secretsOf(request)
    if (sent.length > 0) leaks.push(`${request.method} ${request.headers.host}${request.url}: ${sent}`)
  }
  const allowAll = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
  }
  await using elsewhere = await serveHttp((request, response) => {
    note(request)
    allowAll(request, response)
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to')
    if (to) response.writeHead(302, { location: `${own.origin}${to}` }).end()
    else if (request.url?.endsWith('.css'))
      response.setHeader('content-type', 'text/css').end(`@import "${elsewhere.origin}/imported.css?${tries}";`)
    else if (request.url?.endsWith('.js'))
      response.setHeader('content-type', 'text/javascript').end('fetch("/data.json?by=another")')
    else response.setHeader('content-type', 'text/plain').end('elsewhere')
  })
  const requested: string[] = []
  await using own = await serveHttp((request, response) => {
    const { host = '', origin } = request.headers
    requested.push(`${request.method} ${request.url}`)
    if (!host.startsWith('127.0.0.1')) note(request)
    allowAll(request, response)
    const url = new URL(request.url ?? '', 'http://x')
    const to = url.searchParams.get('to')
    // A renewed session, which a browser would send to every port and every scheme of the host.
    if (!host.startsWith('localhost')) response.setHeader('set-cookie', `sid=${COOKIE}; Path=/`)
    if (!isAccepted(request) && origin === undefined && !host.startsWith('localhost'))
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Members"' }).end()
    else if (to && url.pathname === '/away') response.writeHead(302, { location: to }).end()
    else if (url.pathname === '/data.json') response.end(isAccepted(request) ? 'text for members' : 'nothing')
    else if (url.pathname === '/own.css')
      response.setHeader('content-type', 'text/css').end(`body { background: url(${elsewhere.origin}/background.png) }`)
    else if (url.pathname === '/' || url.pathname.startsWith('/page/'))
      response.setHeader('content-type', 'text/html').end(
        pageText(Number(url.pathname.split('/')[2] ?? 0), {
          other: elsewhere.origin,
          sameByName: `http://localhost:${own.port}`,
        }),
      )
    else response.writeHead(404).end()
  })
  await run({ own: { origin: own.origin, requested }, leaks, tries: () => tries })
}

const kinds: [name: string, given: Partial<TypedCredentials>, isAccepted: (request: IncomingMessage) => boolean][] = [
  [
    'a token, a header and a cookie',
    { token: TOKEN, headers: [{ name: 'X-Key', value: HEADER }], cookies: [{ name: 'sid', value: COOKIE }] },
    ({ headers }) =>
      headers.authorization === `Bearer ${TOKEN}` &&
      headers['x-key'] === HEADER &&
      headers.cookie?.includes(`sid=${COOKIE}`) === true,
  ],
  ['a password', { user: USER }, request => secretsOf(request).length > 0],
]

for (const [name, given, isAccepted] of kinds)
  test(`scripts of a rendered page have ${name}, and no request to another origin has`, async () =>
    await withSite(isAccepted, async ({ own, leaks, tries }) => {
      await using opened = await openTestProduct({ flags })
      const credentials = credentialsSchema.parse({ origins: [own.origin], ...given })
      const crawled = await crawlOf(opened, { url: `${own.origin}/`, rendersJavaScript: true, credentials })
      assert.equal(crawled.crawl.endReason, 'finished')
      assert.equal((await crawled.facts('/page/1')).title, 'text for members')
      assert.deepEqual(leaks, [])
      assert.ok(tries() >= PAGES * TRIES_PER_PAGE, `${tries()} requests to other origins`)
      assert.deepEqual(
        own.requested.filter(each => each.endsWith('/logout')),
        [],
      )
      assert.deepEqual(opened.logged, [])
    }))
