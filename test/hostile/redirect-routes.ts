import type { Expected, HostileRoute, Respond } from './hostile-server.ts'
import { changing, HTML, plain, redirect, whole } from './responses.ts'

/** Redirects and cookies. */

const toError = (failure: RegExp): Expected => ({ status: 302, failure, hops: 1, issues: ['redirect-to-error'] })
const noUrl = toError(/^redirects to a URL that is not http\(s\)/)

const CHAIN_LENGTH = 30
/** The URL n of a chain leads to n + 1; the last is a page. */
function chain(name: string, length: number): HostileRoute[] {
  return Array.from({ length: length + 1 }, (_, index) => ({
    path: `/redirect/${name}/${index}`,
    respond:
      index === length ? plain(`End of ${name}`) : redirect(`/redirect/${name}/${index + 1}`, '301 Moved Permanently'),
    expected: {},
    link: '',
  }))
}

/** Linked under its first URL only. */
function linkedChain(name: string, length: number, expected: Expected): HostileRoute[] {
  return chain(name, length).map((route, index) => {
    const { link, ...linked } = route
    return index === 0 ? { ...linked, expected } : route
  })
}

const circle = (names: readonly string[]): HostileRoute[] =>
  names.map((name, index) => ({
    path: `/redirect/${name}`,
    respond: redirect(`/redirect/${names[(index + 1) % names.length]}`),
    expected: {
      status: 302,
      failure: /^redirects in a loop$/,
      ...(index === 0 ? { issues: ['redirect-loop'] } : {}),
    },
  }))

/** A redirect to the URL itself with one more part. Responds to its target, too. */
export const growingRedirect: Respond = exchange => redirect(`${exchange.path}/on`)(exchange)

/** Lets in a client with the cookie that was given before. */
const wall: Respond = exchange =>
  /^cookie:.*seen=1/im.test(exchange.headers)
    ? plain('Behind the wall')(exchange)
    : redirect('/redirect/cookie-wall', '302 Found', ['set-cookie: seen=1; Path=/'])(exchange)

const counting: Respond = exchange => {
  const count = Number(/count=(\d+)/.exec(exchange.headers)?.[1] ?? 0)
  redirect('/redirect/counting-cookie', '302 Found', [`set-cookie: count=${count + 1}; Path=/`])(exchange)
}

const floodOfCookies = Array.from({ length: 300 }, (_, index) => `set-cookie: c${index}=${'v'.repeat(100)}; Path=/`)

export const redirectRoutes: readonly HostileRoute[] = [
  ...circle(['to-itself']),
  ...circle(['ring-a', 'ring-b', 'ring-c']),
  ...linkedChain('six', 6, { status: 301, failure: '', hops: 6, issues: ['redirect-chain'] }),
  ...linkedChain('endless', CHAIN_LENGTH, {
    status: 301,
    failure: /^more than 20 redirects$/,
    issues: ['redirect-chain'],
  }),
  {
    path: '/redirect/growing',
    respond: growingRedirect,
    expected: { status: 302, failure: /^more than 20 redirects$/, issues: ['redirect-chain'] },
  },
  {
    path: '/redirect/no-location',
    respond: redirect(null),
    expected: toError(/^has status 302 but no Location header$/),
  },
  {
    path: '/redirect/empty-location',
    respond: redirect(''),
    expected: toError(/^has status 302 but no Location header$/),
  },
  {
    path: '/redirect/two-locations',
    respond: redirect('/a', '302 Found', ['location: /b']),
    expected: toError(/^redirects to more than one URL/),
  },
  { path: '/a,%20/b', link: '', respond: plain('Never'), expected: { isUnlisted: true } },
  {
    path: '/redirect/same-location-twice',
    respond: redirect('/plain/1', '302 Found', ['location: /plain/1']),
    expected: { status: 302, failure: '', hops: 1 },
  },
  { path: '/redirect/unparsable', respond: redirect('http://[::1/'), expected: noUrl },
  { path: '/redirect/no-host', respond: redirect('http://'), expected: noUrl },
  { path: '/redirect/bad-port', respond: redirect('http://127.0.0.1:99999/'), expected: noUrl },
  { path: '/redirect/ftp', respond: redirect('ftp://127.0.0.1/file'), expected: noUrl },
  { path: '/redirect/javascript', respond: redirect('javascript:alert(1)'), expected: noUrl },
  { path: '/redirect/file', respond: redirect('file:///etc/passwd'), expected: noUrl },
  { path: '/redirect/data', respond: redirect('data:text/html,hello'), expected: noUrl },
  { path: '/redirect/mailto', respond: redirect('mailto:a@example.com'), expected: noUrl },
  {
    path: '/redirect/refused-port',
    respond: redirect('http://127.0.0.1:1/'),
    expected: { status: 302, failure: /(?:Port 1 belongs|Nothing responds on port 1 )/ },
  },
  {
    path: '/redirect/protocol-relative',
    respond: exchange => redirect(`//127.0.0.1:${exchange.socket.localPort}/plain/1`)(exchange),
    expected: { status: 302, failure: '', hops: 1 },
  },
  { path: '/redirect/fragment', respond: redirect('/plain/1#part'), expected: { status: 302, failure: '', hops: 1 } },
  { path: '/redirect/query-only', respond: redirect('?again'), expected: { status: 302, failure: '', hops: 1 } },
  { path: '/redirect/query-only?again', link: '', respond: plain('With a query'), expected: { status: 200 } },
  { path: '/redirect/backslashes', respond: redirect('\\plain\\1'), expected: { status: 302, failure: '', hops: 1 } },
  {
    path: '/redirect/raw-utf8',
    respond: redirect('/r\xc3\xa9sum\xc3\xa9'),
    expected: { status: 302, failure: '', hops: 1 },
  },
  { path: '/r%C3%A9sum%C3%A9', link: '', respond: plain('Résumé'), expected: { status: 200 } },
  {
    path: '/redirect/very-long',
    respond: redirect(`/redirect/${'long/'.repeat(4_000)}`),
    expected: { status: 302, hops: 1, issues: ['redirect-to-error'] },
  },
  { path: '/redirect/300', respond: redirect('/plain/1', '300 Multiple Choices'), expected: { status: 300, hops: 0 } },
  { path: '/redirect/304', respond: redirect('/plain/1', '304 Not Modified'), expected: { status: 304, hops: 0 } },
  { path: '/redirect/305', respond: redirect('/plain/1', '305 Use Proxy'), expected: { status: 305, hops: 0 } },
  { path: '/redirect/310', respond: redirect('/plain/1', '310 Odd'), expected: { status: 310, hops: 0 } },
  {
    path: '/redirect/cookie-wall',
    respond: wall,
    expected: { status: 302, failure: '', hops: 1, issues: ['redirect-temporary'] },
  },
  {
    path: '/redirect/counting-cookie',
    respond: counting,
    expected: { status: 302, failure: /^redirects in a loop$/, issues: ['redirect-loop'] },
  },
  {
    path: '/redirect/flood-of-cookies',
    respond: redirect('/plain/1', '302 Found', floodOfCookies),
    expected: { status: 302, failure: '', hops: 1 },
  },
  {
    path: '/redirect/odd-cookies',
    respond: redirect('/plain/1', '302 Found', [
      'set-cookie: =; Path=/',
      'set-cookie: __proto__=1',
      'set-cookie: a=b; Domain=com; Max-Age=99999999999999999999; Expires=never',
      'set-cookie: \x80\xff=\xfe; Path=\\',
      `set-cookie: large=${'x'.repeat(5_000)}`,
    ]),
    expected: { status: 302, failure: '', hops: 1 },
  },
  {
    path: '/redirect/large-body',
    respond: whole({
      status: '301 Moved Permanently',
      headers: [HTML, 'location: /plain/1'],
      body: Buffer.alloc(5_000_000, 'x'),
    }),
    expected: { status: 301, failure: '', hops: 1 },
  },
  {
    path: '/redirect/passing',
    respond: changing({ times: 1, respond: redirect('/plain/1') }, plain('Passing')),
    expected: { status: 200, title: 'Passing', hops: 0 },
  },
]
