import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordedRequest {
  method: string
  path: string
  /** Sec-Purpose; '' for what is no prefetch and no prerender. */
  purpose: string
}

/** Stands before a server and writes down what it is asked; changes nothing. */
export interface RecordingProxy extends AsyncDisposable {
  url: string
  /** In the order in which they arrived. */
  requests: RecordedRequest[]
}

export async function startRecordingProxy(serverUrl: string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    requests.push({ method, path, purpose: String(headers['sec-purpose'] ?? '') })
    const passed = request(serverUrl + path, { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
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
