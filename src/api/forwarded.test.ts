import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseForwarded, parseXForwardedFor } from './forwarded.ts'

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
