import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ProxyServer, parseProxyUrl } from './outbound.ts'

describe('parseProxyUrl()', () => {
  const rows: [url: string, expected: ProxyServer | null][] = [
    ['http://proxy.test', { protocol: 'http', hostname: 'proxy.test', port: 80, user: null }],
    ['https://proxy.test:3129/', { protocol: 'https', hostname: 'proxy.test', port: 3129, user: null }],
    [
      'socks5://ann:p%40ss@[::1]',
      { protocol: 'socks5', hostname: '::1', port: 1080, user: { name: 'ann', password: 'p@ss' } },
    ],
    ['socks5h://proxy.test:9050', { protocol: 'socks5', hostname: 'proxy.test', port: 9050, user: null }],
    ['socks4://proxy.test', null],
    ['ftp://proxy.test', null],
    ['proxy.test:3128', null],
    ['http://proxy.test/path', null],
    ['http://proxy.test/?query', null],
    ['http://ann:%ff@proxy.test', null],
    // RFC 1929 has no room for them.
    ['socks5://ann@proxy.test', null],
    [`socks5://ann:${'a'.repeat(256)}@proxy.test`, null],
    [
      `socks5://ann:${'a'.repeat(255)}@proxy.test`,
      { protocol: 'socks5', hostname: 'proxy.test', port: 1080, user: { name: 'ann', password: 'a'.repeat(255) } },
    ],
  ]
  for (const [url, expected] of rows)
    it(`reads ${url.slice(0, 50)}`, () => assert.deepEqual(parseProxyUrl(url), expected))
})
