import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { zlibOutput } from './content-coding.ts'

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
