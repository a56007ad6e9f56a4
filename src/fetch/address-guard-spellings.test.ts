import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { parseStartUrl } from '#shared/start-url.ts'
import { normalizeUrl } from '#shared/url.ts'
import { checkHost } from './address-guard.ts'
import { failed, fetchFrom, openFetcher, serveHttp } from './test-server.ts'

/**
 * Spellings of hosts by which servers have been led to themselves (URL standard, "host parsing"). Each is checked as an address
 * from a form or a page, and followed as a redirect with real sockets. The name server of these tests knows only
 * `public.example`; every name of localhost leads to loopback, as RFC 6761 §6.3 has it.
 */
const policy = { targets: 'public', allow: [] } as const
const resolve = async (hostname: string): Promise<string[]> => {
  if (/(?:^|\.)localhost\.*$/.test(hostname) || hostname.startsWith('127.')) return ['127.0.0.1']
  if (/^public\.example\.?$/.test(hostname)) return ['93.184.216.34']
  return []
}

/** Hosts that are loopback or otherwise private, spelled in every way that the URL parser understands. */
const privateHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00177.0.0.1',
  '0x7f.0.0.1',
  '0x7F.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f000001',
  '0X7F000001',
  '2130706433',
  '017700000001',
  '0x0000000000007f000001',
  '0',
  '0.0.0.0',
  '0x',
  '0x.0x.0x.0x',
  '0.0',
  '10.1',
  '167772161',
  '0xa9fea9fe',
  '169.254.43518',
  '2852039166',
  '192.168.257',
  '3232235777',
  '0300.0250.1.1',
  '4294967295',
  '127.0.0.1.',
  '127.1.',
  '0x7f.1.',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '127%2E1',
  '%30x7f.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '¹²⁷.⁰.⁰.¹',
  '127.0.0.\u00ad1',
  '12\u200b7.0.0.1',
  '127\u2060.0.0.1',
  '0𝐱7f.1',
  'user@127.0.0.1',
  'user:secret@127.0.0.1',
  'public.example@127.0.0.1',
  'public.example:443@127.0.0.1',
  'public.example%2F@127.0.0.1',
  'a@b@127.0.0.1',
  '127.0.0.1\\@public.example',
  '127.0.0.1#@public.example',
  '127.0.0.1?@public.example',
  '127.0.0.1:80',
  '127.0.0.1:0443',
  '127.0.0.1:8080',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::0001]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::ffff:10.0.0.1]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[::1]:8080',
  'user@[::1]',
  'localhost',
  'LOCALHOST',
  'LocalHost',
  'localhost.',
  'localhost..',
  'loc%61lhost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  '𝓁ocalhost',
  'local\u00adhost',
  'foo.localhost',
  'foo.bar.LOCALHOST.',
  'localhost:8080',
]

/** No host at all: the parser takes none of them. */
const noHosts = [
  '127.0.0.1.1',
  '127.0.0.256',
  '256.0.0.1',
  '127.0.0.08',
  '0x7g.1',
  '4294967296',
  '0x100000000',
  '127..1',
  '127.0.0.1%00',
  '127.0.0.1%20',
  'public.example%00.127.0.0.1',
  'public.example%23@',
  '١٢٧.٠.٠.١',
  '[::1',
  '::1',
  '[::1%25lo]',
  '[fe80::1%eth0]',
  '[::ffff:127.1]',
  '[::ffff:0x7f.0.0.1]',
  '[1::2::3]',
  '[127.0.0.1]',
  'public example',
  'public.example:99999',
  'public.example:80:80',
  'public.example:-1',
  'public<example',
  'public^example',
  '',
  ':80',
  '@',
  '.',
  '..',
]

/** Ordinary, however odd they look. */
const publicHosts = [
  'public.example',
  'PUBLIC.example',
  'public.example.',
  'public%2eexample',
  'ｐublic。example',
  'user@public.example',
  '127.0.0.1@public.example',
  'localhost:80@public.example',
  'public.example\\@127.0.0.1',
  'public.example#@127.0.0.1',
  'public.example?@127.0.0.1',
  'public.example/@127.0.0.1',
  'public.example:8443',
  '8.8.8.8',
  '0x08080808',
  '134744072',
  '010.010.010.010',
  '8.8.2056',
  '[2606:4700::1111]',
]

const checked = async (host: string): Promise<boolean | null> => {
  const url = normalizeUrl(`http://${host}/`)
  return url === null ? null : (await checkHost({ url, policy, resolve })).ok
}

describe('checkHost() of a spelling', () => {
  for (const host of privateHosts) test(`refuses ${host}`, async () => assert.equal(await checked(host), false))
  for (const host of noHosts)
    test(`takes no ${JSON.stringify(host)}`, async () => assert.equal(await checked(host), null))
  for (const host of publicHosts) test(`allows ${host}`, async () => assert.equal(await checked(host), true))
})

test('parseStartUrl() makes no open address of a private spelling', async () => {
  for (const host of privateHosts) {
    for (const typed of [host, `http://${host}`, `https://${host}/`]) {
      const parsed = parseStartUrl(typed)
      if (parsed.ok) assert.equal((await checkHost({ url: parsed.url, policy, resolve })).ok, false, typed)
    }
  }
})

describe('a redirect to a spelling', () => {
  const requested: string[] = []
  let location = ''
  const server = serveHttp((request, response) => {
    requested.push(request.headers.host ?? '')
    if (request.url === '/start') response.writeHead(302, { location }).end()
    else response.end('reached')
  })
  after(async () => (await server)[Symbol.asyncDispose]())

  test('reaches loopback by none of them', async () => {
    const { port } = await server
    const start = `open.test:${port}`
    await using fetcher = openFetcher({
      policy: { targets: 'public', allow: [start] },
      resolve: async hostname => (hostname === 'open.test' ? ['127.0.0.1'] : resolve(hostname)),
    })
    const withoutPort = privateHosts.filter(host => !/:\d+$/.test(host) && !/[\\#?]/.test(host))
    for (const host of withoutPort) {
      // Header values are octets.
      location = Buffer.from(`http://${host}:${port}/inside`, 'utf8').toString('latin1')
      const result = failed(await fetchFrom(fetcher, `http://${start}/start`))
      assert.equal(result.reason, 'address-refused', host)
    }
    assert.deepEqual([...new Set(requested)], [start])
    assert.equal(requested.length, withoutPort.length)
  })

  test('goes where its octets say: a last letter may end in A0', async () => {
    const paths: string[] = []
    await using letters = await serveHttp((request, response) => {
      paths.push(request.url ?? '')
      if (request.url === '/start')
        response.writeHead(302, { location: Buffer.from('/voilà').toString('latin1') }).end()
      else response.end('reached')
    })
    await using fetcher = openFetcher()
    await fetchFrom(fetcher, `${letters.origin}/start`)
    assert.deepEqual(paths, ['/start', '/voil%C3%A0'])
  })
})
