import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RecordedRequest {
  method: string
  path: string
  /** Sec-Purpose; '' for what is no prefetch and no prerender. */
  purpose: string
  /** The whole response has been sent. */
  isDone: boolean
}

/** Stands before a server and records its requests. */
export interface RecordingProxy extends AsyncDisposable {
  url: string
  /** In the order in which they arrived. */
  requests: RecordedRequest[]
}

export interface RecordingProxyOptions {
  /** Responses sent here rather than by the server; undefined for all else. */
  respond?: (path: string) => OwnResponse | Promise<OwnResponse> | undefined
  /** Changes the server's documents. */
  rewrite?: (html: string) => string
}

export interface OwnResponse {
  /** 200 by default. */
  status?: number
  headers: OutgoingHttpHeaders
  body: string
}

export async function startRecordingProxy(
  serverUrl: string,
  { respond, rewrite = html => html }: RecordingProxyOptions = {},
): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    const recorded = { method, path, purpose: String(headers['sec-purpose'] ?? ''), isDone: false }
    requests.push(recorded)
    outgoing.on('finish', () => {
      recorded.isDone = true
    })
    const own = await respond?.(path)
    if (own) return void outgoing.writeHead(own.status ?? 200, own.headers).end(own.body)
    // Documents are rewritten, so they have to come as plain text.
    const { 'accept-encoding': _codings, ...forwarded } = headers
    const passed = request(serverUrl + path, { method, headers: forwarded }, async response => {
      const status = response.statusCode ?? 0
      if (!response.headers['content-type']?.startsWith('text/html')) {
        outgoing.writeHead(status, response.headers)
        return void response.pipe(outgoing)
      }
      const { 'content-length': _length, ...others } = response.headers
      outgoing.writeHead(status, others).end(rewrite(await text(response)))
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
