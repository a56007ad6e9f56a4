import zlib from 'node:zlib'
import type { Expected, HostileRoute, Respond } from './hostile-server.ts'
import { endless, HTML, octets, pageOf, whole } from './responses.ts'

/** Content codings and sizes: bombs, damage, lies, and bodies without end. A page is read up to 3 MB. */

const coded = (coding: string, body: Buffer | string): Respond =>
  whole({ headers: [HTML, `content-encoding: ${coding}`], body })
const asPage = (title: string): Expected => ({ status: 200, failure: '', title, h1: title })
/** Browsers cannot read these either. */
const undecodable: Expected = { status: null, failure: /^cannot be decoded/, issues: ['internal-link-no-response'] }

const BOMB_BYTES = 32 * 1024 * 1024
const bomb = Buffer.concat([Buffer.from(pageOf('Bomb')), Buffer.alloc(BOMB_BYTES, ' ')])
const gzipBomb = zlib.gzipSync(bomb, { level: 1 })
const truncated: Expected = { ...asPage('Bomb'), issues: ['html-too-large'] }

/** A frame of zstd that needs a window of 128 MB, which a decoder may refuse (RFC 9659). */
const wideZstd = zlib.zstdCompressSync(Buffer.alloc(BOMB_BYTES * 2), {
  params: {
    [zlib.constants.ZSTD_c_windowLog]: 27,
    [zlib.constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [zlib.constants.ZSTD_c_contentSizeFlag]: 0,
  },
})

const page = (title: string) => Buffer.from(pageOf(title))
const cutGzip = zlib.gzipSync(pageOf('Cut', `<p>${'text '.repeat(5_000)}</p>`), { level: 0 })

export const codingRoutes: readonly HostileRoute[] = [
  { path: '/coding/gzip', respond: coded('gzip', zlib.gzipSync(page('Gzip'))), expected: asPage('Gzip') },
  { path: '/coding/x-gzip', respond: coded('X-GZip', zlib.gzipSync(page('X'))), expected: asPage('X') },
  { path: '/coding/br', respond: coded('br', zlib.brotliCompressSync(page('Brotli'))), expected: asPage('Brotli') },
  { path: '/coding/zstd', respond: coded('zstd', zlib.zstdCompressSync(page('Zstd'))), expected: asPage('Zstd') },
  { path: '/coding/deflate', respond: coded('deflate', zlib.deflateSync(page('Zlib'))), expected: asPage('Zlib') },
  { path: '/coding/raw-deflate', respond: coded('deflate', zlib.deflateRawSync(page('Raw'))), expected: asPage('Raw') },
  {
    path: '/coding/two-codings',
    respond: coded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(page('Twice')))),
    expected: asPage('Twice'),
  },
  { path: '/coding/gzip-bomb', respond: coded('gzip', gzipBomb), expected: truncated },
  {
    path: '/coding/br-bomb',
    respond: coded('br', zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } })),
    expected: truncated,
  },
  { path: '/coding/zstd-bomb', respond: coded('zstd', zlib.zstdCompressSync(bomb)), expected: truncated },
  { path: '/coding/nested-bomb', respond: coded('gzip, gzip', zlib.gzipSync(gzipBomb)), expected: truncated },
  {
    path: '/coding/mixed-bomb',
    respond: coded('gzip, zstd, br', zlib.brotliCompressSync(zlib.zstdCompressSync(gzipBomb))),
    expected: truncated,
  },
  { path: '/coding/wide-zstd', respond: coded('zstd', wideZstd), expected: undecodable },
  {
    path: '/coding/six-codings',
    respond: coded('gzip, gzip, gzip, gzip, gzip, gzip', zlib.gzipSync(page('Six'))),
    expected: { ...undecodable, failure: /more than 5 codings/ },
  },
  { path: '/coding/says-gzip', respond: coded('gzip', page('Not coded')), expected: undecodable },
  { path: '/coding/says-br', respond: coded('br', page('Not coded')), expected: undecodable },
  { path: '/coding/noise-as-zstd', respond: coded('zstd', Buffer.alloc(1_000, 0xa7)), expected: undecodable },
  {
    path: '/coding/cut-gzip',
    respond: coded('gzip', cutGzip.subarray(0, cutGzip.length - 3_000)),
    expected: { ...asPage('Cut'), issues: ['html-cut-off'], noIssues: ['content-thin'] },
  },
  {
    path: '/coding/gzip-and-rubbish',
    respond: coded('gzip', Buffer.concat([zlib.gzipSync(page('Rubbish')), Buffer.alloc(3_000, 0xa7)])),
    expected: asPage('Rubbish'),
  },
  { path: '/coding/empty-gzip', respond: coded('gzip', ''), expected: { status: 200, failure: '' } },
  { path: '/coding/unknown-text', respond: coded('utf-8', page('Unknown')), expected: asPage('Unknown') },
  { path: '/coding/unknown-binary', respond: coded('lzma', Buffer.alloc(1_000, 1)), expected: undecodable },
  {
    path: '/coding/empty-tokens',
    respond: coded(', gzip,,', zlib.gzipSync(page('Commas'))),
    expected: asPage('Commas'),
  },
  {
    path: '/size/endless-page',
    respond: endless(`HTTP/1.1 200 OK\r\n${HTML}\r\n\r\n${pageOf('Endless')}`, Buffer.alloc(65_536, ' ')),
    expected: { ...asPage('Endless'), issues: ['html-too-large'] },
  },
  {
    path: '/size/endless-download',
    respond: endless('HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n\r\n', Buffer.alloc(65_536)),
    expected: { skipped: 'type' },
  },
  {
    path: '/size/claims-an-exabyte',
    respond: octets('HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 1152921504606846976\r\n\r\nstart'),
    expected: { skipped: 'type' },
  },
  {
    path: '/size/large-page',
    respond: whole({ body: pageOf('Large', `<p>${'word '.repeat(800_000)}</p>`) }),
    expected: { ...asPage('Large'), issues: ['html-too-large'] },
  },
  {
    path: '/size/empty-page',
    respond: whole({ body: '' }),
    expected: { status: 200, failure: '', issues: ['page-empty'] },
  },
]
