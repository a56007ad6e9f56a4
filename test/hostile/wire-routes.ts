import type { Expected, HostileRoute } from './hostile-server.ts'
import { byDrops, endless, HTML, octets, pageOf, resetAfter, silentAfter, whole } from './responses.ts'

/** Transport and HTTP's syntax: what comes is cut, contradicts itself, or is not HTTP at all. */

const OK = `HTTP/1.1 200 OK\r\n${HTML}\r\n`
const CLOSE = 'connection: close\r\n\r\n'
const body = (title: string) => pageOf(title)
const length = (title: string) => `content-length: ${body(title).length}\r\n`

const broken = (failure: RegExp): Expected => ({ status: null, failure, issues: ['internal-link-no-response'] })
const reset = broken(/^Connection closed before a response arrived\.$/)
const cut = broken(/^Connection closed before the page was complete\.$/)
/** Other programs may take more, so this is a warning, not a broken link. */
const largeHeaders: Expected = {
  status: null,
  failure: /^The headers are larger than 64 KB\.$/,
  issues: ['internal-link-no-response'],
}
const notHttp = broken(/^The server's response is not HTTP/)
const badFrame = broken(/^The body is not framed as HTTP requires/)
const asPage = (title: string): Expected => ({ status: 200, failure: '', title, h1: title })

const manyLines = Array.from({ length: 600 }, (_, index) => `x-flood-${index}: y`).join('\r\n')

export const wireRoutes: readonly HostileRoute[] = [
  { path: '/wire/reset-at-once', respond: resetAfter(''), expected: reset },
  { path: '/wire/closed-at-once', respond: octets(), expected: reset },
  { path: '/wire/reset-in-status-line', respond: resetAfter('HTTP/1.1 2'), expected: reset },
  { path: '/wire/reset-in-headers', respond: resetAfter(OK), expected: reset },
  { path: '/wire/closed-in-headers', respond: octets(OK), expected: reset },
  { path: '/wire/reset-in-body', respond: resetAfter(`${OK}content-length: 5000\r\n\r\n<title>Half`), expected: cut },
  { path: '/wire/closed-in-body', respond: octets(`${OK}content-length: 5000\r\n\r\n<title>Half`), expected: cut },
  {
    path: '/wire/closed-in-long-body',
    respond: octets(`${OK}content-length: 5000\r\n${CLOSE}<!doctype html><title>Most</title><p>${'text '.repeat(400)}`),
    expected: {
      status: 200,
      failure: '',
      title: 'Most',
      issues: ['html-cut-off'],
      noIssues: ['h1-missing', 'content-thin', 'internal-link-no-response'],
    },
  },
  {
    path: '/wire/cut-chunks',
    respond: octets(`${OK}transfer-encoding: chunked\r\n\r\n100\r\n<title>Half`),
    expected: cut,
  },
  {
    path: '/wire/no-last-chunk',
    respond: octets(`${OK}transfer-encoding: chunked\r\n\r\n7\r\n<title>\r\n`),
    expected: cut,
  },
  {
    path: '/wire/broken-chunk-size',
    respond: octets(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n<title>Half`),
    expected: badFrame,
  },
  {
    path: '/wire/huge-chunk-size',
    respond: octets(`${OK}transfer-encoding: chunked\r\n\r\nfffffffffffffffffff\r\n<title>Half`),
    expected: badFrame,
  },
  {
    path: '/wire/endless-chunk-extension',
    respond: endless(`${OK}transfer-encoding: chunked\r\n\r\n5;`, Buffer.alloc(65_536, 'x')),
    expected: broken(/^The server's response is not HTTP \(a chunk extension without end\)\.$/),
  },
  {
    path: '/wire/endless-trailers',
    respond: endless(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, Buffer.from('x-t: y\r\n'.repeat(8_192))),
    expected: largeHeaders,
  },
  {
    path: '/wire/trailers',
    respond: octets(
      `${OK}transfer-encoding: chunked\r\n\r\n${body('Trailers').length.toString(16)}\r\n${body('Trailers')}\r\n0\r\nx-sum: 1\r\n\r\n`,
    ),
    expected: asPage('Trailers'),
  },
  {
    path: '/wire/too-short-length',
    respond: octets(`${OK}content-length: 38\r\n${CLOSE}<!doctype html><title>Too short</title>and this came, too`),
    expected: { status: 200, failure: '' },
  },
  {
    path: '/wire/two-lengths',
    respond: octets(`${OK}content-length: 10\r\ncontent-length: 20\r\n${CLOSE}${body('Two')}`),
    expected: notHttp,
  },
  {
    path: '/wire/length-and-chunks',
    respond: octets(`${OK}content-length: 10\r\ntransfer-encoding: chunked\r\n${CLOSE}0\r\n\r\n`),
    expected: notHttp,
  },
  { path: '/wire/negative-length', respond: octets(`${OK}content-length: -1\r\n${CLOSE}x`), expected: notHttp },
  { path: '/wire/nonsense-length', respond: octets(`${OK}content-length: many\r\n${CLOSE}x`), expected: notHttp },
  {
    path: '/wire/overflowing-length',
    respond: octets(`${OK}content-length: 99999999999999999999999\r\n${CLOSE}x`),
    expected: notHttp,
  },
  { path: '/wire/no-length', respond: octets(`${OK}${CLOSE}${body('No length')}`), expected: asPage('No length') },
  {
    path: '/wire/http-1.0',
    respond: octets(`HTTP/1.0 200 OK\r\n${HTML}\r\n\r\n${body('Old HTTP')}`),
    expected: asPage('Old HTTP'),
  },
  { path: '/wire/http-0.9', respond: octets(body('No header at all')), expected: notHttp },
  { path: '/wire/http-9.9', respond: octets(`HTTP/9.9 200 OK\r\n${CLOSE}${body('Nine')}`), expected: notHttp },
  { path: '/wire/http-2-preface', respond: octets('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), expected: notHttp },
  { path: '/wire/ssh', respond: octets('SSH-2.0-OpenSSH_9.6\r\n'), expected: notHttp },
  { path: '/wire/tls-record', respond: octets('\x15\x03\x01\x00\x02\x02\x46'), expected: notHttp },
  { path: '/wire/noise', respond: octets(Buffer.alloc(4_096, 0xa7)), expected: notHttp },
  { path: '/wire/nul-octets', respond: octets(Buffer.alloc(4_096)), expected: notHttp },
  {
    path: '/wire/bare-line-feeds',
    respond: octets(
      `HTTP/1.1 200 OK\n${HTML}\n${length('Bare')}connection: close\n\n${body('Bare')}`.replaceAll('\r', ''),
    ),
    expected: asPage('Bare'),
  },
  {
    path: '/wire/leading-line-ends',
    respond: octets(`\r\n\r\n${OK}${length('Late')}${CLOSE}${body('Late')}`),
    expected: asPage('Late'),
  },
  {
    path: '/wire/no-reason',
    respond: octets(`HTTP/1.1 200\r\n${HTML}\r\n${length('Terse')}${CLOSE}${body('Terse')}`),
    expected: asPage('Terse'),
  },
  { path: '/wire/status-099', respond: octets(`HTTP/1.1 099 Low\r\n${CLOSE}`), expected: notHttp },
  { path: '/wire/status-1000', respond: octets(`HTTP/1.1 1000 High\r\n${CLOSE}`), expected: notHttp },
  { path: '/wire/status-abc', respond: octets(`HTTP/1.1 abc\r\n${CLOSE}`), expected: notHttp },
  {
    path: '/wire/switches-protocols',
    respond: octets('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
    expected: notHttp,
  },
  {
    path: '/wire/interim-responses',
    respond: octets(
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n'.repeat(50),
      `${OK}${length('At last')}${CLOSE}${body('At last')}`,
    ),
    expected: asPage('At last'),
  },
  {
    path: '/wire/endless-interim-responses',
    respond: byDrops('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    expected: broken(/^No response within 4 s\.$/),
  },
  {
    path: '/wire/interim-flood',
    respond: endless('', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000))),
    expected: broken(/^The server's response is not HTTP \(too many interim responses\)\.$/),
  },
  {
    path: '/wire/many-header-lines',
    respond: octets(`${OK}${manyLines}\r\n${length('Flood')}${CLOSE}${body('Flood')}`),
    expected: { ...largeHeaders, failure: /^The headers have more than 500 lines\.$/ },
  },
  {
    path: '/wire/large-header',
    respond: octets(`${OK}x-large: ${'y'.repeat(100_000)}\r\n${length('Flood')}${CLOSE}${body('Flood')}`),
    expected: largeHeaders,
  },
  {
    path: '/wire/endless-headers',
    respond: endless(OK, Buffer.from('x-flood: y\r\n'.repeat(5_000))),
    expected: largeHeaders,
  },
  {
    path: '/wire/endless-header-name',
    respond: endless(OK, Buffer.alloc(65_536, 'x')),
    expected: largeHeaders,
  },
  {
    path: '/wire/endless-reason',
    respond: endless('HTTP/1.1 200 ', Buffer.alloc(65_536, 'x')),
    expected: broken(/^The server's response is not HTTP \(a first line without end\)\.$/),
  },
  { path: '/wire/nul-in-header', respond: octets(`${OK}x-odd: a\x00b\r\n${CLOSE}x`), expected: notHttp },
  {
    path: '/wire/controls-in-header',
    respond: octets(`${OK}x-odd: a\x01\x1b[31m\x7fb\r\n${length('Controls')}${CLOSE}${body('Controls')}`),
    expected: asPage('Controls'),
  },
  {
    path: '/wire/folded-header',
    respond: octets(`${OK}x-odd: a\r\n b\r\n${length('Folded')}${CLOSE}${body('Folded')}`),
    expected: asPage('Folded'),
  },
  { path: '/wire/header-without-colon', respond: octets(`${OK}nonsense\r\n${CLOSE}x`), expected: notHttp },
  { path: '/wire/space-before-colon', respond: octets(`${OK}x-odd : y\r\n${CLOSE}x`), expected: notHttp },
  { path: '/wire/header-without-name', respond: octets(`${OK}: y\r\n${CLOSE}x`), expected: notHttp },
  {
    path: '/wire/octets-in-header',
    respond: octets(`${OK}x-odd: \xff\xfe\xe4\r\n${length('Latin')}${CLOSE}${body('Latin')}`),
    expected: asPage('Latin'),
  },
  {
    // Poison for the next request on the connection: a second response that was never requested.
    path: '/wire/two-responses',
    respond: ({ socket }) => {
      socket.write(`${OK}${length('First')}\r\n${body('First')}${OK}${length('Never')}\r\n${body('Never')}`)
    },
    expected: asPage('First'),
  },
  {
    path: '/wire/204-with-body',
    respond: octets(`HTTP/1.1 204 No Content\r\n${HTML}\r\n${length('None')}${CLOSE}${body('None')}`),
    expected: { status: 204 },
  },
  {
    path: '/wire/304-unasked',
    respond: octets(`HTTP/1.1 304 Not Modified\r\n${HTML}\r\n${CLOSE}`),
    expected: { status: 304 },
  },
  {
    path: '/wire/unknown-transfer-coding',
    respond: octets(`${OK}transfer-encoding: gzip\r\n${CLOSE}${body('Coded')}`),
    expected: asPage('Coded'),
  },
  {
    path: '/wire/kept-open',
    respond: silentAfter(`${OK}${length('Kept open')}connection: close\r\n\r\n${body('Kept open')}`),
    expected: asPage('Kept open'),
  },
  {
    // Nothing here speaks TLS: the other origin of the same host has no robots.txt that could be read.
    path: '/wire/https',
    link: 'https://127.0.0.1:PORT/wire/https',
    respond: whole({ body: body('Never') }),
    expected: { skipped: 'robots' },
  },
]
