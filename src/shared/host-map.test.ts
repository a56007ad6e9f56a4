import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedAddresses, parseHostMap, urlsOfTargets } from './host-map.ts'

describe('parseHostMap()', () => {
  const valid: [typed: string, host: string, address: string][] = [
    ['www.example.com=10.0.0.5', 'www.example.com', '10.0.0.5'],
    ['WWW.Example.com=10.0.0.5', 'www.example.com', '10.0.0.5'],
    ['bücher.example=10.0.0.5', 'xn--bcher-kva.example', '10.0.0.5'],
    ['localhost=::1', 'localhost', '::1'],
    ['example.com=[2001:DB8:0::1]', 'example.com', '2001:db8::1'],
  ]
  for (const [typed, host, address] of valid)
    it(`takes ${typed}`, () => {
      assert.deepEqual(parseHostMap([` ${typed} `]), { ok: true, values: [typed] })
      assert.deepEqual([...mappedAddresses([typed])], [[host, address]])
    })

  const invalid = [
    'example.com',
    'example.com=',
    '=10.0.0.5',
    'example.com=other.example',
    'example.com=10.0.0.5:80',
    'example.com:80=10.0.0.5',
    'https://example.com=10.0.0.5',
    // Other spellings of IP addresses, which would be checked as one and reached as another.
    'example.com=010.0.0.5',
    'example.com=10.5',
    'example.com=167772165',
    'example.com=0x7f.0.0.1',
    'example.com=[::1',
    '10.0.0.1=10.0.0.5',
    '2130706433=10.0.0.5',
    'user@example.com=10.0.0.5',
  ]
  for (const typed of invalid) it(`refuses ${typed}`, () => assert.equal(parseHostMap([typed]).ok, false))

  it('refuses a host that is there twice, in whatever letters', () => {
    assert.deepEqual(parseHostMap(['a.test=10.0.0.1', 'A.test=10.0.0.2']), {
      ok: false,
      problem: 'must name each host once: a.test has two IP addresses',
    })
  })
})

describe('urlsOfTargets()', () => {
  it('has the IP address of the start page with its port, and of each mapped host', () => {
    assert.deepEqual(urlsOfTargets('https://www.a.test:8443/b', ['www.a.test=::1', 'c.test=10.0.0.5']), [
      'https://[::1]:8443/b',
      'http://[::1]/',
      'http://10.0.0.5/',
    ])
    assert.deepEqual(urlsOfTargets('https://a.test/', []), ['https://a.test/'])
  })
})
