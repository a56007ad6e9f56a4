import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { openHttpServer, peerAddress } from './http-server.ts'

describe('openHttpServer()', () => {
  async function withServer(host: string, work: (url: string) => Promise<void>) {
    const app = new Hono().get('/', context => context.text(peerAddress(context) ?? ''))
    const server = await openHttpServer(app, { host, port: 0 })
    try {
      await work(server.url)
    } finally {
      await server.close()
    }
  }

  it('tells the address at the other end of the connection, whatever the headers say', () =>
    withServer('127.0.0.1', async url => {
      const answer = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' } })
      assert.equal(await answer.text(), '127.0.0.1')
    }))

  it('refuses headers of more than 16 KiB', () =>
    withServer('127.0.0.1', async url => {
      const status = async (bytes: number) => (await fetch(url, { headers: { 'x-long': 'a'.repeat(bytes) } })).status
      assert.deepEqual([await status(15_000), await status(17_000)], [200, 431])
    }))

  it('says in one sentence that a port is taken', () =>
    withServer('127.0.0.1', async url => {
      const port = Number(new URL(url).port)
      await assert.rejects(
        openHttpServer(new Hono(), { host: '127.0.0.1', port }),
        /^Error: Port \d+ on .* already in use/,
      )
    }))
})
