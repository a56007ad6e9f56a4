import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Coding } from './content-coding.ts'
import { type Decoded, StreamDecoder } from './stream-decoder.ts'

/** What zlib gives at once. */
const OUTPUT_BYTES = 64 * 1024
const text = Buffer.from('A page about bread, and another about cake. '.repeat(4_000))
const zeros = Buffer.alloc(4 * OUTPUT_BYTES)

interface Sent {
  wire: Buffer
  codings?: Coding[]
  maxBytes?: number
  /** The size of the pieces in which it arrives. */
  pieceBytes?: number
}

async function decode({ wire, codings = ['gzip'], maxBytes = 1e7, pieceBytes = wire.length }: Sent): Promise<Decoded> {
  const { promise, resolve } = Promise.withResolvers<Decoded>()
  let go: () => void = () => undefined
  const decoder = new StreamDecoder({ codings, maxBytes, onWritable: () => go(), onDone: resolve })
  const send = async () => {
    for (let at = 0; at < wire.length; at += pieceBytes) {
      const { promise: writable, resolve: resume } = Promise.withResolvers<void>()
      go = resume
      if (!decoder.write(wire.subarray(at, at + pieceBytes))) await writable
    }
    decoder.end()
  }
  const [decoded] = await Promise.all([promise, send()])
  return decoded
}

const whole = { body: text, isTruncated: false, isCutOff: false }
const gzip = gzipSync(text)
const sent: [what: string, sent: Sent, decoded: Decoded][] = [
  ['nothing', { wire: Buffer.alloc(0) }, { ...whole, body: Buffer.alloc(0) }],
  ['a body without a coding', { wire: text, codings: [] }, whole],
  ['gzip', { wire: gzip }, whole],
  ['gzip, octet by octet', { wire: gzip, pieceBytes: 1 }, whole],
  ['zlib, octet by octet', { wire: deflateSync(text), codings: ['deflate'], pieceBytes: 1 }, whole],
  ['raw deflate', { wire: deflateRawSync(text), codings: ['deflate'] }, whole],
  ['Brotli', { wire: brotliCompressSync(text), codings: ['br'] }, whole],
  ['Zstandard', { wire: zstdCompressSync(text), codings: ['zstd'] }, whole],
  [
    'two codings, the last applied first',
    { wire: deflateSync(gzip), codings: ['gzip', 'deflate'], pieceBytes: 7 },
    whole,
  ],
  ['garbage behind gzip', { wire: Buffer.concat([gzip, Buffer.from('garbage')]) }, whole],
  ['gzip without its checksum', { wire: gzip.subarray(0, -8) }, { ...whole, isCutOff: true }],
  ['zlib without its checksum', { wire: deflateSync(text).subarray(0, -4), codings: ['deflate'] }, whole],
  ['what is not gzip', { wire: Buffer.from('<!doctype html>') }, { ...whole, body: Buffer.alloc(0) }],
  ['the start of a gzip header', { wire: gzip.subarray(0, 5) }, { ...whole, body: Buffer.alloc(0) }],
  ['as much as fits', { wire: gzip, maxBytes: text.length }, whole],
  [
    'one byte more than fits',
    { wire: gzip, maxBytes: text.length - 1 },
    { ...whole, body: text.subarray(0, -1), isTruncated: true },
  ],
  [
    'more than fits, at the border of two outputs',
    { wire: gzipSync(zeros), maxBytes: OUTPUT_BYTES },
    { body: zeros.subarray(0, OUTPUT_BYTES), isTruncated: true, isCutOff: false },
  ],
  [
    'more than fits, one byte behind the border of two outputs',
    { wire: gzipSync(zeros), maxBytes: OUTPUT_BYTES + 1 },
    { body: zeros.subarray(0, OUTPUT_BYTES + 1), isTruncated: true, isCutOff: false },
  ],
]

describe('StreamDecoder', () => {
  for (const [what, given, expected] of sent)
    test(`decodes ${what}`, async () => assert.deepEqual(await decode(given), expected))

  test('applies the limit to what every coding gives', async () => {
    const wire = gzipSync(gzipSync(zeros, { level: 0 }))
    const { body } = await decode({ wire, codings: ['gzip', 'gzip'], maxBytes: 2 * OUTPUT_BYTES })
    assert.ok(body.length > 0 && body.length < 2 * OUTPUT_BYTES, `${body.length} bytes`)
    assert.ok(body.every(octet => octet === 0))
  })

  test('is done at the first octet that cannot be decoded, once, and takes nothing more', () => {
    let done = 0
    const decoder = new StreamDecoder({ codings: ['gzip'], maxBytes: 10, onWritable() {}, onDone: () => done++ })
    assert.equal(decoder.write(Buffer.from('no gzip')), true)
    assert.equal(done, 1)
    assert.equal(decoder.write(gzip), true)
    decoder.end()
    assert.equal(done, 1)
  })

  test('releases a writer that waits when the limit is reached', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isDone = false
    const decoder = new StreamDecoder({
      codings: ['gzip'],
      maxBytes: 10,
      onWritable: () => isDone && resolve(),
      onDone: () => {
        isDone = true
      },
    })
    decoder.write(gzip)
    await promise
  })

  test('is never done after it was cancelled', async () => {
    let done = 0
    const decoder = new StreamDecoder({ codings: ['gzip'], maxBytes: 10, onWritable() {}, onDone: () => done++ })
    decoder.write(gzip.subarray(0, 100))
    decoder.cancel()
    assert.equal(decoder.write(gzip.subarray(100)), true)
    decoder.end()
    await decode({ wire: gzip })
    assert.equal(done, 0)
  })
})
