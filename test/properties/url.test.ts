import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectTarget } from '#fetch/redirect-target.ts'
import { MAX_URL_LENGTH } from '#shared/limits.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { normalizeUrl, parseHttpUrl, pathDepth } from '#shared/url.ts'
import { joined, pick, type Random, seeded } from './random.ts'

/** Properties of URLs: the canonical form is one, and names what the URL standard says the input names. */
const schemes = [
  'http:',
  'https:',
  'HTTP:',
  'hTTps:',
  'http:',
  'ftp:',
  'mailto:',
  'javascript:',
  'data:',
  '',
  'ht\ttp:',
]
const slashes = ['//', '//', '//', '//', '/', '', '\\\\', '///', '/\\', '//\n']
const users = ['', '', '', '', 'user@', 'user:secret@', ':@', '@', 'a@b@', '%40@', 'u:p:q@']
const hosts = [
  ...[
    'example.com',
    'EXAMPLE.com',
    'www.example.com',
    'example.com.',
    'example.com..',
    'a.b。',
    '.',
    '..',
    '',
    'bücher.example',
  ],
  ...[
    'xn--bcher-kva.example',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '127.0.0.1.',
    '127.0.0.1..',
    '２.３.４.５',
    '1.2.3.4.5',
    '256.1.1.1',
  ],
  ...[
    'host.0x7f..',
    'host.09..',
    'host.1.',
    '[::1]',
    '[::ffff:1.2.3.4]',
    '[::1',
    '[fe80::1%25lo]',
    'a b',
    'a%20b',
    'a%2eb',
    'a_b',
  ],
  ...[
    '-a-',
    'ex\u00adample.com',
    'a..b',
    '%',
    '%zz',
    'ß.example',
    'xn--',
    'xn--a',
    '☃.net',
    'a\u0300.example',
    '\ud800.example',
  ],
]
const ports = ['', '', '', ':', ':80', ':443', ':0443', ':8080', ':0', ':65535', ':65536', ':x', ':-1', ':8 0']
const pathPieces = [
  ...[
    '/',
    '/',
    '/',
    'a',
    'B',
    '.',
    '..',
    './',
    '../',
    '%2e',
    '%2E%2e',
    '%',
    '%4',
    '%41',
    '%7e',
    '%2f',
    '%2F',
    '%c3%a9',
    '%5c',
    '\\',
  ],
  ...[
    'é',
    'à',
    'ツ',
    '😀',
    '\ud800',
    ' ',
    '\t',
    '\n',
    '"',
    '<',
    '>',
    '`',
    '{',
    '}',
    '|',
    '^',
    "'",
    '~',
    '!',
    '$',
    '&',
    '(',
    ')',
    '*',
  ],
  ...['+', ',', ';', '=', ':', '@', '%00', '%25', '%2', '5', '1', '%34', '%31', '\u0000', '\u007f', '\u00a0', '\ufeff'],
]
const queryPieces = [...pathPieces, '?', '&a=b', '=', '%26', '%3D', '%23', '+', '%20', '%27', "'"]
const fragments = ['', '', '', '#', '#a', '#é', '#?#', '#%41']

function randomUrl(random: Random): string {
  const authority = pick(random, users) + (random(3) > 0 ? 'example.com' : pick(random, hosts)) + pick(random, ports)
  const start = random(5) > 0 ? 'https://' : pick(random, schemes) + pick(random, slashes)
  return start + authority + randomTail(random)
}

function randomTail(random: Random): string {
  const query = random(2) === 0 ? `?${joined(random, queryPieces, 6)}` : ''
  return (random(8) > 0 ? '/' : '') + joined(random, pathPieces, 8) + query + pick(random, fragments)
}

/** Path or query as a list of what it says: unreserved octets as such, other triplets in capitals (RFC 3986 §6.2.2). */
function meaningOf(text: string): string[] {
  const said: string[] = []
  for (let index = 0; index < text.length; index += 1) {
    const triplet = /^%[0-9a-f]{2}/i.exec(text.slice(index, index + 3))?.[0]
    if (triplet === undefined) said.push(text[index] ?? '')
    else {
      const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
      said.push(/[\w.~-]/.test(char) ? char : triplet.toUpperCase())
      index += 2
    }
  }
  return said
}

/** What the standard's parser makes of a host once its dots at the end are gone; null for no host. */
function hostWithoutDots({ hostname }: URL): string | null {
  const name = hostname.replace(/\.+$/, '')
  return name === '' ? null : (URL.parse(`http://${name}/`)?.hostname ?? null)
}

function whatItNames(url: URL): unknown {
  return { protocol: url.protocol, port: url.port, path: meaningOf(url.pathname), query: meaningOf(url.search) }
}

test('normalizeUrl() gives what the URL standard names, once and for all', context => {
  const { seed, rounds, random } = seeded(20_000)
  let taken = 0
  for (let round = 0; round < rounds; round += 1) {
    const input = randomUrl(random)
    const said = JSON.stringify({ seed, round, input })
    const normal = normalizeUrl(input)
    const standard = URL.parse(input)
    const host = standard && hostWithoutDots(standard)
    const isWeb = standard !== null && /^https?:$/.test(standard.protocol) && host !== null
    assert.equal(normal !== null, isWeb, said)
    if (normal === null || standard === null) continue
    taken += 1
    assert.equal(normalizeUrl(normal), normal, said)
    const printed = new URL(normal)
    assert.equal(printed.href, normal, said)
    assert.equal(printed.hostname, host, said)
    assert.deepEqual(whatItNames(printed), whatItNames(standard), said)
    assert.deepEqual(
      [printed.username, printed.password, printed.hash, normal.includes('#')],
      ['', '', '', false],
      said,
    )
    assert.equal(
      normal.replaceAll(/%[0-9a-f]{2}/gi, triplet => triplet.toUpperCase()),
      normal,
      said,
    )
    assert.ok(normal.length <= MAX_URL_LENGTH && pathDepth(normal) >= 1, said)
  }
  context.diagnostic(`seed ${seed}, ${rounds} rounds, ${taken} of them URLs`)
  assert.ok(taken > rounds / 3)
})

test('two spellings of one URL have one canonical form', context => {
  const { seed, rounds, random } = seeded(5_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  const respelled = (text: string) =>
    // Only letters after a slash: behind a stray percent sign an octet that is encoded is another one.
    text.replaceAll(/(?<=\/)[a-zA-Z~]/g, char => {
      if (random(2) === 0) return char
      const hex = char.charCodeAt(0).toString(16)
      return `%${random(2) === 0 ? hex : hex.toUpperCase()}`
    })
  for (let round = 0; round < rounds; round += 1) {
    const normal = normalizeUrl(`https://example.com/${joined(random, pathPieces, 8)}`)
    if (normal === null) continue
    const path = normal.slice('https://example.com'.length)
    const other = `HTTPS://user@EXAMPLE.com.:443${respelled(path)}#x`
    assert.equal(normalizeUrl(other), normal, JSON.stringify({ seed, round, other }))
  }
})

test('a reference means the same against its base as written out', context => {
  const { seed, rounds, random } = seeded(5_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  for (let round = 0; round < rounds; round += 1) {
    const base = `https://example.com${randomTail(random)}`
    const reference = random(4) === 0 ? randomUrl(random) : randomTail(random).slice(random(2))
    const writtenOut = URL.parse(reference, base)
    const expected = writtenOut && normalizeUrl(writtenOut.href)
    const said = JSON.stringify({ seed, round, base, reference })
    assert.equal(normalizeUrl(reference, base), expected, said)
    const kept = parseHttpUrl(reference, base)
    assert.equal(kept === null, expected === null, said)
    if (kept) assert.equal(kept.hash, writtenOut?.hash, said)
  }
})

test('a URL that was typed is canonical, or refused', context => {
  const { seed, rounds, random } = seeded(5_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  for (let round = 0; round < rounds; round += 1) {
    const url = randomUrl(random)
    const typed = random(2) === 0 ? url : url.replace(/^[^/]*\/\//, '')
    const taken = parseStartUrl(typed)
    if (!taken.ok) continue
    const said = JSON.stringify({ seed, round, typed })
    assert.equal(normalizeUrl(taken.url), taken.url, said)
    assert.equal(taken.isHttpsAssumed, !/^https?:\/\//i.test(typed.trim()), said)
    assert.deepEqual(parseStartUrl(taken.url), { ok: true, url: taken.url, isHttpsAssumed: false }, said)
  }
})

test('a redirect leads where the URL standard says, or nowhere', context => {
  const { seed, rounds, random } = seeded(5_000)
  context.diagnostic(`seed ${seed}, ${rounds} rounds`)
  const base = new URL('https://example.com/dir/page')
  for (let round = 0; round < rounds; round += 1) {
    const written = random(2) === 0 ? randomUrl(random) : randomTail(random)
    const octets = Buffer.from(written, 'utf8')
    const said = JSON.stringify({ seed, round, written })
    const target = redirectTarget(base, [octets.toString('latin1')], 302)
    if (!target.ok) continue
    const standard = URL.parse(octets.toString('utf8'), base)
    assert.ok(standard, said)
    standard.hash = ''
    standard.username = ''
    standard.password = ''
    // Octets that stand for a character that cannot be shown are encoded one by one, which gives the same in a path.
    assert.equal(target.url.href, standard.href, said)
    assert.match(target.url.protocol, /^https?:$/, said)
  }
})
