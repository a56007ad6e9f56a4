import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SkipReason } from '#shared/model.ts'

/**
 * A server that misbehaves octet by octet, so it is no HTTP server but a socket: one named route for each way in which a web
 * server can respond wrongly, and with each route what a crawl must say of it.
 */
export interface HostileRoute {
  /** Path and query, as linked. */
  path: string
  respond: Respond
  expected: Expected
  /** How it is named on the page that links it: a URL instead of the path, or markup; '' when it is not. */
  link?: string
}

/** Writes whatever it likes to the socket of one request. */
export type Respond = (exchange: Exchange) => void

export interface Exchange {
  socket: Socket
  method: string
  path: string
  headers: string
  /** Which crawl sends the request. */
  agent: string
  /** How many times this crawl has requested the path, this time included. */
  count: number
}

/** What the report of a crawl says of a URL; a field that is absent may be anything. */
export interface Expected {
  /** Status of its row; null: a row without a response. */
  status?: number | null
  /** Said of it in the row; '' when nothing failed. */
  failure?: RegExp | ''
  title?: string
  h1?: string
  linkCount?: number
  /** Redirects that were followed. */
  hops?: number
  /** Checks that found something under this URL; others may have, too. */
  issues?: readonly string[]
  /** Checks that must be silent about it. */
  noIssues?: readonly string[]
  /** Not crawled, for this reason. */
  skipped?: SkipReason
  /** Neither a row nor a skipped URL: nothing about it is reported. */
  isUnlisted?: true
}

export interface HostileServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** How often a crawl requested a URL. */
  requestCount(agent: string, path: string): number
}

const HEAD_END = '\r\n\r\n'
const MAX_REQUEST_BYTES = 100_000

/** Responses by path; `fallback` takes what has no route of its own. */
export async function startHostileServer(
  routes: ReadonlyMap<string, Respond>,
  fallback: Respond,
): Promise<HostileServer> {
  const open = new Set<Socket>()
  const counts = new Map<string, number>()
  const respond = (socket: Socket, head: string) => {
    const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? []
    const agent = /^user-agent: *(.*)$/im.exec(head)?.[1]?.trim() ?? ''
    const key = `${agent} ${path}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const route = routes.get(path) ?? fallback
    route({ socket, method, path, headers: head, agent, count })
  }
  const server = createServer({ noDelay: true }, socket => {
    open.add(socket)
    let received = ''
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      // The first octet of a TLS handshake, which would wait for a response.
      if (received.startsWith('\x16')) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      if (received.length > MAX_REQUEST_BYTES) socket.destroy()
      for (let end = received.indexOf(HEAD_END); end !== -1; end = received.indexOf(HEAD_END)) {
        const head = received.slice(0, end)
        received = received.slice(end + HEAD_END.length)
        respond(socket, head)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requestCount: (agent, path) => counts.get(`${agent} ${path}`) ?? 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
