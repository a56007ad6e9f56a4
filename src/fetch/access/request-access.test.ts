import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Credentials, credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import { readChallenges } from './challenges.ts'
import { digestAuthorization } from './digest.ts'
import { openAccess, openSigningIn } from './request-access.ts'

const ORIGIN = 'https://www.example.com'
const own = new URL(`${ORIGIN}/members/`)

function credentials(given: Partial<TypedCredentials>): Credentials {
  return credentialsSchema.parse({ origins: [ORIGIN], ...given })
}

const everything = credentials({
  headers: [{ name: 'X-Key', value: 'k' }],
  cookies: [{ name: 'sid', value: 's' }],
  token: 't',
})

describe('openAccess()', () => {
  const origins: [url: string, isListed: boolean][] = [
    [`${ORIGIN}/`, true],
    [`${ORIGIN}:443/other`, true],
    ['http://www.example.com/', false],
    ['https://www.example.com:8443/', false],
    ['https://example.com/', false],
    ['https://www.example.com.evil.test/', false],
    ['https://sub.www.example.com/', false],
  ]
  for (const [url, isListed] of origins)
    test(`sends ${isListed ? 'everything' : 'nothing'} to ${url}`, () => {
      const access = openAccess(everything)
      const target = new URL(url)
      assert.deepEqual(
        [access.headersFor({ url: target, method: 'GET' }), [...access.cookiesFor(target)]],
        isListed ? [['x-key', 'k', 'authorization', 'Bearer t'], [['sid', 's']]] : [[], []],
      )
    })

  const user = { name: 'ann', password: 'open sésame' }
  const authorized = (challenges: string[]) => {
    const access = openAccess(credentials({ user }))
    const before = access.headersFor({ url: own, method: 'GET' })
    const isRepeated = access.accepts(own, { challenges, wasAuthorized: false })
    return { access, before, isRepeated, sent: access.headersFor({ url: own, method: 'GET' }) }
  }

  test('sends a password once it is demanded, to that origin alone', () => {
    const { access, before, isRepeated, sent } = authorized(['Basic realm="Members", charset="UTF-8"'])
    assert.deepEqual([before, isRepeated], [[], true])
    assert.deepEqual(sent, ['authorization', `Basic ${Buffer.from('ann:open sésame').toString('base64')}`])
    const foreign = new URL('https://evil.test/')
    assert.equal(access.accepts(foreign, { challenges: ['Basic realm="x"'], wasAuthorized: false }), false)
    assert.deepEqual(access.headersFor({ url: foreign, method: 'GET' }), [])
  })

  test('repeats nothing when what was sent is refused', () => {
    const { access } = authorized(['Basic realm="Members"'])
    assert.equal(access.accepts(own, { challenges: ['Basic realm="Members"'], wasAuthorized: true }), false)
    assert.equal(access.accepts(own, { challenges: ['Basic realm="Members"'], wasAuthorized: false }), true)
  })

  test('prefers a digest, the stronger first, and never goes back to sending the password', () => {
    const { access, sent } = authorized([
      'Basic realm="x"',
      'Digest realm="x", nonce="n1", qop="auth", algorithm=MD5, Digest realm="x", nonce="n2", qop="auth", algorithm=SHA-256',
    ])
    assert.match(sent[1] ?? '', /^Digest username="ann", realm="x", nonce="n2", uri="\/members\/", .*algorithm=SHA-256/)
    assert.equal(access.accepts(own, { challenges: ['Basic realm="x"'], wasAuthorized: true }), false)
  })

  test('counts the uses of a nonce, and takes a new one when it is stale', () => {
    const { access, sent } = authorized(['Digest realm="x", nonce="n1", qop="auth"'])
    const next = access.headersFor({ url: own, method: 'GET' })
    const stale = 'Digest realm="x", nonce="n2", qop="auth", stale=TRUE'
    const isRepeated = access.accepts(own, { challenges: [stale], wasAuthorized: true })
    const renewed = access.headersFor({ url: own, method: 'GET' })
    const counts = [sent, next, renewed].map(([, value]) => /nonce="(\w+)".*nc=(\w+)/.exec(value ?? '')?.slice(1))
    assert.deepEqual(counts, [
      ['n1', '00000001'],
      ['n1', '00000002'],
      ['n2', '00000001'],
    ])
    assert.equal(isRepeated, true)
  })

  const unusable = [
    'Negotiate',
    `Basic realm="${'x'.repeat(100_000)}"`,
    'NTLM TlRMTVNTUAAB=, Basicrealm',
    'Digest realm="x"',
    'Digest realm="x", nonce="n", algorithm=SHA-999',
    'Digest realm="x", nonce="n", qop="auth-int"',
    'Digest realm="x\\"y", nonce="n"',
  ]
  for (const challenge of unusable)
    test(`cannot use ${challenge}`, () => assert.equal(authorized([challenge]).isRepeated, false))

  test('keeps a cookie that its server renews, and no other', () => {
    const access = openAccess(everything)
    access.renew(own, ['sid=new; Path=/; HttpOnly', 'other=1', 'sid=; Max-Age=0', 'sid=a\u0007'])
    access.renew(new URL('https://evil.test/'), ['sid=stolen'])
    assert.deepEqual([...access.cookiesFor(own)], [['sid', 'new']])
  })
})

describe('openAccess().userFor()', () => {
  test('has the user of a listed origin alone', () => {
    const user = { name: 'ann', password: 'p' }
    const access = openAccess(credentials({ user }))
    const urls = [own, new URL('https://evil.test/'), new URL('http://www.example.com/')]
    assert.deepEqual(
      urls.map(url => [access.userFor(url), access.covers(url)]),
      [
        [user, true],
        [null, false],
        [null, false],
      ],
    )
    assert.equal(openAccess(everything).userFor(own), null)
  })
})

describe('openSigningIn()', () => {
  test('keeps the cookies of each listed origin, and passes on those with a domain', () => {
    const other = 'https://login.example.com'
    const access = openSigningIn(credentials({ origins: [ORIGIN, other], token: 't' }))
    access.renew(own, ['a=1; Path=/', 'b=2; Path=/; Domain=example.com', 'c=3; Path=/; domain = login.example.com'])
    access.renew(new URL('https://evil.test/'), ['d=4; Path=/; Domain=example.com'])
    const sent = [own, new URL(`${other}/`), new URL('https://evil.test/')].map(url => [...access.cookiesFor(url)])
    assert.deepEqual(sent, [
      [
        ['a', '1'],
        ['b', '2'],
      ],
      [['b', '2']],
      [],
    ])
    assert.deepEqual(
      access.session().map(({ origin, cookies }) => [origin, cookies.map(({ name }) => name)]),
      [
        [ORIGIN, ['a', 'b']],
        [other, ['b']],
      ],
    )
  })
})

describe('digestAuthorization()', () => {
  const plain = { method: 'GET', target: '/a', count: 0x1f, clientNonce: 'c' }
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')

  test('writes names beyond plain characters in the form of RFC 8187', () => {
    const [challenge] = readChallenges(['Digest realm="r", nonce="n"'])
    assert.ok(challenge)
    const sent = digestAuthorization(challenge, { ...plain, user: { name: "Jäsøn 'Doe' (*)", password: 'p' } })
    assert.match(sent, /^Digest username\*=UTF-8''J%C3%A4s%C3%B8n%20%27Doe%27%20%28%2A%29, realm="r"/)
  })

  test('sends no more than is demanded', () => {
    const user = { name: 'ann', password: 'p' }
    const sentFor = (text: string) => {
      const [challenge] = readChallenges([text])
      assert.ok(challenge)
      return digestAuthorization(challenge, { ...plain, user })
    }
    const [secret, subject] = [md5('ann:r:p'), md5('GET:/a')]
    assert.equal(
      sentFor('Digest realm="r", nonce="n"'),
      `Digest username="ann", realm="r", nonce="n", uri="/a", response="${md5(`${secret}:n:${subject}`)}"`,
    )
    assert.equal(
      sentFor('Digest realm="r", nonce="n", algorithm=MD5-sess, opaque="o"'),
      `Digest username="ann", realm="r", nonce="n", uri="/a", response="${md5(`${md5(`${secret}:n:c`)}:n:${subject}`)}", algorithm=MD5-sess, cnonce="c", opaque="o"`,
    )
    assert.equal(
      sentFor('Digest realm="r", nonce="n", qop="auth"'),
      `Digest username="ann", realm="r", nonce="n", uri="/a", response="${md5(`${secret}:n:0000001f:c:auth:${subject}`)}", qop=auth, nc=0000001f, cnonce="c"`,
    )
  })

  const user = { name: 'Mufasa', password: 'Circle of Life' }
  const challengeOf = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
  const responses: [algorithm: string, response: string][] = [
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ]
  for (const [algorithm, response] of responses)
    test(`has the response of the example of RFC 7616 by ${algorithm}`, () => {
      const [challenge] = readChallenges([challengeOf(algorithm)])
      assert.ok(challenge)
      const sent = digestAuthorization(challenge, {
        method: 'GET',
        target: '/dir/index.html',
        user,
        count: 1,
        clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
      })
      assert.equal(/response="(\w+)"/.exec(sent)?.[1], response)
    })
})

describe('credentialsSchema', () => {
  const refused: [given: Partial<TypedCredentials>, message: string][] = [
    [{ origins: [], token: 't' }, 'List the origins that the credentials are sent to'],
    [{ origins: ['example.com'], token: 't' }, 'An origin is a scheme and host, such as https://www.example.com'],
    [{}, 'Enter a header, a cookie, a user name, a token or a sign-in'],
    [{ token: 'a\r\nHost: evil' }, 'The token must have no line breaks and no characters beyond ASCII'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'This header cannot be set; cookies have a field of their own'],
    [
      { headers: [{ name: 'Proxy-Authorization', value: 'x' }] },
      'This header cannot be set; cookies have a field of their own',
    ],
    [{ headers: [{ name: 'a b', value: 'x' }] }, 'A header name has letters, digits and hyphens only'],
    [{ cookies: [{ name: 'a', value: 'b; c=d' }] }, 'A cookie value has no semicolon'],
    [{ user: { name: 'a:b', password: '' } }, 'A user name has no colon'],
    [
      { token: 't', user: { name: 'a', password: 'b' } },
      'A user name, a token and an Authorization header exclude each other',
    ],
  ]
  for (const [given, message] of refused)
    test(message, () => {
      const parsed = credentialsSchema.safeParse({ origins: [ORIGIN], ...given })
      assert.equal(parsed.error?.issues[0]?.message, message)
    })

  test('takes an origin from any URL of it', () =>
    assert.deepEqual(credentials({ origins: ['HTTPS://WWW.example.com:443/a?b'], token: 't' }).origins, [ORIGIN]))
})
