import type { ServerResponse } from 'node:http'
import { serveHttp } from '#fetch/test-server.ts'

/** A site on this machine whose start pages (`/…/start`) link to pages that respond only once they are let go. */
export interface SlowSite extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** Paths that were requested. */
  requested: ReadonlySet<string>
  /** Responds to what is held, and to everything else at once. */
  letGo(): void
  holdAgain(): void
}

const links = (paths: readonly string[]) => paths.map(path => `<a href="${path}">To ${path}</a>`).join(' ')
const startPage = (paths: readonly string[]) =>
  `<!doctype html><html lang="en"><title>Start</title>${links(paths)}</html>`
/** More than a crawl of the default page limit visits. */
const MANY_PAGES = 150
const PAGE = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1><p>Words.</p></html>'

/** With `everyMs` it lets one page go at a time and has many, so that a crawl of it goes on, slowly, and does not only wait. */
export async function startSlowSite({ everyMs = null }: { everyMs?: number | null } = {}): Promise<SlowSite> {
  const requested = new Set<string>()
  const held: ServerResponse[] = []
  const paths = everyMs === null ? ['/one', '/two'] : Array.from({ length: MANY_PAGES }, (_, at) => `/page-${at}`)
  const letOneGo = () => {
    const next = held.shift()
    if (next) respond(next, PAGE)
  }
  const timer = everyMs === null ? undefined : setInterval(letOneGo, everyMs)
  let isHolding = true
  const server = await serveHttp(({ url = '' }, response) => {
    requested.add(url)
    if (url === '/robots.txt' || url.startsWith('/sitemap')) response.writeHead(404).end()
    else if (url.endsWith('/start')) respond(response, startPage(paths))
    else if (isHolding) held.push(response)
    else respond(response, PAGE)
  })
  return {
    origin: server.origin,
    requested,
    letGo() {
      isHolding = false
      for (const response of held.splice(0)) respond(response, PAGE)
    },
    holdAgain() {
      isHolding = true
    },
    [Symbol.asyncDispose]() {
      clearInterval(timer)
      return server[Symbol.asyncDispose]()
    },
  }
}

function respond(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}
