import { connect } from 'node:net'

/** HTTP over a bare socket: what is sent is what stands here, byte for byte, however wrong. */

export type Header = readonly [name: string, value: string]

export interface WireRequest {
  method?: string
  /** The request's target, as it stands in the request line. */
  path: string
  /** Not included: the origin's own. */
  host?: string
  headers?: readonly Header[]
  body?: string
}

export interface WireResponse {
  /** 0: the connection was closed without a response. */
  status: number
  /** Names in lower case. */
  headers: readonly Header[]
  body: string
  /** What came after the response, such as a second one. */
  trailing: string
}

/** Sends a request and reads its response to the end of the connection. */
export function sendRequest(origin: string, request: WireRequest): Promise<WireResponse> {
  return sendBytes(origin, requestBytes(origin, request))
}

export function requestBytes(origin: string, request: WireRequest): Buffer {
  const { method = 'GET', path, host = new URL(origin).host, headers = [], body } = request
  const lengths: Header[] = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  const lines = [['Host', host] as const, ...headers, ...lengths, ['Connection', 'close'] as const]
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.from(head + (body ?? ''))
}

export interface Sending {
  /** Called whenever the connection takes more; null ends it. Begins after the first bytes. */
  more?: () => Buffer | null
  /** The sender's half is closed at once. */
  isHalfClosed?: boolean
}

/** A connection that is cut off while it is written to is as good a response as any: what came until then counts. */
export function sendBytes(origin: string, bytes: Buffer, sending: Sending = {}): Promise<WireResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    let isConnected = false
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      isConnected = true
      if (sending.isHalfClosed) socket.end(bytes)
      else socket.write(bytes)
      if (sending.more) pump(socket, sending.more)
    })
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('end', () => socket.destroy())
    socket.on('error', error => isConnected || reject(error))
    socket.on('close', () => resolve(parseResponse(Buffer.concat(received))))
  })
}

function pump(socket: ReturnType<typeof connect>, more: () => Buffer | null): void {
  const next = () => {
    while (socket.writable) {
      const bytes = more()
      if (bytes === null) break
      if (!socket.write(bytes)) break
    }
  }
  socket.on('drain', next)
  next()
}

const HEAD_END = '\r\n\r\n'

function parseResponse(bytes: Buffer): WireResponse {
  const text = bytes.toString('latin1')
  const headEnd = text.indexOf(HEAD_END)
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)
  if (headEnd < 0 || status === 0) return { status: 0, headers: [], body: '', trailing: text }
  // An interim response comes before the response itself.
  if (status === 100) return parseResponse(bytes.subarray(headEnd + HEAD_END.length))
  const headers = text
    .slice(0, headEnd)
    .split('\r\n')
    .slice(1)
    .map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    })
  const rest = bytes.subarray(headEnd + HEAD_END.length)
  return { status, headers, ...splitBody(rest, headers) }
}

function splitBody(rest: Buffer, headers: readonly Header[]): { body: string; trailing: string } {
  if (headerOf({ headers }, 'transfer-encoding') === 'chunked') return readChunks(rest)
  const length = Number(headerOf({ headers }, 'content-length') ?? rest.byteLength)
  return { body: rest.toString('utf8', 0, length), trailing: rest.toString('utf8', length) }
}

/** RFC 9112 §7.1. */
function readChunks(rest: Buffer): { body: string; trailing: string } {
  const chunks: Buffer[] = []
  let position = 0
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', position)
    const size = lineEnd < 0 ? 0 : Number.parseInt(rest.toString('latin1', position, lineEnd), 16) || 0
    const start = lineEnd + 2
    if (size === 0) {
      const trailing = lineEnd < 0 ? '' : rest.toString('utf8', start + 2)
      return { body: Buffer.concat(chunks).toString('utf8'), trailing }
    }
    chunks.push(rest.subarray(start, start + size))
    position = start + size + 2
  }
}

/** The first header of the name, which is in lower case. */
export function headerOf(response: Pick<WireResponse, 'headers'>, name: string): string | undefined {
  return response.headers.find(header => header[0] === name)?.[1]
}

export function headersOf(response: Pick<WireResponse, 'headers'>, name: string): string[] {
  return response.headers.filter(header => header[0] === name).map(([, value]) => value)
}
