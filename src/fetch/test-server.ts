import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { testLimits } from '../../test/support/settings.ts'
import type { Fetcher, FetchLimits, FetchRequest, FetchResult } from './fetch.ts'
import { createFetcher, type FetcherOptions } from './undici-fetcher.ts'

/** A loopback server for tests. */
export interface LoopbackServer extends AsyncDisposable {
  port: number
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** Connections opened. */
  connections(): number
}

/** An HTTP server that behaves. */
export async function serveHttp(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener)
  return listening(server, () => server.closeAllConnections())
}

/** A server that writes raw octets; called for each request head, counted per connection from 1. */
export async function serveRaw(
  respond: (socket: Socket, request: string, count: number) => void,
): Promise<LoopbackServer> {
  const open = new Set<Socket>()
  const server = createTcpServer(socket => {
    open.add(socket)
    let received = ''
    let count = 0
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const request = received.slice(0, end)
        received = received.slice(end + 4)
        count += 1
        respond(socket, request, count)
      }
    })
  })
  return listening(server, () => {
    for (const socket of open) socket.destroy()
  })
}

async function listening(server: Server, cutAll: () => void): Promise<LoopbackServer> {
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      cutAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A fetcher for loopback servers; `limits` over the defaults above. */
export function openFetcher(
  options: Partial<Omit<FetcherOptions, 'limits'>> & { limits?: Partial<FetchLimits> } = {},
): Fetcher {
  return createFetcher({
    policy: { targets: 'any', allow: [] },
    now: () => performance.now(),
    ...options,
    limits: { ...testLimits, ...options.limits },
  })
}

/** Fetches as a page visit does; `request` overrides. */
export function fetchFrom(fetcher: Fetcher, url: string, request: Partial<FetchRequest> = {}): Promise<FetchResult> {
  const signal = new AbortController().signal
  return fetcher.fetch({ url, method: 'GET', body: 'own-html', maxHops: 20, signal, ...request })
}

/** The response; throws when there was none. */
export function responseOf(result: FetchResult): Extract<FetchResult, { kind: 'response' }> {
  if (result.kind !== 'response') throw new Error(`no response: ${result.reason} (${result.detail})`)
  return result
}

/** The failure; throws when there was a response. */
export function failed(result: FetchResult): Extract<FetchResult, { kind: 'failure' }> {
  if (result.kind !== 'failure') throw new Error(`status ${result.status}`)
  return result
}

export function bodyText(result: FetchResult): string {
  return Buffer.from(responseOf(result).body).toString('utf8')
}
