import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site on loopback whose pages need scripts, or abuse them. */
export interface ScriptSite extends AsyncDisposable {
  /** Without a slash at its end. */
  origin: string
  /** Paths that were requested, in order of arrival, with their methods. */
  requested: string[]
}

export type ScriptResponse = { type?: string; body: string; status?: number; headers?: Record<string, string> }

/** `respond` gives the response to a path; null becomes 404. */
export async function startScriptSite(
  respond: (path: string, origin: string) => ScriptResponse | null,
  onRequest: (path: string) => void = () => {},
): Promise<ScriptSite> {
  const requested: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    requested.push(`${request.method} ${path}`)
    onRequest(path)
    const reply = respond(path, origin)
    response.writeHead(reply === null ? 404 : (reply.status ?? 200), {
      'content-type': reply?.type ?? 'text/html; charset=utf-8',
      'access-control-allow-origin': '*',
      ...reply?.headers,
    })
    response.end(reply?.body ?? '')
  })
  server.on('upgrade', (request, socket) => {
    requested.push(`UPGRADE ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requested,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export function html(body: string, head = ''): ScriptResponse {
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`,
  }
}

const CHILDREN = 6

/** A site drawn by scripts alone: every document is the same empty shell. */
export function shellSite(path: string): ScriptResponse | null {
  if (path === '/app.js') return { type: 'text/javascript', body: APP }
  const data = /^\/data(\/\w+)\.json$/.exec(path)?.[1]
  if (data !== undefined) return { type: 'application/json', body: JSON.stringify(dataOf(data)) }
  if (path !== '/' && !/^\/page\d$/.test(path)) return null
  return html('<div id="root"></div><script src="/app.js"></script>', '<title>Shell</title>')
}

function dataOf(name: string) {
  const links = name === '/home' ? Array.from({ length: CHILDREN }, (_, index) => `/page${index}`) : ['/']
  return { title: `Page ${name.slice(1)}`, links, text: `What is known of ${name.slice(1)} stands here. `.repeat(40) }
}

const APP = `
const name = location.pathname === '/' ? '/home' : location.pathname
fetch('/data' + name + '.json').then(response => response.json()).then(({ title, links, text }) => {
  document.title = title
  const add = (tag, content) => document.getElementById('root').appendChild(Object.assign(document.createElement(tag), { textContent: content }))
  add('h1', title)
  add('p', text)
  for (const link of links) add('a', 'See ' + link).href = link
})`
