import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { fetchFrom, type LoopbackServer, openFetcher, responseOf, serveHttp } from '../test-server.ts'
import { openAccess } from './request-access.ts'

const SECRETS = ['secret-header', 'secret-cookie', 'secret-token', Buffer.from('ann:secret').toString('base64')]

function accessTo(server: LoopbackServer, given: Partial<TypedCredentials>) {
  return openAccess(credentialsSchema.parse({ origins: [server.origin], ...given }))
}

/** A server that notes the credentials in each request. */
async function serveNoting(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = []
  const server = await serveHttp((request, response) => {
    const sent = JSON.stringify(request.rawHeaders)
    seen.push(...SECRETS.filter(secret => sent.includes(secret)))
    respond(request, response)
  })
  return Object.assign(server, { seen })
}

const given: Partial<TypedCredentials> = {
  headers: [{ name: 'X-Key', value: 'secret-header' }],
  cookies: [{ name: 'sid', value: 'secret-cookie' }],
  token: 'secret-token',
}

describe('a fetch with credentials', () => {
  test('sends none of them to another origin, whatever redirects there', async () => {
    await using other = await serveNoting((request, response) => {
      const back = new URL(request.url ?? '', 'http://x').searchParams.get('back')
      if (back) response.writeHead(302, { location: back }).end()
      else response.end('<p>other</p>')
    })
    await using own = await serveNoting((request, response) => {
      const url = new URL(request.url ?? '', 'http://x')
      const target = url.searchParams.get('to')
      if (target)
        response.writeHead(Number(url.searchParams.get('status')), { location: target, 'set-cookie': 'a=1; Path=/' })
      response.end('<p>own</p>')
    })
    await using fetcher = openFetcher()
    const access = accessTo(own, given)
    const hosts = [
      other.origin,
      `http://localhost:${own.port}`,
      `//localhost:${other.port}`,
      `http://x@127.0.0.1:${other.port}`,
    ]
    let tries = 0
    for (const host of hosts)
      for (const status of [301, 302, 303, 307, 308])
        for (const path of ['/', '/a', `/?back=${encodeURIComponent(`${other.origin}/c`)}`]) {
          const to = encodeURIComponent(`${host}${path}`)
          const result = await fetchFrom(fetcher, `${own.origin}/?status=${status}&to=${to}`, { access })
          assert.equal(responseOf(result).status, 200)
          tries++
        }
    assert.equal(tries, 60)
    assert.deepEqual(other.seen, [])
    // Only the redirects themselves: the same server by another name is another origin.
    assert.deepEqual([own.seen.length, new Set(own.seen)], [tries * 3, new Set(SECRETS.slice(0, 3))])
  })

  test('responds to a challenge with a repetition, once, and sends the password at once from then on', async () => {
    let requests = 0
    await using server = await serveNoting((request, response) => {
      requests++
      if (request.headers.authorization) response.end('<p>in</p>')
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="Members"' }).end('out')
    })
    await using fetcher = openFetcher()
    const access = accessTo(server, { user: { name: 'ann', password: 'secret' } })
    const statuses = []
    for (const path of ['/a', '/b']) {
      const result = responseOf(await fetchFrom(fetcher, server.origin + path, { access }))
      statuses.push([result.status, result.hops.length])
    }
    assert.deepEqual(
      [statuses, requests],
      [
        [
          [200, 0],
          [200, 0],
        ],
        3,
      ],
    )
  })

  test('leaves a refusal as it is when the password is wrong', async () => {
    let requests = 0
    await using server = await serveNoting((_, response) => {
      requests++
      response.writeHead(401, { 'www-authenticate': 'Digest realm="x", nonce="n", qop="auth"' }).end('out')
    })
    await using fetcher = openFetcher()
    const access = accessTo(server, { user: { name: 'ann', password: 'wrong' } })
    for (let time = 0; time < 3; time++)
      assert.equal(responseOf(await fetchFrom(fetcher, server.origin, { access })).status, 401)
    assert.equal(requests, 4)
  })

  test('is the only one that responds to a challenge: without credentials it is a response', async () => {
    await using server = await serveHttp((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Members"' }).end('out'),
    )
    await using fetcher = openFetcher()
    assert.equal(responseOf(await fetchFrom(fetcher, server.origin)).status, 401)
  })

  test('replaces a header that all requests have, and keeps cookies that a redirect sets', async () => {
    const sent: unknown[] = []
    await using server = await serveHttp((request, response) => {
      sent.push([request.headers.accept, request.headers.cookie])
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': ['sid=2', 'b=1'] })
      response.end()
    })
    await using fetcher = openFetcher()
    const access = accessTo(server, {
      ...given,
      headers: ['X-Key', 'Accept'].map(name => ({ name, value: 'text/html' })),
      cookies: ['sid', 'other'].map(name => ({ name, value: '1' })),
    })
    await fetchFrom(fetcher, server.origin, { access })
    assert.deepEqual(sent, [
      ['text/html', 'sid=1; other=1'],
      ['text/html', 'other=1; sid=2; b=1'],
    ])
  })

  test('keeps what a redirect sets to the origins that are listed: a renewed session is as secret as the one before', async () => {
    const sent: Record<string, string | undefined> = {}
    const note = (request: IncomingMessage) => {
      sent[`${request.headers.host}${request.url}`] = request.headers.cookie
    }
    await using other = await serveHttp((request, response) => {
      note(request)
      response.end()
    })
    await using own = await serveHttp((request, response) => {
      note(request)
      const to = request.url === '/' ? '/next' : request.url === '/next' ? other.origin : null
      if (to) response.writeHead(302, { location: to, 'set-cookie': 'sid=renewed-secret; Path=/' })
      response.end()
    })
    await using fetcher = openFetcher()
    await fetchFrom(fetcher, own.origin, { access: accessTo(own, given) })
    assert.deepEqual(sent, {
      [`127.0.0.1:${own.port}/`]: 'sid=secret-cookie',
      [`127.0.0.1:${own.port}/next`]: 'sid=renewed-secret',
      // The same host, to which browsers would send it whatever the port.
      [`127.0.0.1:${other.port}/`]: undefined,
    })
  })
})
