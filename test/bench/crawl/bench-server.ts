import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { gunzip } from 'node:zlib'
import { benchSite } from './bench-site.ts'

/**
 * Serves a bench site from its folder, in a process of its own: `bench-server.ts FOLDER PAGES`. Says its port to its parent. Pages are
 * sent as they lie on the disk, so that serving costs as little as it can.
 */

const [folder = '', pageCount = ''] = process.argv.slice(2)
const site = benchSite(Number(pageCount))
const redirects = new Map([...site.redirects, ...site.innerRedirects].map(each => [each.path, each]))
const dead = new Map(site.dead.map(each => [each.path, each.status]))
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const address = request.url ?? '/'
  const redirect = redirects.get(address)
  const status = dead.get(address)
  if (redirect) response.writeHead(redirect.status, { location: redirect.to, 'content-length': 0 }).end()
  else if (status !== undefined) send(response, status, { type: 'text/html', body: Buffer.from('<title>Gone</title>') })
  else if (address === '/robots.txt')
    send(response, 200, { type: 'text/plain', body: Buffer.from('User-agent: *\nDisallow:\n') })
  else if (address.startsWith('/image/')) send(response, 200, { type: 'image/gif', body: GIF })
  else if (address === '/site.css') send(response, 200, { type: 'text/css', body: Buffer.from('body{margin:0}') })
  else void sendPage(response, address, String(request.headers['accept-encoding'] ?? '').includes('gzip'))
})

function send(response: ServerResponse, status: number, { type, body }: { type: string; body: Buffer }): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
}

async function sendPage(response: ServerResponse, address: string, takesGzip: boolean): Promise<void> {
  const file = path.join(folder, `${address.endsWith('/') ? `${address}index.html` : address}.gz`)
  const compressed = await readFile(file).catch(() => null)
  if (!compressed) return send(response, 404, { type: 'text/html', body: Buffer.from('<title>Missing</title>') })
  const headers = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' }
  if (takesGzip) {
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': compressed.length })
    response.end(compressed)
  } else gunzip(compressed, (_error, page) => response.writeHead(200, headers).end(page))
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
