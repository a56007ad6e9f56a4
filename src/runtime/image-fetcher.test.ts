import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pngOf, SVG } from '#api/test-images.ts'
import { NOT_PUBLIC } from '#fetch/address-guard.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { testLimits } from '../../test/support/settings.ts'
import { createImageFetcher, type ImageFetcherOptions } from './image-fetcher.ts'

const PNG = pngOf(40, 30)
const OPEN: ImageFetcherOptions['policy'] = { targets: 'any', allow: [] }

interface Site extends LoopbackServer {
  /** In the order in which they came. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
}

/** Serves the given paths; everything else is 404, robots.txt as well unless it is given. */
async function serve(paths: Record<string, RequestListener>): Promise<Site> {
  const requests: Site['requests'] = []
  const server = await serveHttp((request, response) => {
    const { url = '', headers } = request
    requests.push({ path: url, headers })
    const result = paths[url]
    if (result) result(request, response)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
  })
  return Object.assign(server, { requests })
}

function fetcherWith(options: Partial<ImageFetcherOptions> = {}) {
  return createImageFetcher({
    limits: { ...testLimits, maxBodyBytes: 15_000_000 },
    policy: OPEN,
    robotsToken: 'sitesounder',
    now: () => performance.now(),
    pause: async () => {},
    ...options,
  })
}

const send =
  (body: Buffer | string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(body)

const redirect =
  (location: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location, ...headers }).end()

interface FetchOptions {
  options?: Partial<ImageFetcherOptions>
  obeysRobots?: boolean
  signal?: AbortSignal
}

async function fetchImage(url: string, { options, obeysRobots = true, signal }: FetchOptions = {}) {
  await using images = fetcherWith(options)
  const found = await images.fetchImage({ url, obeysRobots, signal: signal ?? new AbortController().signal })
  return found.ok ? Buffer.from(found.bytes) : found.message
}

/** Why there is no picture; of one that there is, how long it is, and not all of it. */
async function refusal(url: string): Promise<string> {
  const result = await fetchImage(url)
  return typeof result === 'string' ? result : `${result.length} bytes`
}

describe('createImageFetcher()', () => {
  it('returns the bytes, whatever their declared type, and sends its user agent', async () => {
    await using site = await serve({ '/a.png': send(PNG, { 'content-type': 'text/html' }), '/b.png': send(SVG) })
    assert.deepEqual(await fetchImage(`${site.origin}/a.png`), PNG)
    assert.deepEqual(await fetchImage(`${site.origin}/b.png`), Buffer.from(SVG))
    assert.ok(site.requests.every(({ headers }) => headers['user-agent'] === testLimits.userAgent))
  })

  it('says in words why there is none', async () => {
    await using site = await serve({ '/empty': (_, response) => void response.writeHead(503).end('later') })
    assert.equal(await fetchImage(`${site.origin}/gone.png`), 'Its server responds with 404.')
    assert.equal(await fetchImage(`${site.origin}/empty`), 'Its server responds with 503.')
  })

  it('follows redirects, and sends no cookie that one of them set', async () => {
    const cookie = { 'set-cookie': 'spy=1; Path=/' }
    await using site = await serve({ '/a': redirect('/b', cookie), '/b': redirect('/c', cookie), '/c': send(PNG) })
    assert.deepEqual(await fetchImage(`${site.origin}/a`), PNG)
    assert.deepEqual(
      site.requests.map(({ path, headers }) => [path, headers.cookie]),
      ['/robots.txt', '/a', '/b', '/c'].map(path => [path, undefined]),
    )
  })

  it('ends with a circle, and with a redirect that leads nowhere', async () => {
    await using site = await serve({
      '/a': redirect('/b'),
      '/b': redirect('/a'),
      '/file': redirect('file:///etc/passwd'),
    })
    assert.equal(await fetchImage(`${site.origin}/a`), 'It redirects more than 5 times.')
    assert.match(String(await fetchImage(`${site.origin}/file`)), /is not http\(s\)/)
    assert.equal(site.requests.filter(({ path }) => path === '/a').length, 3)
  })

  it('takes no more than two megabytes of what has no end', async () => {
    let sent = 0
    await using site = await serve({
      '/endless.png': (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        response.write(PNG)
        pour(response, bytes => {
          sent += bytes
        })
      },
    })
    assert.equal(await refusal(`${site.origin}/endless.png`), 'It is larger than 2 MB.')
    assert.ok(sent < 64 * 1024 ** 2, `${sent} bytes were sent`)
  })

  it('takes no more than two megabytes of what unfolds', async () => {
    const bomb = gzipSync(Buffer.concat([PNG, Buffer.alloc(200 * 1024 ** 2)]))
    await using site = await serve({ '/bomb.png': send(bomb, { 'content-encoding': 'gzip' }) })
    assert.ok(bomb.length < 300_000)
    assert.equal(await refusal(`${site.origin}/bomb.png`), 'It is larger than 2 MB.')
  })

  it('waits for a slow server until the deadline, over all hops', async () => {
    await using site = await serve({ '/a': redirect('/slow'), '/slow': (_, response) => void response.write('GIF89a') })
    assert.equal(
      await fetchImage(`${site.origin}/a`, { options: { deadlineMs: 200 } }),
      'It was not there within 0.2 s.',
    )
    await using stuck = await serve({ '/robots.txt': () => {} })
    assert.equal(
      await fetchImage(`${stuck.origin}/a`, { options: { deadlineMs: 200 } }),
      'It was not there within 0.2 s.',
    )
  })

  it('makes no request when the signal has aborted', async () => {
    await using site = await serve({ '/a.png': send(PNG) })
    assert.equal(typeof (await fetchImage(`${site.origin}/a.png`, { signal: AbortSignal.abort() })), 'string')
    assert.deepEqual(site.requests, [])
  })
})

describe('createImageFetcher() under a public policy', () => {
  it('reaches no IP address of this machine', async () => {
    await using site = await serve({ '/a.png': send(PNG) })
    const options = { policy: { targets: 'public', allow: [] } } as const
    for (const obeysRobots of [true, false])
      for (const origin of [site.origin, `http://localhost:${site.port}`, `http://[::ffff:127.0.0.1]:${site.port}`]) {
        const result = await fetchImage(`${origin}/a.png`, { options, obeysRobots })
        assert.ok(String(result).includes(NOT_PUBLIC), String(result))
      }
    assert.equal(site.connections(), 0)
  })

  it('follows no redirect to one, of the picture or of robots.txt', async () => {
    await using inner = await serve({ '/secret.png': send(PNG), '/robots.txt': send('') })
    await using outer = await serve({
      '/a.png': redirect(`${inner.origin}/secret.png`),
      '/by-name.png': redirect(`http://inner.test:${inner.port}/secret.png`),
    })
    await using led = await serve({ '/a.png': send(PNG), '/robots.txt': redirect(`${inner.origin}/robots.txt`) })
    const options = {
      policy: { targets: 'public', allow: [`127.0.0.1:${outer.port}`, `127.0.0.1:${led.port}`] },
      resolve: async () => ['127.0.0.1'],
    } as const
    for (const url of [`${outer.origin}/a.png`, `${outer.origin}/by-name.png`, `${led.origin}/a.png`])
      for (const obeysRobots of url.startsWith(led.origin) ? [true] : [true, false])
        assert.ok(String(await fetchImage(url, { options, obeysRobots })).includes(NOT_PUBLIC), url)
    assert.equal(inner.connections(), 0)
    assert.equal(led.requests.filter(({ path }) => path === '/a.png').length, 0)
  })
})

describe('createImageFetcher() and robots.txt', () => {
  const robots = send('User-agent: sitesounder\nDisallow: /closed/\n', { 'content-type': 'text/plain' })

  it('requests nothing that it closes, on any hop', async () => {
    await using site = await serve({
      '/robots.txt': robots,
      '/closed/a.png': send(PNG),
      '/b.png': redirect('/closed/a.png'),
      '/c.png': send(PNG),
    })
    for (const path of ['/closed/a.png', '/b.png'])
      assert.equal(
        await fetchImage(site.origin + path),
        'robots.txt keeps crawlers away from it (line 2: Disallow: /closed/).',
      )
    assert.deepEqual(await fetchImage(`${site.origin}/c.png`), PNG)
    assert.ok(!site.requests.some(({ path }) => path === '/closed/a.png'))
    assert.deepEqual(await fetchImage(`${site.origin}/closed/a.png`, { obeysRobots: false }), PNG)
  })

  it('obeys that of the site that a redirect leads to', async () => {
    await using other = await serve({ '/robots.txt': robots, '/closed/a.png': send(PNG) })
    await using site = await serve({ '/a.png': redirect(`${other.origin}/closed/a.png`) })
    assert.match(String(await fetchImage(`${site.origin}/a.png`)), /^robots.txt keeps crawlers away/)
    assert.deepEqual(
      other.requests.map(({ path }) => path),
      ['/robots.txt'],
    )
  })

  it('stays away from a site whose file cannot be read', async () => {
    await using site = await serve({
      '/robots.txt': (_, response) => void response.writeHead(503).end(),
      '/a.png': send(PNG),
    })
    assert.equal(
      await fetchImage(`${site.origin}/a.png`),
      'Its robots.txt could not be read (503): crawlers must stay away.',
    )
    assert.ok(!site.requests.some(({ path }) => path === '/a.png'))
  })

  it('reads it once an hour', async () => {
    await using site = await serve({ '/robots.txt': robots, '/a.png': send(PNG) })
    const clock = { ms: 0 }
    await using images = fetcherWith({ now: () => performance.now() + clock.ms })
    const signal = new AbortController().signal
    const fetchAgain = () => images.fetchImage({ url: `${site.origin}/a.png`, obeysRobots: true, signal })
    await fetchAgain()
    await fetchAgain()
    clock.ms = 3_700_000
    await fetchAgain()
    assert.equal(site.requests.filter(({ path }) => path === '/robots.txt').length, 2)
  })
})

/** Writes as fast as it is taken, until the connection closes. */
function pour(response: ServerResponse, onSent: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024)
  const more = () => {
    while (!response.destroyed) {
      onSent(chunk.length)
      if (!response.write(chunk)) return
    }
  }
  response.on('drain', more)
  more()
}
