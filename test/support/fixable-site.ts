import type { ServerResponse } from 'node:http'
import { serveHttp } from '#fetch/test-server.ts'

/** A small site with faults that are fixed, or get worse, while a test looks on. */
export interface FixableSite extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** HTML by path; any other path responds with 404. Tests change it. */
  pages: Map<string, string>
  /** Text of robots.txt. */
  robots: { text: string }
  /** Paths in the order in which they were requested, since this was last emptied. */
  requested: string[]
  /** Paths that get no response until they are removed. */
  held: Set<string>
}

export function pageNamed(title: string, body = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${title}</title><meta name="description" content="What the page called ${title} has to say for itself."></head>
    <body><header>${NAMELESS_BUTTON}</header><main><h1>Heading of ${title}</h1><p>Words about ${title}, and some more.</p>${body}</main></body></html>`
}

const link = (path: string): string => `<p><a href="${path}">The page ${path.slice(1)}</a></p>`

/** In the header of every page. */
export const NAMELESS_BUTTON = '<button class="menu"></button>'

/** A page without a title, a broken link from two pages, three pages of one title, and a deep one. */
export async function startFixableSite(): Promise<FixableSite> {
  const pages = new Map([
    ['/', pageNamed('Home', ['/untitled', '/linking', '/twin-1', '/twin-2', '/twin-3'].map(link).join(''))],
    ['/untitled', pageNamed('')],
    ['/linking', pageNamed('Linking', link('/gone') + link('/lost') + link('/two-clicks'))],
    ['/twin-1', pageNamed('Twins')],
    ['/twin-2', pageNamed('Twins', 'And so on.')],
    ['/twin-3', pageNamed('Twins', 'And so forth.')],
    ['/two-clicks', pageNamed('Two clicks')],
  ])
  const robots = { text: '' }
  const requested: string[] = []
  const held = new Set<string>()
  const server = await serveHttp(({ url = '/' }, response) => {
    requested.push(url)
    if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots.text)
    else if (!held.has(url)) respond(response, pages.get(url))
  })
  return {
    origin: server.origin,
    pages,
    robots,
    requested,
    held,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function respond(response: ServerResponse, html: string | undefined): void {
  response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'Gone')
}
