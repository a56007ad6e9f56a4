import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { BodyReader, type BodyReaderOptions, type ReadBody } from './body-reader.ts'
import { MAX_BYTES_AT_ONCE, namedCodings } from './content-coding.ts'
import { createLargeBodyLanes, LARGE_BODY_BYTES } from './large-body-lanes.ts'

const page = Buffer.from(`<!doctype html><title>Page</title>${'<p>Some words of text.</p>'.repeat(200)}`)
/** Does not compress, so that the coded body is too large to be decoded at once. */
const noise = seededNoise(MAX_BYTES_AT_ONCE * 3)
const zeros = Buffer.alloc(20_000_000)

/** Xorshift: the same octets every time. */
function seededNoise(length: number): Buffer {
  let state = 2_463_534_242
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return state >>> 8
    }),
  )
}

const coders: Record<string, (input: Buffer) => Buffer> = {
  gzip: input => zlib.gzipSync(input),
  'x-gzip': input => zlib.gzipSync(input),
  deflate: input => zlib.deflateSync(input),
  'deflate (raw)': input => zlib.deflateRawSync(input),
  br: input => zlib.brotliCompressSync(input, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: input => zlib.zstdCompressSync(input),
}

interface ReadOptions extends Partial<Pick<BodyReaderOptions, 'maxBytes' | 'lanes' | 'onLargeBody'>> {
  chunkBytes?: number
}

/** Reads a body that arrives in chunks; waits as the connection does. */
function read(
  wire: Buffer,
  coding: string,
  { maxBytes = 2_000_000, chunkBytes = 16_384, lanes = createLargeBodyLanes(1), onLargeBody }: ReadOptions = {},
): Promise<ReadBody> {
  return new Promise(resolve => {
    let position = 0
    const reader = new BodyReader({
      codings: namedCodings(coding === '' ? [] : [['content-encoding', coding.replace(' (raw)', '')]]),
      maxBytes,
      lanes,
      now: () => 0,
      onWritable: () => pump(),
      onLargeBody,
      onDone: resolve,
    })
    const pump = () => {
      while (position < wire.length) {
        const chunk = wire.subarray(position, position + chunkBytes)
        position += chunk.length
        if (!reader.push(chunk)) return
      }
      reader.end()
    }
    pump()
  })
}

describe('a coded body', () => {
  for (const [coding, encode] of Object.entries(coders)) {
    test(`${coding}: small`, async () => {
      const { body, isTruncated, undecodable } = await read(encode(page), coding)
      assert.deepEqual([Buffer.from(body).equals(page), isTruncated, undecodable], [true, false, null])
    })
    test(`${coding}: larger than what is decoded at once`, async () => {
      const { body, isTruncated } = await read(encode(noise), coding)
      assert.deepEqual([Buffer.from(body).equals(noise), isTruncated], [true, false])
    })
    test(`${coding}: in single octets`, async () => {
      const { body } = await read(encode(page), coding, { chunkBytes: 1 })
      assert.ok(Buffer.from(body).equals(page))
    })
    test(`${coding}: a bomb is cut at the limit`, async () => {
      const { body, isTruncated } = await read(encode(zeros), coding, { maxBytes: 1_000_000 })
      assert.deepEqual([body.length, isTruncated], [1_000_000, true])
    })
    test(`${coding}: cut off, keeps what was decoded`, async () => {
      const wire = encode(noise)
      const { body, undecodable } = await read(wire.subarray(0, wire.length / 2), coding)
      assert.equal(undecodable, null)
      assert.ok(body.length > 1_000 && noise.subarray(0, body.length).equals(body))
    })
    test(`${coding}: followed by rubbish`, async () => {
      const { body, undecodable } = await read(Buffer.concat([encode(page), Buffer.from('<!-- rubbish -->')]), coding)
      assert.deepEqual([Buffer.from(body).equals(page), undecodable], [true, null])
    })
    test(`${coding}: of nothing`, async () => {
      const { body, undecodable } = await read(encode(Buffer.alloc(0)), coding)
      assert.deepEqual([body.length, undecodable], [0, null])
    })
    test(`${coding}: announced but absent`, async () => {
      const { undecodable } = await read(page, coding)
      assert.equal(undecodable, `cannot be decoded (Content-Encoding: ${coding.replace(' (raw)', '')})`)
    })
    test(`${coding}: announced, nothing sent`, async () => {
      const { body, undecodable } = await read(Buffer.alloc(0), coding)
      assert.deepEqual([body.length, undecodable], [0, null])
    })
  }

  const ends: [name: string, coding: string, wire: Buffer, isCutOff: boolean][] = [
    ['a whole body', 'gzip', zlib.gzipSync(page), false],
    ['a whole large body', 'gzip', zlib.gzipSync(noise), false],
    ['rubbish behind a large body', 'gzip', Buffer.concat([zlib.gzipSync(noise), Buffer.alloc(5_000, 1)]), false],
    ['half of a body', 'gzip', zlib.gzipSync(page).subarray(0, 60), true],
    ['half of a large body', 'gzip', zlib.gzipSync(noise).subarray(0, noise.length / 2), true],
    ['half of a body', 'br', zlib.brotliCompressSync(page).subarray(0, -5), true],
    ['a missing check sum', 'gzip', zlib.gzipSync(page).subarray(0, -8), false],
    ['a bomb', 'gzip', zlib.gzipSync(zeros), false],
  ]
  for (const [name, coding, wire, isCutOff] of ends)
    for (const chunkBytes of [16_384, 1_000])
      test(`${coding}: ${name} in pieces of ${chunkBytes} is ${isCutOff ? '' : 'not '}cut off`, async () =>
        assert.equal((await read(wire, coding, { chunkBytes })).isCutOff, isCutOff))

  test('several codings are taken off in reverse order', async () => {
    const wire = zlib.brotliCompressSync(zlib.deflateSync(zlib.gzipSync(page)))
    const { body } = await read(wire, 'gzip, deflate, br')
    assert.ok(Buffer.from(body).equals(page))
  })

  test('a bomb in a bomb is cut at the limit', async () => {
    const { body, isTruncated } = await read(zlib.gzipSync(zlib.gzipSync(zeros)), 'gzip, gzip', { maxBytes: 1_000_000 })
    assert.deepEqual([body.length, isTruncated], [1_000_000, true])
  })

  test('an outer bomb that leads to little ends at the limit, too', async () => {
    // 20 MB of empty gzip members: the outer coding grows, the inner one gives nothing.
    const members = Buffer.concat(Array.from({ length: 1_000 }, () => zlib.gzipSync(Buffer.alloc(0))))
    const wire = zlib.gzipSync(Buffer.concat(Array.from({ length: 1_000 }, () => members)))
    const { body } = await read(wire, 'gzip, gzip', { maxBytes: 100_000 })
    assert.equal(body.length, 0)
  })

  test('five codings are taken, six are refused', async () => {
    const coded = Array.from({ length: 5 }).reduce<Buffer>(body => zlib.gzipSync(body), page)
    assert.ok(Buffer.from((await read(coded, 'gzip,gzip,gzip,gzip,gzip')).body).equals(page))
    const { undecodable } = await read(zlib.gzipSync(coded), 'gzip,gzip,gzip,gzip,gzip,gzip')
    assert.equal(undecodable, 'cannot be decoded (Content-Encoding: more than 5 codings)')
  })

  test('an unknown coding is taken as none when the body is text', async () => {
    assert.ok(Buffer.from((await read(page, 'utf-8')).body).equals(page))
  })

  test('an unknown coding is refused when the body is no text', async () => {
    const { undecodable } = await read(zlib.gzipSync(page), 'compress')
    assert.equal(undecodable, 'cannot be decoded (Content-Encoding: compress)')
  })

  test('identity and none are no coding', async () => {
    for (const coding of ['identity', 'none', ' ', 'Identity, none']) {
      assert.ok(Buffer.from((await read(page, coding)).body).equals(page))
    }
  })

  test('names in any case', async () => {
    assert.ok(Buffer.from((await read(zlib.gzipSync(page), 'GZip')).body).equals(page))
  })
})

describe('a plain body', () => {
  test('of exactly the limit is whole', async () => {
    const { body, isTruncated } = await read(noise, '', { maxBytes: noise.length })
    assert.deepEqual([body.length, isTruncated], [noise.length, false])
  })

  test('of one octet more is cut', async () => {
    const { body, isTruncated } = await read(noise, '', { maxBytes: noise.length - 1 })
    assert.deepEqual([body.length, isTruncated], [noise.length - 1, true])
  })
})

describe('large bodies', () => {
  const large = Buffer.alloc(LARGE_BODY_BYTES * 2, 'x')
  const codings: [string, Buffer][] = [
    ['', large],
    ['gzip', zlib.gzipSync(noise)],
    // Small on the wire: what it grows to is known only while it is decoded.
    ['br', zlib.brotliCompressSync(zeros)],
  ]
  for (const [coding, wire] of codings)
    test(`${coding || 'not coded'}: are read one after the other where there is one lane`, async () => {
      const lanes = createLargeBodyLanes(1)
      const taken = lanes.enter(() => {})
      const ended: number[] = []
      const both = [0, 1].map(number =>
        read(wire, coding, { lanes }).then(body => {
          ended.push(number)
          return body
        }),
      )
      // All that could come without a lane has come by then.
      await new Promise(setImmediate)
      assert.deepEqual(ended, [])
      taken.leave()
      const bodies = await Promise.all(both)
      assert.deepEqual(ended, [0, 1])
      assert.ok(bodies.every(({ body, undecodable }) => body.length > LARGE_BODY_BYTES / 2 && undecodable === null))
      assert.equal(lanes.enter(() => {}).isFree, true, 'the lane is free again')
    })

  test('a body that is large only when it is decoded keeps its lane until the caller releases it', async () => {
    const lanes = createLargeBodyLanes(1)
    const releases: (() => void)[] = []
    const onLargeBody = (release: () => void) => void releases.push(release)
    const wire = zlib.gzipSync(zeros.subarray(0, LARGE_BODY_BYTES + 1))
    const { body } = await read(wire, 'gzip', { lanes, onLargeBody })
    assert.equal(body.length, LARGE_BODY_BYTES + 1)
    const next = lanes.enter(() => {})
    assert.equal(next.isFree, false)
    assert.equal(releases.length, 1)
    releases[0]?.()
    assert.equal(next.isFree, true)
  })

  test('a body that stays below a megabyte needs no lane', async () => {
    const lanes = createLargeBodyLanes(1)
    lanes.enter(() => {})
    const { body } = await read(large.subarray(0, LARGE_BODY_BYTES), '', { lanes })
    assert.equal(body.length, LARGE_BODY_BYTES)
  })

  test('the wait for a lane is counted, and what is given up waits no longer', () => {
    const lanes = createLargeBodyLanes(1)
    const taken = lanes.enter(() => {})
    let nowMs = 100
    const reader = new BodyReader({
      codings: namedCodings([]),
      maxBytes: LARGE_BODY_BYTES * 4,
      lanes,
      now: () => nowMs,
      onWritable: () => {},
      onDone: () => {},
    })
    assert.equal(reader.push(large), false)
    nowMs = 350
    assert.equal(reader.waitedMs, 250)
    taken.leave()
    nowMs = 900
    assert.equal(reader.waitedMs, 250)
    assert.equal(reader.push(Buffer.from('x')), true)
    reader.cancel()
    assert.equal(lanes.enter(() => {}).isFree, true)
  })
})
