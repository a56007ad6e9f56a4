import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestApp } from './test-app.ts'

const post = (body: string | ReadableStream, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
  duplex: 'half' as const,
})

describe('createApp()', () => {
  const wrong: [string, string, RequestInit, number, string, string?][] = [
    ['an unknown URL', '/api/nothing', {}, 404, 'There is nothing at this URL'],
    ['the root of the API', '/api', {}, 404, 'There is nothing at this URL'],
    ['a URL with a slash too many', '/api/websites/', {}, 404, 'There is nothing at this URL'],
    ['the wrong method', '/api/websites', { method: 'DELETE' }, 405, 'DELETE is not allowed at this URL', 'GET, HEAD'],
    ['GET where POST is meant', '/api/crawl', {}, 405, 'GET is not allowed at this URL', 'POST'],
    [
      'POST where GET is meant',
      '/api/crawl/1',
      { method: 'POST' },
      405,
      'POST is not allowed at this URL',
      'GET, HEAD',
    ],
    [
      'a form instead of JSON',
      '/api/crawl',
      post('url=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'The body must be JSON, with Content-Type: application/json',
    ],
    ['half of a JSON object', '/api/crawl', post('{"url":'), 400, 'The body is not valid JSON'],
    ['no body', '/api/crawl', post(''), 400, 'The body is not valid JSON'],
    ['null', '/api/crawl', post('null'), 400, 'Expected object, received null'],
    ['a list', '/api/crawl', post('[]'), 400, 'Expected object, received array'],
    ['a body of 200 KB', '/api/crawl', post(`"${'a'.repeat(200_000)}"`), 413, 'The body is too large'],
    [
      'a long body that announces itself as such',
      '/api/crawl',
      post('{}', { 'content-length': '99999999' }),
      413,
      'The body is too large',
    ],
    ['nesting without end', '/api/crawl', post('['.repeat(60_000)), 400, 'The body is not valid JSON'],
  ]
  for (const [name, url, init, status, text, allow] of wrong)
    it(`responds with ${status} to ${name}`, async () => {
      await using test = await openTestApp()
      const response = await test.app.request(url, init)
      assert.deepEqual([response.status, await response.text()], [status, text])
      assert.equal(response.headers.get('allow'), allow ?? null)
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    })

  it('stops reading a body without a length when it is too long', async () => {
    await using test = await openTestApp()
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(16 * 1024))
      },
    })
    assert.equal((await test.app.request('/api/crawl', post(endless))).status, 413)
    assert.ok(pulled < 20)
  })

  for (const url of ['/api/websites', '/api/nothing', '/api/crawl/1', '/api/users'])
    it(`marks its response at ${url} as private and inert`, async () => {
      await using test = await openTestApp()
      const { headers } = await test.app.request(url)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
    })

  const everyHeader = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  }
  for (const url of ['/', '/nothing', '/robots.txt', '/assets/a.css', '/api/websites', '/api/nothing'])
    it(`keeps other sites away from ${url}`, async () => {
      const plain = { bytes: new Uint8Array(), etag: '"x"' }
      const asset = { mediaType: 'text/css', cacheControl: 'public', plain }
      await using test = await openTestApp({}, new Map([['/assets/a.css', asset]]))
      const { headers } = await test.app.request(url)
      for (const [name, value] of Object.entries(everyHeader)) assert.equal(headers.get(name), value, name)
      assert.ok(headers.has('content-security-policy'))
    })

  it('insists on https for a year once it is reached by https', async () => {
    const hsts = async (publicUrl: string | null, url: string) => {
      await using test = await openTestApp({ publicUrl: publicUrl === null ? null : new URL(publicUrl) })
      return (await test.app.request(url)).headers.get('strict-transport-security')
    }
    for (const path of ['/', '/api/websites', '/api/nothing', '/robots.txt'])
      assert.equal(await hsts('https://audit.test', `http://audit.test${path}`), 'max-age=31536000')
    assert.equal(await hsts('http://audit.test', 'http://audit.test/'), null)
    assert.equal(await hsts(null, '/'), null)
  })

  it('guards every URL against foreign names and foreign posts', async () => {
    await using test = await openTestApp()
    for (const url of ['/', '/api/websites', '/robots.txt', '/assets/x.js']) {
      const response = await test.app.request(`http://rebound.example${url}`)
      assert.equal(response.status, 421)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    }
    const foreign = await test.app.request('/api/crawl', post('{"url":"example.com"}', { origin: 'https://evil.test' }))
    assert.equal(foreign.status, 403)
    assert.deepEqual(test.engineCalls, [])
  })

  it('says nothing of a failure of its own but the id under which it is logged', async () => {
    await using test = await openTestApp()
    const cause = new Error('secret detail')
    test.store.visitors.createOwner = () => Promise.reject(cause)
    const response = await test.app.request(
      '/api/crawl',
      post('{"url":"example.com"}', { cookie: 'sitesounder_visitor=s3cret' }),
    )
    const text = await response.text()
    assert.equal(response.status, 500)
    const requestId = /\(Request ([0-9a-f]{16})\)/.exec(text)?.[1]
    assert.doesNotMatch(text, /secret/)
    assert.deepEqual(test.logged, [{ requestId, method: 'POST', path: '/api/crawl', cause }])
  })

  it('has documents requested again each time, since they name the files of the newest build', async () => {
    await using test = await openTestApp()
    for (const url of ['/', '/dashboard', '/no/such/screen']) {
      const response = await test.app.request(url, { headers: { 'accept-encoding': 'gzip, br' } })
      assert.equal(response.headers.get('cache-control'), 'private, no-cache', url)
      assert.equal(response.headers.get('vary'), 'Accept-Encoding', url)
    }
  })

  it('has a robots.txt that keeps the API to itself', async () => {
    await using test = await openTestApp()
    assert.equal(await (await test.app.request('/robots.txt')).text(), 'User-agent: *\nDisallow: /api/\n')
  })
})
