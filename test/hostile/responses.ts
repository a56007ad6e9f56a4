import type { Exchange, Respond } from './hostile-server.ts'

/** Responses that the routes are made of. */

export const HTML = 'content-type: text/html; charset=utf-8'

/** A page with a title and a heading of the same words. */
export function pageOf(title: string, more = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`
}

interface Whole {
  /** Status and reason, such as `404 Not Found`. */
  status?: string
  /** Header lines. */
  headers?: readonly string[]
  body?: string | Buffer
  /** The connection is used again; else it is closed. */
  isKept?: boolean
}

/** A response whose framing is right; HEAD gets its headers only. */
export function whole({ status = '200 OK', headers = [HTML], body = '', isKept = false }: Whole): Respond {
  const octets = Buffer.from(body)
  const lines = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${octets.length}`]
  const head = `${[...lines, `connection: ${isKept ? 'keep-alive' : 'close'}`].join('\r\n')}\r\n\r\n`
  return ({ socket, method }) => {
    socket.write(head, 'latin1')
    if (method !== 'HEAD') socket.write(octets)
    if (!isKept) socket.end()
  }
}

/** A page as it should be. */
export function plain(title: string, more = ''): Respond {
  return whole({ body: pageOf(title, more), isKept: true })
}

/** Octets as they stand, then the end of the connection. Strings are one octet per character. */
export function octets(...parts: (string | Buffer)[]): Respond {
  const all = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  return ({ socket }) => void socket.end(all)
}

/** Octets as they stand, then nothing: the connection stays open. */
export function silentAfter(text: string): Respond {
  return ({ socket }) => void socket.write(text, 'latin1')
}

/** Octets as they stand, then a reset. */
export function resetAfter(text: string): Respond {
  return ({ socket }) => {
    if (text === '') socket.resetAndDestroy()
    else socket.write(text, 'latin1', () => socket.resetAndDestroy())
  }
}

const DROP_MS = 20

/** `start`, then `drop` again and again: `count` times, or for as long as someone listens. */
export function byDrops(start: string, drop: string, count = Number.POSITIVE_INFINITY): Respond {
  return ({ socket }) => {
    socket.write(start, 'latin1')
    let left = count
    const timer = setInterval(() => {
      if (left-- > 0) socket.write(drop, 'latin1')
      else socket.end()
    }, DROP_MS)
    socket.on('close', () => clearInterval(timer))
  }
}

const BLOCK_MS = 5

/** `start`, then the same block again and again, as fast as it is taken; a pause between leaves the processor to others. */
export function endless(start: string, block: Buffer): Respond {
  return ({ socket }) => {
    socket.write(start, 'latin1')
    const timer = setInterval(() => {
      if (socket.writableLength === 0) socket.write(block)
    }, BLOCK_MS)
    socket.on('close', () => clearInterval(timer))
  }
}

/** One response for the first so many times that a crawl requests it, another for later ones. */
export function changing(first: { times: number; respond: Respond }, later: Respond): Respond {
  return (exchange: Exchange) => (exchange.count <= first.times ? first.respond : later)(exchange)
}

/** HEAD and GET get a response of their own each. */
export function byMethod(head: Respond, get: Respond): Respond {
  return exchange => (exchange.method === 'HEAD' ? head : get)(exchange)
}

export function redirect(location: string | null, status = '302 Found', more: readonly string[] = []): Respond {
  return whole({
    status,
    headers: [HTML, ...(location === null ? [] : [`location: ${location}`]), ...more],
    body: 'moved',
  })
}
