import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkHost, createAddressGuard, NOT_PUBLIC, targetOf } from './address-guard.ts'
import type { TargetPolicy } from './fetch.ts'
import { PROVIDER_ADDRESSES } from './provider-addresses.ts'

const publicOnly: TargetPolicy = { targets: 'public', allow: [] }

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '4000::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
]
/** Beside each block of a provider that lies among public addresses. */
const neighbours = ['168.63.129.15', '168.63.129.17', '199.36.153.3', '199.36.153.12', '161.25.255.255', '166.12.0.0']
const reachable = [
  ...neighbours,
  '2600:2d00:2:3000::1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
]

describe('checkAddress() under a public policy', () => {
  const guard = createAddressGuard(publicOnly)
  const target = { hostname: 'example.com', port: 443 }
  for (const address of refused) {
    test(`refuses ${address || 'nothing'}`, () => {
      assert.deepEqual(guard.checkAddress(address, target), { ok: false, detail: NOT_PUBLIC })
    })
  }
  for (const { range, provider, purpose } of PROVIDER_ADDRESSES) {
    test(`refuses ${range} (${provider}: ${purpose})`, () => {
      const [first = ''] = range.split('/')
      assert.deepEqual(guard.checkAddress(first, target), { ok: false, detail: NOT_PUBLIC })
    })
  }
  for (const address of reachable) {
    test(`allows ${address}`, () => assert.equal(guard.checkAddress(address, target).ok, true))
  }
})

test('checkAddress() allows every address when the policy says any', () => {
  const guard = createAddressGuard({ targets: 'any', allow: [] })
  for (const address of refused) assert.equal(guard.checkAddress(address, { hostname: 'x', port: 80 }).ok, true)
})

const exceptions: [allow: string, hostname: string, port: number, address: string, isAllowed: boolean][] = [
  ['intranet.example', 'intranet.example', 80, '10.0.0.1', true],
  ['intranet.example', 'INTRANET.example', 8443, '10.0.0.1', true],
  ['intranet.example', 'other.example', 80, '10.0.0.1', false],
  ['intranet.example:8080', 'intranet.example', 8080, '10.0.0.1', true],
  ['intranet.example:8080', 'intranet.example', 80, '10.0.0.1', false],
  ['intranet.example:80', 'intranet.example', 80, '10.0.0.1', true],
  ['intranet.example:80', 'intranet.example', 443, '10.0.0.1', false],
  ['127.0.0.1:8080', '127.0.0.1', 8080, '127.0.0.1', true],
  ['127.0.0.1:8080', '127.0.0.1', 8081, '127.0.0.1', false],
  ['127.0.0.1:8080', '127.0.0.2', 8080, '127.0.0.2', false],
  ['127.0.0.1', 'name.example', 80, '127.0.0.1', true],
  ['::1', '[::1]', 80, '::1', true],
  ['[::1]:8080', '[::1]', 8080, '::1', true],
  ['[::1]:8080', '[::1]', 80, '::1', false],
  ['10.0.0.0/8', 'name.example', 80, '10.1.2.3', true],
  ['10.0.0.0/8', 'name.example', 80, '11.1.2.3', true],
  ['10.0.0.0/8', 'name.example', 80, '192.168.1.1', false],
  ['10.0.0.0/8', 'name.example', 80, '::ffff:10.1.2.3', true],
  ['fd00::/8', 'name.example', 80, 'fd00::1', true],
  ['fd00::/8', 'name.example', 80, '10.0.0.1', false],
]

describe('exceptions of a policy', () => {
  for (const [allow, hostname, port, address, isAllowed] of exceptions) {
    test(`${allow} ${isAllowed ? 'opens' : 'does not open'} ${hostname}:${port} at ${address}`, () => {
      const guard = createAddressGuard({ targets: 'public', allow: [allow] })
      assert.equal(guard.checkAddress(address, { hostname, port }).ok, isAllowed)
    })
  }

  for (const allow of ['10.0.0.0/99', 'two words', 'host:99999']) {
    test(`${allow} is refused when the policy is read`, () => {
      assert.throws(() => createAddressGuard({ targets: 'public', allow: [allow] }), RangeError)
    })
  }
})

describe('checkPort()', () => {
  test('refuses the bad ports of the Fetch standard, whatever may be reached', () => {
    const guard = createAddressGuard({ targets: 'any', allow: [] })
    for (const port of [0, 22, 25, 6000, 6667, 10_080]) assert.equal(guard.checkPort({ hostname: 'x', port }).ok, false)
    for (const port of [80, 443, 3000, 8080, 49_152]) assert.equal(guard.checkPort({ hostname: 'x', port }).ok, true)
  })

  test('allows one that the operator lists by host and port', () => {
    const guard = createAddressGuard({ targets: 'public', allow: ['localhost:6000'] })
    assert.equal(guard.checkPort({ hostname: 'localhost', port: 6_000 }).ok, true)
    assert.equal(guard.checkPort({ hostname: 'other', port: 6_000 }).ok, false)
  })
})

test('targetOf() fills in the port of the scheme and takes brackets off', () => {
  assert.deepEqual(targetOf(new URL('https://[::1]/')), { hostname: '::1', port: 443 })
  assert.deepEqual(targetOf(new URL('http://Example.com:8080/')), { hostname: 'example.com', port: 8_080 })
})

const checked: [name: string, url: string, addresses: string[], isAllowed: boolean][] = [
  ['allows a public name', 'https://example.com/', ['93.184.216.34'], true],
  ['refuses a name with a private address', 'https://example.com/', ['10.0.0.1'], false],
  [
    'refuses a name with one private address among public ones',
    'https://example.com/',
    ['93.184.216.34', '::1'],
    false,
  ],
  ['refuses every spelling of loopback', 'http://0x7f.1/', [], false],
  ['refuses a decimal address', 'http://2130706433/', [], false],
  ['refuses IPv6 loopback', 'http://[::1]/', [], false],
  ['refuses a blocked port', 'http://example.com:25/', ['93.184.216.34'], false],
  ['leaves a name without addresses to the crawl', 'https://example.com/', [], true],
]

describe('checkHost()', () => {
  for (const [name, url, addresses, isAllowed] of checked) {
    test(name, async () => {
      const result = await checkHost({ url, policy: publicOnly, resolve: async () => addresses })
      assert.equal(result.ok, isAllowed)
    })
  }

  test('leaves a name that cannot be resolved to the crawl', async () => {
    const resolve = () => Promise.reject(new Error('no such name'))
    assert.equal((await checkHost({ url: 'https://example.com/', policy: publicOnly, resolve })).ok, true)
  })

  test('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    await checkHost({ url: 'https://example.com/', policy: publicOnly, resolve: async () => ['93.184.216.34'] })
    assert.equal(timers(), before)
  })

  test('does not wait for a silent name server', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    assert.equal((await checkHost({ url: 'https://example.com/', policy: publicOnly, resolve, timeoutMs: 1 })).ok, true)
  })
})
