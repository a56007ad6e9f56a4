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

const START_PAGE =
  '<!doctype html><html lang="en"><title>Start</title><a href="/one">One</a> <a href="/two">Two</a></html>'
const PAGE = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1><p>Words.</p></html>'

export async function startSlowSite(): Promise<SlowSite> {
  const requested = new Set<string>()
  const held: ServerResponse[] = []
  let isHolding = true
  const server = await serveHttp(({ url = '' }, response) => {
    requested.add(url)
    if (url === '/robots.txt' || url.startsWith('/sitemap')) response.writeHead(404).end()
    else if (url.endsWith('/start')) respond(response, START_PAGE)
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
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function respond(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}
