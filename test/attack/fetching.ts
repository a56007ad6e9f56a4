import { createServer } from 'node:http'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import type { FamilyReport } from './family.ts'
import type { Owner } from './scene.ts'
import { getAs, jsonPost, type Target } from './target.ts'
import type { WireResponse } from './wire.ts'

/**
 * Making the server request what the attacker cannot reach: by crawls, on a server that strangers reach, and by pictures, with a crawl of
 * one's own on a server that may reach anything.
 */
export async function fetching(
  { open, own, closed }: { open: Target; own: Owner; closed: Target },
  family: FamilyReport,
): Promise<void> {
  await using inside = await startInside()
  for (const url of insideUrls(inside.port)) {
    const response = await closed.send(jsonPost('/api/crawl', { cookie: await closed.newVisitor(), body: { url } }))
    family.tried(`a crawl of ${url}`, await gainOfCrawl(closed, response))
  }
  const path = streams.thumbnail.path.replace(':id', String(own.websiteId))
  for (const url of [...insideUrls(inside.port), ...noPictures(open.origin)]) {
    const response = await open.send(getAs(own.cookie, `${path}?url=${encodeURIComponent(url)}`))
    // There is no such URL, or it is no picture that the crawl has come upon.
    family.refused(`a picture at ${url}`, response, [400, 404])
  }
  family.tried('what was requested inside', inside.requested.length === 0 ? null : inside.requested.join())
}

/** A name may be taken, and found to lead inside when it is requested: then the crawl has nothing to show. */
async function gainOfCrawl(target: Target, response: WireResponse): Promise<string | null> {
  if (response.status === 400) return null
  if (response.status !== 200) return `status ${response.status}`
  const { crawlId } = endpoints.startCrawl.response.parse(JSON.parse(response.body))
  for (;;) {
    const crawl = await target.store.reading.crawl(crawlId)
    if (crawl?.status === 'complete') return crawl.counts.pagesCrawled === 0 ? null : 'it was crawled'
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** What stands behind the wall, and writes down who sends requests. */
async function startInside(): Promise<AsyncDisposable & { port: number; requested: string[] }> {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`)
    response.end('inside')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requested,
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(() => resolve())),
  }
}

const insideUrls = (port: number): string[] => [
  ...[
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0',
    '0.0.0.0',
    '127.0.0.2',
    '127.255.255.254',
  ].map(host => `http://${host}:${port}/`),
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[fe80::1]', '[fd00::1]'].map(
    host => `http://${host}:${port}/`,
  ),
  ...['localhost.', 'LOCALHOST', '１２７.0.0.1', '127。0。0。1', 'user@127.0.0.1', 'a:b@localhost'].map(
    host => `http://${host}:${port}/`,
  ),
  ...['169.254.169.254/latest/meta-data/', '10.0.0.1/', '172.16.0.1/', '192.168.0.1/', '100.64.0.1/', '224.0.0.1/'].map(
    rest => `http://${rest}`,
  ),
  ...['file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://127.0.0.1/', 'data:text/html,x', 'javascript:alert(1)'],
]

/** URLs that a server may reach which its visitor must not make it request. */
const noPictures = (origin: string): string[] => [
  ...[`${origin}/api/users`, `${origin}/api/operations`, `${origin}/favicon.svg`, 'http://127.0.0.1:22/'],
  ...['http://intranet.invalid/logo.png', 'https://127.0.0.1/', ' ', '%', '//127.0.0.1/', 'C:\\\\secret.png'],
]
