import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAddressGuard } from './address-guard.ts'

/**
 * Every block of IANA's IPv4 and IPv6 Special-Purpose Address Registries (as of October 2025), multicast and what is not
 * allocated: its first and last address are refused. Where the registry calls a block globally reachable (AS112, AMT,
 * anycast), it serves infrastructure and no website.
 */
const special: [block: string, name: string, standard: string, first: string, last: string][] = [
  ['0.0.0.0/8', '"This network"', 'RFC 791 §3.2', '0.0.0.0', '0.255.255.255'],
  ['0.0.0.0/32', '"This host on this network"', 'RFC 1122 §3.2.1.3', '0.0.0.0', '0.0.0.0'],
  ['10.0.0.0/8', 'Private-Use', 'RFC 1918', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', 'Shared Address Space', 'RFC 6598', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', 'Loopback', 'RFC 1122 §3.2.1.3', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', 'Link Local', 'RFC 3927', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', 'Private-Use', 'RFC 1918', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', 'IETF Protocol Assignments', 'RFC 6890 §2.1', '192.0.0.0', '192.0.0.255'],
  ['192.0.0.0/29', 'IPv4 Service Continuity Prefix', 'RFC 7335', '192.0.0.0', '192.0.0.7'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600', '192.0.0.8', '192.0.0.8'],
  ['192.0.0.9/32', 'Port Control Protocol Anycast', 'RFC 7723', '192.0.0.9', '192.0.0.9'],
  ['192.0.0.10/32', 'TURN Anycast', 'RFC 8155', '192.0.0.10', '192.0.0.10'],
  ['192.0.0.170/31', 'NAT64/DNS64 Discovery', 'RFC 8880', '192.0.0.170', '192.0.0.171'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', 'RFC 5737', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', 'AS112-v4', 'RFC 7535', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', 'AMT', 'RFC 7450', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', 'Deprecated 6to4 Relay Anycast', 'RFC 7526', '192.88.99.0', '192.88.99.255'],
  ['192.88.99.2/32', '6a44-relay anycast', 'RFC 6751', '192.88.99.2', '192.88.99.2'],
  ['192.168.0.0/16', 'Private-Use', 'RFC 1918', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', 'RFC 7534', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', 'Benchmarking', 'RFC 2544', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', 'RFC 5737', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', 'RFC 5737', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4', 'Multicast', 'RFC 5771', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', 'Reserved', 'RFC 1112 §4', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32', 'Limited Broadcast', 'RFC 919 §7', '255.255.255.255', '255.255.255.255'],
  ['::1/128', 'Loopback Address', 'RFC 4291', '::1', '::1'],
  ['::/128', 'Unspecified Address', 'RFC 4291', '::', '::'],
  ['::/96', 'IPv4-compatible', 'RFC 4291 §2.5.5.1', '::2', '::ffff:ffff'],
  ['::ffff:0:0/96', 'IPv4-mapped Address', 'RFC 4291', '::ffff:0:0', '::ffff:255.255.255.255'],
  ['::ffff:0:0:0/96', 'IPv4-translated', 'RFC 7915', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::/96', 'IPv4-IPv6 Translation', 'RFC 6052', '64:ff9b::', '64:ff9b::255.255.255.255'],
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translation', 'RFC 8215', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', 'Discard-Only Address Block', 'RFC 6666', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', 'RFC 9780', '100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['2001::/23', 'IETF Protocol Assignments', 'RFC 2928', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32', 'TEREDO', 'RFC 4380', '2001::1', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1/128', 'Port Control Protocol Anycast', 'RFC 7723', '2001:1::1', '2001:1::1'],
  ['2001:1::2/128', 'TURN Anycast', 'RFC 8155', '2001:1::2', '2001:1::2'],
  ['2001:1::3/128', 'DNS-SD SRP Anycast', 'RFC 9665', '2001:1::3', '2001:1::3'],
  ['2001:2::/48', 'Benchmarking', 'RFC 5180', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32', 'AMT', 'RFC 7450', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48', 'AS112-v6', 'RFC 7535', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28', 'Deprecated ORCHID', 'RFC 4843', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28', 'ORCHIDv2', 'RFC 7343', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28', 'Drone Remote ID', 'RFC 9374', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', 'Documentation', 'RFC 3849', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '6to4', 'RFC 3056', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'RFC 7534', '2620:4f:8000::', '2620:4f:8000:ffff::1'],
  ['3fff::/20', 'Documentation', 'RFC 9637', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', 'RFC 9602', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'Unique-Local', 'RFC 4193', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'Link-Local Unicast', 'RFC 4291', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'Site-Local, deprecated', 'RFC 3879', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'Multicast', 'RFC 4291 §2.7', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['0000::/8', 'not global unicast', 'RFC 4291 §2.4', '::1:0:0:0', 'ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['1000::/4', 'not global unicast', 'RFC 4291 §2.4', '1000::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::/3', 'not global unicast', 'RFC 4291 §2.4', '4000::', '5fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['8000::/2', 'not global unicast', 'RFC 4291 §2.4', '8000::', 'bfff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['e000::/4', 'not global unicast', 'RFC 4291 §2.4', 'e000::', 'efff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** Right before and right after the blocks above: ordinary addresses, which a mask one bit too short would take along. */
const ordinary: [address: string, beside: string][] = [
  ['1.0.0.0', '0.0.0.0/8'],
  ['9.255.255.255', '10.0.0.0/8'],
  ['11.0.0.0', '10.0.0.0/8'],
  ['100.63.255.255', '100.64.0.0/10'],
  ['100.128.0.0', '100.64.0.0/10'],
  ['126.255.255.255', '127.0.0.0/8'],
  ['128.0.0.0', '127.0.0.0/8'],
  ['169.253.255.255', '169.254.0.0/16'],
  ['169.255.0.0', '169.254.0.0/16'],
  ['172.15.255.255', '172.16.0.0/12'],
  ['172.32.0.0', '172.16.0.0/12'],
  ['191.255.255.255', '192.0.0.0/24'],
  ['192.0.1.0', '192.0.0.0/24'],
  ['192.0.1.255', '192.0.2.0/24'],
  ['192.0.3.0', '192.0.2.0/24'],
  ['192.31.195.255', '192.31.196.0/24'],
  ['192.31.197.0', '192.31.196.0/24'],
  ['192.52.192.255', '192.52.193.0/24'],
  ['192.52.194.0', '192.52.193.0/24'],
  ['192.88.98.255', '192.88.99.0/24'],
  ['192.88.100.0', '192.88.99.0/24'],
  ['192.167.255.255', '192.168.0.0/16'],
  ['192.169.0.0', '192.168.0.0/16'],
  ['192.175.47.255', '192.175.48.0/24'],
  ['192.175.49.0', '192.175.48.0/24'],
  ['198.17.255.255', '198.18.0.0/15'],
  ['198.20.0.0', '198.18.0.0/15'],
  ['198.51.99.255', '198.51.100.0/24'],
  ['198.51.101.0', '198.51.100.0/24'],
  ['203.0.112.255', '203.0.113.0/24'],
  ['203.0.114.0', '203.0.113.0/24'],
  ['223.255.255.255', '224.0.0.0/4'],
  ['2001:200::', '2001::/23'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::/32'],
  ['2001:db9::', '2001:db8::/32'],
  ['2003::', '2002::/16'],
  ['2620:4f:7fff:ffff::', '2620:4f:8000::/48'],
  ['2620:4f:8001::', '2620:4f:8000::/48'],
  ['2000::', '2000::/3'],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::/20'],
  ['3fff:1000::', '3fff::/20'],
]

/** What a resolver must never say; none of it is an IP address as the system writes one. */
const noAddresses = [
  '',
  ' ',
  'localhost',
  '8.8',
  '8.8.8',
  '134744072',
  '0x08080808',
  '010.8.8.8',
  '8.8.8.8.',
  '8.8.8.8 ',
  ' 8.8.8.8',
  '8.8.8.8:80',
  '8.8.8.8/32',
  '8.8.8.256',
  '８.８.８.８',
  '[2606:4700::1111]',
  '2606:4700:::1111',
  '2606:4700::1111/128',
  '2606:4700::1111::',
  '\u0000',
]

const guard = createAddressGuard({ targets: 'public', allow: [] })
const isOpen = (address: string) => guard.checkAddress(address, { hostname: 'name.example', port: 443 }).ok

describe('special-purpose blocks', () => {
  for (const [block, name, standard, first, last] of special) {
    test(`${block}, ${name} (${standard}), is refused from first to last`, () => {
      assert.deepEqual([isOpen(first), isOpen(last)], [false, false])
    })
  }
  for (const [address, beside] of ordinary) {
    test(`${address}, beside ${beside}, is open`, () => assert.equal(isOpen(address), true))
  }
  for (const address of noAddresses) {
    test(`${JSON.stringify(address)} is no address and refused`, () => assert.equal(isOpen(address), false))
  }
})

/** Forms of IPv6 that carry 8.8.8.8 or 127.0.0.1: refused whatever they carry, for a gateway decides where they lead. */
const carriers = [
  '::8.8.8.8',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::8.8.8.8',
  '2002:808:808::1',
  '2002:7f00:1::1',
  '2001:0:808:808::1',
  '2001::f7f7:f7f7',
  '::127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '64:ff9b::7f00:1',
]
for (const address of carriers) {
  test(`IPv4 within ${address} is refused`, () => assert.equal(isOpen(address), false))
}

/** Entries that would open more than they say, or nothing: refused when the settings are read. */
const noExceptions = [
  '010.0.0.0/8',
  '0x0a.0.0.0/8',
  '10/8',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  'fd00::/129',
  '[fd00::]/8',
  '*.example.com',
  'host:',
  '[::1]:',
  'host:80:80',
  'user@host',
  'host?x',
  'host#x',
  'host\\x',
  'http:',
  'http://host',
]
for (const allow of noExceptions) {
  test(`the exception ${allow} is refused when the policy is read`, () => {
    assert.throws(() => createAddressGuard({ targets: 'public', allow: [allow] }), RangeError)
  })
}
