import type { ServerResponse } from 'node:http'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'

/** Websites of the abuse run. */

/** Pages of the small website. */
export const PAGES = 100
const LINKS = 30
const HUGE_PAGE_BYTES = 10_000_000
const DRIP_MS = 1_000

const hugePage = `<!doctype html><html lang="en"><title>Huge</title>${'<p>word <a href="/x">word</a></p>'.repeat(HUGE_PAGE_BYTES / 32)}`

const robots: Record<string, string> = { slow: 'User-agent: *\nCrawl-delay: 3600\n' }

/** Those that strangers crawl. */
export const strangeKinds = ['slow', 'tarpit', 'huge'] as const

const kinds = {
  tarpit(path: string, response: ServerResponse) {
    if (path === '/') return html(response, links(LINKS))
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>')
    const drip = setInterval(() => response.write(' '), DRIP_MS)
    response.once('close', () => clearInterval(drip))
  },
  slow(_path: string, response: ServerResponse) {
    html(response, links(LINKS))
  },
  huge(_path: string, response: ServerResponse) {
    html(response, `${links(LINKS)}${hugePage}`)
  },
  small(path: string, response: ServerResponse) {
    const at = Number(path.split('/').at(-1))
    html(response, `<h1>Page ${path}</h1><p>A page of a small website, number ${at}.</p>${links(PAGES - 1)}`)
  },
}

function links(count: number): string {
  return Array.from({ length: count }, (_, at) => `<a href="/${at}">Page ${at}</a>`).join(' ')
}

function html(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><html lang="en"><title>Page</title>${body}`)
}

/** A website of a kind; each has a port of its own, since robots.txt and the rate are those of an origin. */
export async function openSite(kind: keyof typeof kinds): Promise<LoopbackServer> {
  return await serveHttp(({ url = '' }, response) => {
    if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots[kind] ?? '')
    else if (url.startsWith('/sitemap')) response.writeHead(404).end()
    else kinds[kind](url, response)
  })
}
