import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AddressRange, parseAddressRange } from './address-range.ts'
import { clientAddressReader, parseForwarded, parseXForwardedFor } from './client-address.ts'

function range(text: string): AddressRange {
  const parsed = parseAddressRange(text)
  if (!parsed) throw new Error(`${text} is no range`)
  return parsed
}

/** Proxies on this machine, in two private networks and in one of IPv6. */
const trustedProxies = ['127.0.0.1', '10.0.0.0/8', '::ffff:172.16.0.0/108', '2001:db8:ff::/48'].map(range)
const withProxies = clientAddressReader({ trustedProxies })
const withoutProxies = clientAddressReader({ trustedProxies: [] })

interface Row {
  name: string
  peer: string | null
  forwarded?: string
  xForwardedFor?: string
  client: string
}

function headersOf({ forwarded, xForwardedFor }: Row): Headers {
  const headers = new Headers()
  if (forwarded !== undefined) headers.set('Forwarded', forwarded)
  if (xForwardedFor !== undefined) headers.set('X-Forwarded-For', xForwardedFor)
  return headers
}

const stranger = '198.51.100.7'
const client = '203.0.113.9'

describe('clientAddressReader()', () => {
  const rows: Row[] = [
    // From any peer that is no trusted proxy, the peer itself is the client.
    { name: 'a visitor without headers', peer: stranger, client: stranger },
    { name: 'a visitor who names another in X-Forwarded-For', peer: stranger, xForwardedFor: client, client: stranger },
    { name: 'a visitor who names another in Forwarded', peer: stranger, forwarded: `for=${client}`, client: stranger },
    {
      name: 'a visitor who names a trusted proxy',
      peer: stranger,
      forwarded: 'for=127.0.0.1',
      xForwardedFor: '127.0.0.1',
      client: stranger,
    },
    { name: 'a neighbour of a trusted range', peer: '11.0.0.1', xForwardedFor: client, client: '11.0.0.1' },
    { name: 'an IPv6 visitor', peer: '2001:DB8:0:0::5', xForwardedFor: client, client: '2001:db8::5' },
    { name: 'an IPv4 visitor on an IPv6 socket', peer: '::ffff:198.51.100.7', client: stranger },
    { name: 'a link-local visitor with a zone', peer: 'fe80::1%eth0', client: 'fe80::1' },
    { name: 'a connection that is gone', peer: null, xForwardedFor: client, client: 'unknown' },
    { name: 'a peer that is no address', peer: '', xForwardedFor: client, client: 'unknown' },
    // One trusted proxy.
    { name: 'a proxy that says nothing', peer: '127.0.0.1', client: '127.0.0.1' },
    { name: 'X-Forwarded-For of a proxy', peer: '127.0.0.1', xForwardedFor: client, client },
    { name: 'Forwarded of a proxy', peer: '127.0.0.1', forwarded: `for=${client};proto=https`, client },
    { name: 'a proxy on an IPv6 socket', peer: '::ffff:127.0.0.1', xForwardedFor: client, client },
    { name: 'a proxy in a range', peer: '10.200.0.1', xForwardedFor: client, client },
    { name: 'a proxy in a range of mapped addresses', peer: '172.20.0.1', xForwardedFor: client, client },
    { name: 'a proxy in a range of IPv6', peer: '2001:db8:ff:1::2', xForwardedFor: client, client },
    { name: 'an entry with a port', peer: '127.0.0.1', xForwardedFor: `${client}:4711`, client },
    {
      name: 'an IPv6 client in brackets with a port',
      peer: '127.0.0.1',
      forwarded: 'for="[2001:db8:0::1]:443"',
      client: '2001:db8::1',
    },
    { name: 'a mapped client', peer: '127.0.0.1', xForwardedFor: `::ffff:${client}`, client },
    // Read from the right: what stands left of the client is the client's own.
    { name: 'a client who began the list', peer: '127.0.0.1', xForwardedFor: `192.0.2.1, ${client}`, client },
    { name: 'a client who claims to be a proxy', peer: '127.0.0.1', xForwardedFor: `10.0.0.1, ${client}`, client },
    {
      name: 'a client who began Forwarded',
      peer: '127.0.0.1',
      forwarded: `for=192.0.2.1, for=${client}`,
      client,
    },
    { name: 'a client who began the list with rubbish', peer: '127.0.0.1', xForwardedFor: `"';<>, ${client}`, client },
    // Several proxies.
    { name: 'two proxies', peer: '127.0.0.1', xForwardedFor: `${client}, 10.0.0.5`, client },
    {
      name: 'three proxies and a claim',
      peer: '127.0.0.1',
      xForwardedFor: `192.0.2.1, ${client}, 10.0.0.5, 2001:db8:ff::1`,
      client,
    },
    {
      name: 'an untrusted proxy between trusted ones',
      peer: '127.0.0.1',
      xForwardedFor: `${client}, ${stranger}, 10.0.0.5`,
      client: stranger,
    },
    { name: 'only proxies', peer: '127.0.0.1', xForwardedFor: '10.0.0.6, 10.0.0.5', client: '10.0.0.6' },
    // What cannot be believed ends the reading at the last proxy that can be.
    { name: 'an unknown client', peer: '127.0.0.1', xForwardedFor: 'unknown', client: '127.0.0.1' },
    { name: 'an obfuscated client', peer: '127.0.0.1', forwarded: 'for=_hidden', client: '127.0.0.1' },
    {
      name: 'an obfuscated client of the second proxy',
      peer: '127.0.0.1',
      forwarded: `for=${client}, for=_hidden, for=10.0.0.5`,
      client: '10.0.0.5',
    },
    { name: 'an element that names no client', peer: '127.0.0.1', forwarded: 'proto=https', client: '127.0.0.1' },
    { name: 'an empty header', peer: '127.0.0.1', xForwardedFor: '', client: '127.0.0.1' },
    { name: 'an address in an old spelling', peer: '127.0.0.1', xForwardedFor: '0x7f.1', client: '127.0.0.1' },
    {
      name: 'a malformed Forwarded',
      peer: '127.0.0.1',
      forwarded: `for=192.0.2.9;x=", for=${client}`,
      client: '127.0.0.1',
    },
    // Both headers.
    { name: 'both that agree', peer: '127.0.0.1', forwarded: `for=${client}`, xForwardedFor: client, client },
    {
      name: 'both that agree in other spellings',
      peer: '127.0.0.1',
      forwarded: 'for="[2001:db8::1]"',
      xForwardedFor: '2001:0DB8::1',
      client: '2001:db8::1',
    },
    {
      name: 'both that disagree: one is the client’s own',
      peer: '127.0.0.1',
      forwarded: 'for=192.0.2.1',
      xForwardedFor: client,
      client: '127.0.0.1',
    },
    {
      name: 'both, one of them malformed',
      peer: '127.0.0.1',
      forwarded: 'for=',
      xForwardedFor: client,
      client: '127.0.0.1',
    },
  ]
  for (const row of rows)
    it(`finds the client: ${row.name}`, () =>
      assert.equal(withProxies({ peerAddress: row.peer, headers: headersOf(row) }), row.client))

  it('trusts no header, of this machine neither, where no proxy is trusted', () => {
    for (const row of rows.filter(each => each.peer === '127.0.0.1'))
      assert.equal(withoutProxies({ peerAddress: row.peer, headers: headersOf(row) }), '127.0.0.1')
  })
})

describe('parseAddressRange()', () => {
  for (const text of ['192.0.2.1', '0.0.0.0/0', '192.0.2.0/24', '::1', '2001:db8::/32', '::/0'])
    it(`reads ${text}`, () => assert.ok(parseAddressRange(text)))

  const wrong = ['', 'localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '10.0/8', '::/129', '*']
  for (const text of [...wrong, '10.0.0.0/0x8', '::ffff:10.0.0.0/8'])
    it(`refuses "${text}"`, () => assert.equal(parseAddressRange(text), null))
})

describe('parseForwarded()', () => {
  const rows: [string, (string | null)[] | null][] = [
    ['for=192.0.2.43', ['192.0.2.43']],
    ['For="[2001:db8:cafe::17]:4711"', ['2001:db8:cafe::17']],
    ['for=192.0.2.60;proto=http;by=203.0.113.43', ['192.0.2.60']],
    ['for=192.0.2.43, for=198.51.100.17', ['192.0.2.43', '198.51.100.17']],
    ['for=192.0.2.43,for="[2001:db8::1]"', ['192.0.2.43', '2001:db8::1']],
    ['FOR="192.0.2.43:47011"', ['192.0.2.43']],
    ['for="192.0.2.43:_obfuscated"', ['192.0.2.43']],
    ['for=unknown', [null]],
    ['for="_gazonk"', [null]],
    ['for=_hidden, for=_SEVKISEK, for=192.0.2.1', [null, null, '192.0.2.1']],
    ['proto=https;for=192.0.2.1', ['192.0.2.1']],
    ['proto=https', [null]],
    ['for=192.0.2.1; proto=https', ['192.0.2.1']],
    ['for=192.0.2.1;', ['192.0.2.1']],
    [' for=192.0.2.1 ,\tfor=192.0.2.2 ', ['192.0.2.1', '192.0.2.2']],
    [', for=192.0.2.1,,', ['192.0.2.1']],
    ['', []],
    ['for="\\1\\9\\2.0.2.1"', ['192.0.2.1']],
    ['for=192.0.2.1;host="a, b; for=192.0.2.9"', ['192.0.2.1']],
    ['for=999.0.2.1', [null]],
    ['for=0x7f.1', [null]],
    ['for="[::1"', [null]],
    ['for="[fe80::1%eth0]"', [null]],
    ['for="2001:db8::1"', [null]],
    // Malformed as a whole.
    ['for=2001:db8::1', null],
    ['for=[2001:db8::1]', null],
    ['for=192.0.2.1:80', null],
    ['for=192.0.2.1;for=192.0.2.2', null],
    ['for="192.0.2.1', null],
    ['for', null],
    ['for=', null],
    ['for =192.0.2.1', null],
    ['192.0.2.1', null],
    ['for=192.0.2.1 for=192.0.2.2', null],
    ['for="', null],
    // What a client sends to hide what a proxy adds to it.
    ['for=192.0.2.9;x=", for=198.51.100.1', null],
    ['for=192.0.2.9;x=", for="[2001:db8::1]"', null],
    ['for=192.0.2.9;x=\\", for=198.51.100.1', null],
    ['for=192.0.2.9;x="\\", for="198.51.100.1"', null],
  ]
  for (const [header, hops] of rows)
    it(`reads ${header === '' ? 'an empty header' : header}`, () => assert.deepEqual(parseForwarded(header), hops))

  it('reads a long header in time that grows with its length alone', () => {
    assert.equal(parseForwarded(`for="${'\\a'.repeat(8_000)}`), null)
    assert.equal(parseForwarded('a=b;'.repeat(4_000)), null)
    assert.equal(parseForwarded('for=192.0.2.1,'.repeat(1_000))?.length, 1_000)
  })
})

describe('parseXForwardedFor()', () => {
  const rows: [string, (string | null)[]][] = [
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.1, 198.51.100.2,2001:db8::1', ['192.0.2.1', '198.51.100.2', '2001:db8::1']],
    ['192.0.2.1:4711, [2001:db8::1]:80, [2001:db8::2]', ['192.0.2.1', '2001:db8::1', '2001:db8::2']],
    ['unknown, 192.0.2.1', [null, '192.0.2.1']],
    [', 192.0.2.1 ,', ['192.0.2.1']],
    ['fe80::1%eth0', [null]],
    ['127.1, 2130706433, 0x7f000001, 1.2.3.4.5', [null, null, null, null]],
    ['<script>', [null]],
    ['', []],
  ]
  for (const [header, hops] of rows)
    it(`reads ${header === '' ? 'an empty header' : header}`, () => assert.deepEqual(parseXForwardedFor(header), hops))
})
