import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { AppError, errorStatus } from '#shared/errors.ts'
import { hostGuard } from './guards.ts'

async function send(publicUrl: string | null, host: string, headers: Record<string, string> = {}) {
  const app = new Hono()
  app.onError((error, context) =>
    context.text(error.message, error instanceof AppError ? errorStatus[error.code] : 500),
  )
  app.use(hostGuard(publicUrl === null ? null : new URL(publicUrl)))
  app.get('/', context => context.text('in'))
  return app.request(`http://${host}/`, { headers })
}

describe('hostGuard() without a public URL', () => {
  for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:8080', '[::1]:3000'])
    it(`serves ${host}`, async () => assert.equal((await send(null, host)).status, 200))

  for (const host of ['example.com', 'localhost.example.com', '192.168.1.5:3000', '127.0.0.2', '[::2]', 'localhost.'])
    it(`refuses "${host}"`, async () => assert.equal((await send(null, host)).status, 421))

  for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'x-forwarded-whatever'])
    it(`refuses what a proxy has marked with ${name}, and names the setting`, async () => {
      const response = await send(null, 'localhost:3000', { [name]: 'x' })
      assert.equal(response.status, 421)
      assert.match(await response.text(), /SITESOUNDER_PUBLIC_URL/)
    })
})

describe('hostGuard() and names that lead here', () => {
  for (const host of ['', 'localhost, rebound.example', 'rebound.example, localhost', 'localhost rebound.example'])
    it(`refuses the Host header "${host}", which does not name one host`, async () => {
      assert.equal((await send(null, 'localhost', { host })).status, 400)
    })

  for (const host of ['rebound.example', '7f000001.rebound.example:3000', '127.0.0.1.nip.example'])
    it(`gives a page of ${host} nothing, though its name resolves to this machine`, async () => {
      const response = await send(null, host)
      assert.equal(response.status, 421)
      assert.match(await response.text(), /SITESOUNDER_PUBLIC_URL/)
    })

  it('does not take X-Forwarded-Host for the host', async () => {
    const headers = { 'x-forwarded-host': 'audit.example.com', forwarded: 'host=audit.example.com' }
    assert.equal((await send('https://audit.example.com', 'example.com', headers)).status, 421)
  })

  it('keeps to the public URL alone: what proxies forward is refused under any other', async () => {
    const response = await send('https://audit.example.com', 'localhost:3000', { 'x-forwarded-for': '203.0.113.1' })
    assert.deepEqual(
      [response.status, await response.text()],
      [421, 'This server accepts requests for audit.example.com only.'],
    )
  })
})

describe('hostGuard() with a public URL', () => {
  const accepted: [string, string][] = [
    ['https://audit.example.com', 'audit.example.com'],
    ['https://audit.example.com', 'Audit.Example.com:443'],
    ['http://audit.example.com', 'audit.example.com:80'],
    ['https://audit.example.com:8443', 'audit.example.com:8443'],
  ]
  for (const [publicUrl, host] of accepted)
    it(`serves ${host} as ${publicUrl}, forwarded or not`, async () => {
      assert.equal((await send(publicUrl, host)).status, 200)
      assert.equal((await send(publicUrl, host, { 'x-forwarded-for': '203.0.113.1' })).status, 200)
    })

  for (const host of ['localhost:3000', 'example.com', 'audit.example.com:8080', 'x.audit.example.com'])
    it(`refuses ${host}`, async () => assert.equal((await send('https://audit.example.com', host)).status, 421))
})
