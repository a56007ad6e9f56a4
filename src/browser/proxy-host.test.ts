import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startProxy } from './proxy-host.ts'

const [username, password] = ['user', 'secret']

/** Requests it by the proxy, whatever comes back. */
async function requestBy(port: number, url: string): Promise<void> {
  const headers = {
    host: new URL(url).host,
    'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }
  const outgoing = request({ host: '127.0.0.1', port, path: url, headers })
  const { promise, resolve } = Promise.withResolvers<void>()
  outgoing.on('error', () => resolve()).on('response', () => resolve())
  outgoing.end()
  await promise
  outgoing.destroy()
}

test('a proxy reports which hosts gave nothing', async () => {
  const proxy = await startProxy({
    policy: { targets: 'public', allow: [] },
    hosts: { 'unknown.test': [] },
    maxBytes: 1_000_000,
    username,
    password,
  })
  try {
    assert.deepEqual(await proxy.report(), { kind: 'report', troubles: [], isExhausted: false })
    await requestBy(proxy.port, 'http://unknown.test/')
    assert.deepEqual(await proxy.report(), {
      kind: 'report',
      troubles: [['unknown.test:80', 'unknown']],
      isExhausted: false,
    })
  } finally {
    await proxy.close()
  }
})
