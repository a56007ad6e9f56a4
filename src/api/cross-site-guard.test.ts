import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { AppError, errorStatus } from '#shared/errors.ts'
import { crossSiteGuard } from './guards.ts'

async function send(method: string, headers: Record<string, string>, publicUrl: URL | null = null) {
  const app = new Hono()
  app.onError((error, context) =>
    context.text(error.message, error instanceof AppError ? errorStatus[error.code] : 500),
  )
  app.use(crossSiteGuard(publicUrl))
  app.all('/', context => context.text('in'))
  const response = await app.request('http://localhost:3000/', {
    method,
    headers: { host: 'localhost:3000', ...headers },
  })
  return response.status
}

const own = 'http://localhost:3000'

describe('crossSiteGuard()', () => {
  const rows: [string, number, string, Record<string, string>][] = [
    ['a request of our own page', 200, 'POST', { 'sec-fetch-site': 'same-origin', origin: own }],
    [
      'a beacon of our own page',
      200,
      'POST',
      { 'sec-fetch-site': 'same-origin', origin: own, 'sec-fetch-mode': 'no-cors' },
    ],
    ['a browser that only sends Origin', 200, 'POST', { origin: own }],
    ['a request without a browser', 200, 'POST', {}],
    ['a request with an API key', 200, 'POST', { origin: 'https://tool.test', authorization: 'Bearer x' }],
    ['the login of a proxy', 403, 'POST', { origin: 'https://evil.test', authorization: 'Basic x' }],
    ['a request that the person resent', 200, 'POST', { 'sec-fetch-site': 'none' }],
    ['a JSON post of another site', 403, 'POST', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['one whose Sec-Fetch-Site alone is foreign', 403, 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['one whose Origin alone is foreign', 403, 'POST', { origin: 'https://evil.test' }],
    ['another port of this machine', 403, 'POST', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9000' }],
    ['an opaque origin', 403, 'POST', { origin: 'null' }],
    ['any other unsafe method', 403, 'DELETE', { origin: 'https://evil.test' }],
    ['a link from another site', 200, 'GET', { 'sec-fetch-site': 'cross-site' }],
  ]
  for (const [name, status, method, headers] of rows)
    it(`responds with ${status} to ${name}`, async () => assert.equal(await send(method, headers), status))

  it('compares with the public URL when there is one', async () => {
    const publicUrl = new URL('https://audit.example.com')
    assert.equal(await send('POST', { origin: 'https://audit.example.com' }, publicUrl), 200)
    assert.equal(await send('POST', { origin: 'http://audit.example.com' }, publicUrl), 403)
  })
})
