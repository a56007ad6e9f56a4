import { once } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import path from 'node:path'
import { gunzip } from 'node:zlib'
import { benchSite } from './bench-site.ts'

/**
 * Serves a bench site from its folder, in a process of its own: `bench-server.ts FOLDER PAGES [LOG OTHER_SITES]`. Says its
 * ports to its parent, that of the site first. Pages are sent as they lie on the disk, so that serving costs as little as it can.
 */

const [folder = '', pageCount = '', log = '', otherSites = '0'] = process.argv.slice(2)
const shape = benchSite(Number(pageCount))
const redirects = new Map([...shape.redirects, ...shape.innerRedirects].map(each => [each.path, each]))
const dead = new Map(shape.dead.map(each => [each.path, each.status]))
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

const types = new Map([
  ['.png', 'image/png'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
])
const logFile = log === '' ? null : openSync(log, 'a')

const site: RequestListener = (request, response) => {
  note(request)
  const url = request.url ?? '/'
  const redirect = redirects.get(url)
  const status = dead.get(url)
  if (redirect) response.writeHead(redirect.status, { location: redirect.to, 'content-length': 0 }).end()
  else if (status !== undefined) send(response, status, { type: 'text/html', body: Buffer.from('<title>Gone</title>') })
  else if (url === '/robots.txt')
    send(response, 200, { type: 'text/plain', body: Buffer.from('User-agent: *\nDisallow:\n') })
  else if (url.startsWith('/image/')) send(response, 200, { type: 'image/gif', body: GIF })
  else if (url === '/site.css') send(response, 200, { type: 'text/css', body: Buffer.from('body{margin:0}') })
  else if (url.startsWith('/picture/')) void sendPicture(response, url)
  else void sendPage(response, url, String(request.headers['accept-encoding'] ?? '').includes('gzip'))
}

const elsewhere: RequestListener = (request, response) => {
  note(request)
  const isThere = request.url?.startsWith('/alive/') === true
  const body = Buffer.from(`<title>${isThere ? 'Elsewhere' : 'Gone'}</title>`)
  send(response, isThere ? 200 : 404, { type: 'text/html', body })
}

function note({ method, url, socket }: IncomingMessage): void {
  if (logFile !== null) writeSync(logFile, `${method} http://127.0.0.1:${socket.localPort}${url}\n`)
}

function send(response: ServerResponse, status: number, { type, body }: { type: string; body: Buffer }): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
}

async function sendPage(response: ServerResponse, url: string, takesGzip: boolean): Promise<void> {
  const file = path.join(folder, `${url.endsWith('/') ? `${url}index.html` : url}.gz`)
  const compressed = await readFile(file).catch(() => null)
  if (!compressed) return send(response, 404, { type: 'text/html', body: Buffer.from('<title>Missing</title>') })
  const type = types.get(path.extname(url)) ?? 'text/html; charset=utf-8'
  const headers = { 'content-type': type, vary: 'Accept-Encoding' }
  if (takesGzip) {
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': compressed.length })
    response.end(compressed)
  } else gunzip(compressed, (_error, page) => response.writeHead(200, headers).end(page))
}

async function sendPicture(response: ServerResponse, url: string): Promise<void> {
  const picture = await readFile(path.join(folder, url)).catch(() => null)
  if (picture) send(response, 200, { type: 'image/png', body: picture })
  else send(response, 404, { type: 'text/html', body: Buffer.from('<title>Missing</title>') })
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

const ports = [await listen(site)]
for (let other = 0; other < Number(otherSites); other++) ports.push(await listen(elsewhere))
process.send?.(ports)
