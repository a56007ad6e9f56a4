import zlib from 'node:zlib'
import type { Answer, Expected, HostileRoute } from './hostile-server.ts'
import { endless, HTML, octets, pageOf, whole } from './responses.ts'

/** Content codings and sizes: bombs, damage, lies, and bodies without end. A page is read up to 3 MB. */

const coded = (coding: string, body: Buffer | string): Answer =>
  whole({ headers: [HTML, `content-encoding: ${coding}`], body })
const asPage = (title: string): Expected => ({ status: 200, failure: '', title, h1: title })
/** Browsers cannot read these either. */
const undecodable: Expected = { status: null, failure: /^cannot be decoded/, issues: ['internal-link-no-response'] }

const BOMB_BYTES = 32 * 1024 * 1024
const bomb = Buffer.concat([Buffer.from(pageOf('Bomb')), Buffer.alloc(BOMB_BYTES, ' ')])
const gzipBomb = zlib.gzipSync(bomb, { level: 1 })
const truncated: Expected = { ...asPage('Bomb'), issues: ['html-too-large'] }

/** A frame of zstd that asks for a window of 128 MB, which a decoder may refuse (RFC 9659). */
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
  { path: '/coding/gzip', answer: coded('gzip', zlib.gzipSync(page('Gzip'))), expected: asPage('Gzip') },
  { path: '/coding/x-gzip', answer: coded('X-GZip', zlib.gzipSync(page('X'))), expected: asPage('X') },
  { path: '/coding/br', answer: coded('br', zlib.brotliCompressSync(page('Brotli'))), expected: asPage('Brotli') },
  { path: '/coding/zstd', answer: coded('zstd', zlib.zstdCompressSync(page('Zstd'))), expected: asPage('Zstd') },
  { path: '/coding/deflate', answer: coded('deflate', zlib.deflateSync(page('Zlib'))), expected: asPage('Zlib') },
  { path: '/coding/raw-deflate', answer: coded('deflate', zlib.deflateRawSync(page('Raw'))), expected: asPage('Raw') },
  {
    path: '/coding/two-codings',
    answer: coded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(page('Twice')))),
    expected: asPage('Twice'),
  },
  { path: '/coding/gzip-bomb', answer: coded('gzip', gzipBomb), expected: truncated },
  {
    path: '/coding/br-bomb',
    answer: coded('br', zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } })),
    expected: truncated,
  },
  { path: '/coding/zstd-bomb', answer: coded('zstd', zlib.zstdCompressSync(bomb)), expected: truncated },
  { path: '/coding/nested-bomb', answer: coded('gzip, gzip', zlib.gzipSync(gzipBomb)), expected: truncated },
  {
    path: '/coding/mixed-bomb',
    answer: coded('gzip, zstd, br', zlib.brotliCompressSync(zlib.zstdCompressSync(gzipBomb))),
    expected: truncated,
  },
  { path: '/coding/wide-zstd', answer: coded('zstd', wideZstd), expected: undecodable },
  {
    path: '/coding/six-codings',
    answer: coded('gzip, gzip, gzip, gzip, gzip, gzip', zlib.gzipSync(page('Six'))),
    expected: { ...undecodable, failure: /more than 5 codings/ },
  },
  { path: '/coding/says-gzip', answer: coded('gzip', page('Not coded')), expected: undecodable },
  { path: '/coding/says-br', answer: coded('br', page('Not coded')), expected: undecodable },
  { path: '/coding/noise-as-zstd', answer: coded('zstd', Buffer.alloc(1_000, 0xa7)), expected: undecodable },
  {
    path: '/coding/cut-gzip',
    answer: coded('gzip', cutGzip.subarray(0, cutGzip.length - 3_000)),
    expected: { ...asPage('Cut'), issues: ['html-cut-off'], noIssues: ['content-thin'] },
  },
  {
    path: '/coding/gzip-and-rubbish',
    answer: coded('gzip', Buffer.concat([zlib.gzipSync(page('Rubbish')), Buffer.alloc(3_000, 0xa7)])),
    expected: asPage('Rubbish'),
  },
  { path: '/coding/empty-gzip', answer: coded('gzip', ''), expected: { status: 200, failure: '' } },
  { path: '/coding/unknown-text', answer: coded('utf-8', page('Unknown')), expected: asPage('Unknown') },
  { path: '/coding/unknown-binary', answer: coded('lzma', Buffer.alloc(1_000, 1)), expected: undecodable },
  {
    path: '/coding/empty-tokens',
    answer: coded(', gzip,,', zlib.gzipSync(page('Commas'))),
    expected: asPage('Commas'),
  },
  {
    path: '/size/endless-page',
    answer: endless(`HTTP/1.1 200 OK\r\n${HTML}\r\n\r\n${pageOf('Endless')}`, Buffer.alloc(65_536, ' ')),
    expected: { ...asPage('Endless'), issues: ['html-too-large'] },
  },
  {
    path: '/size/endless-download',
    answer: endless('HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n\r\n', Buffer.alloc(65_536)),
    expected: { skipped: 'type' },
  },
  {
    path: '/size/claims-an-exabyte',
    answer: octets('HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 1152921504606846976\r\n\r\nstart'),
    expected: { skipped: 'type' },
  },
  {
    path: '/size/large-page',
    answer: whole({ body: pageOf('Large', `<p>${'word '.repeat(800_000)}</p>`) }),
    expected: { ...asPage('Large'), issues: ['html-too-large'] },
  },
  {
    path: '/size/empty-page',
    answer: whole({ body: '' }),
    expected: { status: 200, failure: '', issues: ['title-missing'] },
  },
]
