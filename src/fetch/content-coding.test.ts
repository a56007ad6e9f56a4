import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  inflateRawSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { type Coding, codedStart, decodeAtOnce, type NamedCodings, namedCodings, zlibOutput } from './content-coding.ts'

const CHUNK_BYTES = 64 * 1024
const TIMES = 100
const text = Buffer.from('Nothing is kept of it. '.repeat(1_000))

describe('zlibOutput()', () => {
  it('is what the call would have returned', () => {
    const packed = zlibOutput(zstdCompressSync(text, { info: true }))
    assert.deepEqual(zlibOutput(zstdDecompressSync(packed, { info: true })), text)
  })

  it('keeps no output buffer once the young are collected', () => {
    setFlagsFromString('--expose-gc')
    const collect = (): unknown => runInNewContext("gc({ type: 'minor' })")
    const packed = deflateRawSync(text)
    // What other tests have left is gone before, and is not counted.
    runInNewContext('gc()')
    const grown = (inflate: () => unknown): number => {
      collect()
      const before = process.memoryUsage().arrayBuffers
      for (let time = 0; time < TIMES; time++) inflate()
      // Twice, as what is alive at the first is old after the second.
      collect()
      collect()
      return process.memoryUsage().arrayBuffers - before
    }
    const options = { chunkSize: CHUNK_BYTES, info: true }
    const kept = grown(() => inflateRawSync(packed, options))
    assert.ok(kept > (TIMES * CHUNK_BYTES) / 2, `Node keeps ${kept} bytes by itself: zlibOutput() is needed no more`)
    assert.ok(grown(() => zlibOutput(inflateRawSync(packed, options))) < 4 * CHUNK_BYTES)
  })

  it('says so when it is given anything else', () => {
    for (const wrong of [text, null, { buffer: text }, { engine: {} }])
      assert.throws(() => zlibOutput(wrong), TypeError)
  })
})

describe('namedCodings()', () => {
  const long = 'x'.repeat(200)
  const responses: [headers: [name: string, value: string][], named: NamedCodings][] = [
    [[], { kind: 'known', codings: [], named: '' }],
    [[['content-type', 'gzip']], { kind: 'known', codings: [], named: '' }],
    [[['content-encoding', '']], { kind: 'known', codings: [], named: '' }],
    [[['content-encoding', 'identity, none']], { kind: 'known', codings: [], named: 'identity, none' }],
    [[['content-encoding', ' GZip ']], { kind: 'known', codings: ['gzip'], named: 'GZip' }],
    [[['content-encoding', 'x-gzip,br']], { kind: 'known', codings: ['gzip', 'br'], named: 'x-gzip,br' }],
    [
      [
        ['content-encoding', 'deflate'],
        ['content-encoding', 'zstd'],
      ],
      { kind: 'known', codings: ['deflate', 'zstd'], named: 'deflate, zstd' },
    ],
    [[['content-encoding', 'utf-8']], { kind: 'unknown', named: 'utf-8' }],
    [[['content-encoding', long]], { kind: 'unknown', named: long.slice(0, 100) }],
    [
      [['content-encoding', `${' '.repeat(200)}br,${' '.repeat(200)}`]],
      { kind: 'known', codings: ['br'], named: 'br,' },
    ],
    [
      [['content-encoding', 'br,br,br,br,br']],
      { kind: 'known', codings: Array<Coding>(5).fill('br'), named: 'br,br,br,br,br' },
    ],
    [[['content-encoding', 'br,br,br,br,br,br']], { kind: 'too-many', named: 'more than 5 codings' }],
  ]
  for (const [headers, named] of responses)
    it(`reads ${JSON.stringify(headers).slice(0, 80)}`, () => assert.deepEqual(namedCodings(headers), named))
})

describe('codedStart()', () => {
  const FIXED = 10
  const gzipHeader = (flags: number, ...fields: number[]) =>
    Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3, ...fields])
  const [check, extra, name, comment] = [2, 4, 8, 16]
  const starts: [what: string, coding: Coding, octets: Buffer, start: number | 'more' | 'wrong'][] = [
    ['no octet of gzip', 'gzip', Buffer.alloc(0), 'more'],
    ['the first octet', 'gzip', Buffer.from([0x1f]), 'more'],
    ['another second octet', 'gzip', Buffer.from([0x1f, 0x8a]), 'wrong'],
    ['another method', 'gzip', Buffer.from([0x1f, 0x8b, 7]), 'wrong'],
    ['one octet less than a header', 'gzip', gzipHeader(0).subarray(0, FIXED - 1), 'more'],
    ['a header', 'gzip', gzipHeader(0), FIXED],
    ['the check of a header, not there', 'gzip', gzipHeader(check, 1), 'more'],
    ['the check of a header', 'gzip', gzipHeader(check, 1, 2), FIXED + 2],
    ['half the length of an extra field', 'gzip', gzipHeader(extra, 3), 'more'],
    ['an empty extra field', 'gzip', gzipHeader(extra, 0, 0), FIXED + 2],
    ['a cut extra field', 'gzip', gzipHeader(extra, 3, 0, 1, 2), 'more'],
    ['an extra field', 'gzip', gzipHeader(extra, 3, 0, 1, 2, 3), FIXED + 5],
    ['an extra field of 256 octets', 'gzip', gzipHeader(extra, 0, 1, ...Array<number>(256).fill(1)), FIXED + 258],
    ['a name without its end', 'gzip', gzipHeader(name, 65, 66), 'more'],
    ['a name', 'gzip', gzipHeader(name, 65, 66, 0, 9), FIXED + 3],
    ['a comment', 'gzip', gzipHeader(comment, 65, 0, 9), FIXED + 2],
    ['a name and no comment', 'gzip', gzipHeader(name | comment, 65, 0, 66), 'more'],
    [
      'every field',
      'gzip',
      gzipHeader(check | extra | name | comment, 1, 0, 0, 65, 0, 66, 0, 1, 2),
      FIXED + 3 + 2 + 2 + 2,
    ],
    ['a name of 256 kB without its end', 'gzip', Buffer.concat([gzipHeader(name), Buffer.alloc(262_134, 65)]), 'more'],
    ['a longer name without its end', 'gzip', Buffer.concat([gzipHeader(name), Buffer.alloc(262_135, 65)]), 'wrong'],
    ['one octet of deflate', 'deflate', Buffer.from([0x78]), 'more'],
    ['a zlib header', 'deflate', Buffer.from([0x78, 0x9c]), 2],
    ['a zlib header with a wrong check', 'deflate', Buffer.from([0x78, 0x9d]), 0],
    ['a zlib header of another method', 'deflate', Buffer.from([0x79, 0x18]), 0],
    ['Brotli', 'br', Buffer.alloc(0), 0],
    ['Zstandard', 'zstd', Buffer.alloc(0), 0],
  ]
  for (const [what, coding, octets, start] of starts)
    it(`of ${what} is ${start}`, () => assert.equal(codedStart(coding, octets), start))
})

describe('decodeAtOnce()', () => {
  const gzip = gzipSync(text)
  const bodies: [what: string, wire: Buffer, codings: Coding[], decoded: Buffer | 'cut' | 'unfit'][] = [
    ['no coding', text, [], text],
    ['gzip', gzip, ['gzip'], text],
    ['zlib', deflateSync(text), ['deflate'], text],
    ['raw deflate', deflateRawSync(text), ['deflate'], text],
    ['Brotli', brotliCompressSync(text), ['br'], text],
    ['Zstandard', zstdCompressSync(text), ['zstd'], text],
    ['two codings', brotliCompressSync(gzip), ['gzip', 'br'], text],
    ['gzip without its end', gzip.subarray(0, 20), ['gzip'], 'cut'],
    ['a cut header', gzip.subarray(0, 5), ['gzip'], 'unfit'],
    ['what is not gzip', text, ['gzip'], 'unfit'],
    ['damaged data', Buffer.concat([gzip.subarray(0, 10), Buffer.alloc(20, 255)]), ['gzip'], 'unfit'],
    ['one byte more than fits', gzipSync(Buffer.alloc(text.length + 1)), ['gzip'], 'unfit'],
  ]
  for (const [what, wire, codings, decoded] of bodies)
    it(`decodes ${what}`, () => assert.deepEqual(decodeAtOnce(wire, codings, text.length), decoded))
})
