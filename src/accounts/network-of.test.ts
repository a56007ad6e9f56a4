import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

const rows: [string, string, string][] = [
  ['an IPv4 address stands for itself', '192.0.2.7', '192.0.2.7'],
  ['one mapped into IPv6 is the same', '::ffff:192.0.2.7', '192.0.2.7'],
  ['one mapped in hexadecimal is, too', '::ffff:c000:207', '192.0.2.7'],
  ['an IPv6 address stands for its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another spelling is the same', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['the neighbouring /64 is another', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['a zone says nothing about whose it is', 'fe80::1%eth0', 'fe80::/64'],
  ['loopback', '::1', '::/64'],
  ['no address at all', '', ''],
  ['a name', 'localhost', 'localhost'],
]
for (const [name, address, network] of rows) {
  test(`networkOf(): ${name}`, () => assert.equal(networkOf(address), network))
}
