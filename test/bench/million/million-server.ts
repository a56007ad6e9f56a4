import { createServer } from 'node:http'
import { benchSite } from '../crawl/bench-site.ts'
import { millionPage, pageAt } from './million-page.ts'

/**
 * Serves the large site in a process of its own: `million-server.ts PAGES`. Says its port to its parent. Every response is made from the
 * number in its URL, nothing is stored, and nothing is compressed: that would cost the machine more than it shows of the crawler.
 */

const [, , pageCount = ''] = process.argv
const site = benchSite(Number(pageCount))
const ROBOTS = Buffer.from('User-agent: *\nDisallow:\n')
const MISSING = Buffer.from('<!DOCTYPE html><title>Missing</title>')
let origin = ''

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const path = request.url ?? '/'
  const send = (status: number, type: string, body: Buffer) =>
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
  if (path === '/robots.txt') return send(200, 'text/plain', ROBOTS)
  const page = pageAt(site, path)
  if (page === null) return send(404, 'text/html', MISSING)
  return send(200, 'text/html; charset=utf-8', Buffer.from(millionPage(site, page, origin)))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address !== 'object') return
  origin = `http://127.0.0.1:${address.port}`
  process.send?.(origin)
})

// The client is gone.
process.on('disconnect', () => process.exit())
