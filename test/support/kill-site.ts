import { gradientPng } from '#demo-site/assets.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'

/** Pages that links lead to, those that only the sitemap lists, and URLs that one page names and that are not visited. */
const PAGES = 40
const LISTED = 8
/** Pages that the start page and its links are: the wide one is among them. */
export const LAST_OF_WAVE = PAGES + 2
const WIDE: WidePage = { forbidden: 2_500, pictures: 2_500 }

/** How many URLs of either kind the wide page names. */
export interface WidePage {
  forbidden: number
  pictures: number
}

/** Few of the pictures are requested: each is one more of the same. Failed URLs wait, so that others are requested ahead of their turn. */
export const killFlags = { 'resource-probe-factor': '2', 'confirm-pause-ms': '30' }

const picture = gradientPng({ width: 4, height: 4 }, [0, 0, 0], [255, 255, 255])

/**
 * A site for crawls that are killed: robots.txt and a sitemap, redirects and broken links, a template with mistakes, copies of pages,
 * and one page with so many URLs that neither the level behind it nor the plan of the probes fits into one transaction, unless it is
 * made narrower.
 */
export async function startKillSite(onRequest: () => void, wide: WidePage = WIDE): Promise<LoopbackServer> {
  return await serveHttp((request, response) => {
    onRequest()
    const path = request.url ?? '/'
    const html = pageAt(path, wide)
    if (html !== null) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    else if (path.startsWith('/picture/')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else if (path.startsWith('/canonical/'))
      response.writeHead(301, { location: path.replace('canonical', 'page') }).end()
    else if (path === '/moved') response.writeHead(301, { location: '/page/1' }).end()
    else if (path === '/robots.txt') {
      const host = request.headers.host ?? ''
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(`User-agent: *\nDisallow: /forbidden/\nSitemap: http://${host}/sitemap.xml\n`)
    } else if (path === '/sitemap.xml') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemap(request.headers.host ?? ''))
    } else response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>Nothing here</title>')
  })
}

function pageAt(path: string, { forbidden, pictures }: WidePage): string | null {
  if (path === '/') return page('Start', [...range(PAGES).map(index => `/page/${index}`), '/wide'].map(link).join(' '))
  if (path === '/wide') {
    const views = range(pictures).map(index => `<img src="/picture/${index}.png" alt="A view">`)
    return page('Wide', [...range(forbidden).map(index => link(`/forbidden/${index}`)), ...views].join(' '))
  }
  const [, kind, number] = /^\/(page|listed)\/(\d+)(?:\?view=\d)?$/.exec(path) ?? []
  if (kind === undefined || Number(number) >= (kind === 'page' ? PAGES : LISTED)) return null
  const index = Number(number)
  const copy = `/page/${index % 3}?view=${index % 2}`
  const links = [`/page/${(index * 7) % PAGES}`, '/moved', `/gone/${index % 5}`, '/page/1#nowhere', copy]
  return page(`A ${kind} about subject ${number}`, links.map(link).join(' '), canonicalOf(kind, index))
}

/** In turn: no canonical, a URL that redirects back to the page, one that redirects to another page, one that does not exist. */
function canonicalOf(kind: string, number: number): string {
  const path = [null, `/canonical/${number}`, `/canonical/${number + 1}`, `/no-page/${number}`][number % 4] ?? null
  return kind === 'page' && path !== null ? `<link rel="canonical" href="${path}">` : ''
}

/** The mistakes of its header are causes that all pages share. The image of the main text is on two pages, or on one. */
function page(title: string, content: string, canonical = ''): string {
  const number = Number(/\d+$/.exec(title)?.[0] ?? 0)
  const own = number % 3 === 0 ? `<img src="/picture/${number >> 1}.png">` : ''
  return `<!doctype html><html lang="en"><title>${title}</title>${canonical}<header>${HEADER}</header><h1>${title}</h1><p>${content}</p>${own}</html>`
}

const HEADER = '<a href="/"><img src="/picture/1.png" width="4" height="4"></a><button class="menu"></button>'

function link(path: string): string {
  return `<a href="${path}">To ${path}</a>`
}

function sitemap(host: string): string {
  const listed = range(LISTED).map(index => `<url><loc>http://${host}/listed/${index}</loc></url>`)
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
