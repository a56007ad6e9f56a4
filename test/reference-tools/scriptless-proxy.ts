import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FetchedResponse } from './checked-page.ts'

/**
 * Passes requests on to the servers of the measured sites and forbids the pages their scripts, so that every tool sees the document that the
 * server sent.
 */
export interface ScriptlessProxy {
  urlOf(url: string): string
  close(): void
}

const NO_SCRIPTS = "script-src 'none'"

export async function startScriptlessProxy(): Promise<ScriptlessProxy> {
  let port = 0
  const server = createServer((request, response) => {
    void fetch(`http://127.0.0.1:${port}${request.url ?? '/'}`, { redirect: 'manual' })
      .then(async reply => {
        const type = reply.headers.get('content-type')
        const location = reply.headers.get('location')
        response.writeHead(reply.status, {
          'content-security-policy': NO_SCRIPTS,
          ...(type !== null && { 'content-type': type }),
          ...(location !== null && { location }),
        })
        response.end(Buffer.from(await reply.arrayBuffer()))
      })
      .catch(() => response.writeHead(502).end())
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    // One site at a time: pages request their images from the root of the host.
    urlOf(url) {
      const parsed = new URL(url)
      port = Number(parsed.port)
      parsed.port = String(own)
      return parsed.href
    },
    close: () => server.close(),
  }
}

/** The page as the reference tools are to see it; null where it is no HTML page. */
export async function fetchPage(url: string): Promise<FetchedResponse | null> {
  const response = await fetch(url, { redirect: 'manual' })
  if (response.status !== 200 || !(response.headers.get('content-type') ?? '').startsWith('text/html')) return null
  return { url, body: new Uint8Array(await response.arrayBuffer()), headers: [...response.headers] }
}
