import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testLimits } from '../../test/support/settings.ts'
import type { TargetPolicy } from './fetch.ts'
import { createGuardedPost } from './guarded-post.ts'
import { serveHttp } from './test-server.ts'

const anywhere: TargetPolicy = { targets: 'any', allow: [] }
const message = { headers: { 'content-type': 'text/plain', 'x-a': 'b' }, body: 'Hello ä' }

describe('createGuardedPost()', () => {
  it('sends a text with its headers, and has the start of the response, whatever its status', async () => {
    const got: unknown[] = []
    await using server = await serveHttp((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      request.on('end', () => {
        const { 'content-type': type, 'x-a': own, 'user-agent': agent } = request.headers
        got.push([request.method, request.url, type, own, agent, body])
        response.writeHead(500).end('x'.repeat(501))
      })
    })
    await using post = createGuardedPost({ limits: testLimits, policy: anywhere })
    const result = await post.post({ ...message, url: `${server.origin}/a?b=1` })
    assert.deepEqual(result, { ok: true, status: 500, text: 'x'.repeat(500) })
    assert.deepEqual(got, [['POST', '/a?b=1', 'text/plain', 'b', testLimits.userAgent, 'Hello ä']])
  })

  it('follows no redirect', async () => {
    const got: unknown[] = []
    await using server = await serveHttp((request, response) => {
      got.push(request.url)
      response.writeHead(302, { location: '/b' }).end('Moved')
    })
    await using post = createGuardedPost({ limits: testLimits, policy: anywhere })
    const result = await post.post({ ...message, url: `${server.origin}/a` })
    assert.deepEqual([result, got], [{ ok: true, status: 302, text: 'Moved' }, ['/a']])
  })

  it('sends nothing to an address or a port that is not allowed, and says why', async () => {
    await using server = await serveHttp((_, response) => response.end())
    await using post = createGuardedPost({ limits: testLimits, policy: { targets: 'public', allow: [] } })
    for (const url of [server.origin, 'http://site.test:25/']) {
      const result = await post.post({ ...message, url })
      assert.ok(!result.ok && result.message !== '', url)
    }
    assert.equal(server.connections(), 0)
  })

  it('says why there is no response', async () => {
    await using server = await serveHttp((request, response) => {
      request.resume()
      response.destroy()
    })
    await using post = createGuardedPost({ limits: testLimits, policy: anywhere })
    const result = await post.post({ ...message, url: server.origin })
    assert.deepEqual(result, { ok: false, message: 'Connection closed before a response arrived.' })
  })
})
