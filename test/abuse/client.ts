import { endpoints } from '#shared/api/endpoints.ts'
import { type Header, headersOf, sendRequest, type WireResponse } from '../attack/wire.ts'

/** Calls of the API through a proxy that names the IP address of each client. */

export const PUBLIC_HOST = 'audit.example.com'

export interface Client {
  cookie: string
  address: string
}

export interface Crawler extends Client {
  websiteId: number
}

export async function call(serverUrl: string, path: string, client: Client, body?: object): Promise<WireResponse> {
  const headers: Header[] = [
    ['Cookie', client.cookie],
    ['X-Forwarded-For', client.address],
  ]
  if (body) headers.push(['Content-Type', 'application/json'])
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  return await sendRequest(serverUrl, { host: PUBLIC_HOST, path, headers, ...sent })
}

/** The cookies that a response sets, as a client sends them back. */
export function cookiesOf(response: WireResponse): string {
  return headersOf(response, 'set-cookie')
    .map(cookie => cookie.split(';', 1)[0] ?? '')
    .join('; ')
}

/** null when the crawl is refused. */
export async function startCrawl(
  serverUrl: string,
  { address, ...crawl }: { address: string; url: string; crawlLimit: number },
): Promise<Crawler | null> {
  const response = await call(serverUrl, endpoints.startCrawl.path, { cookie: '', address }, crawl)
  if (response.status !== 200) return null
  const { websiteId } = endpoints.startCrawl.response.parse(JSON.parse(response.body))
  return { websiteId, address, cookie: cookiesOf(response) }
}
