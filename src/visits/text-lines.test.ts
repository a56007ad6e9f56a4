import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LineLimits, textLines, UnreadableFileError } from './text-lines.ts'

const MEGABYTE = 1_048_576
/** What a file may have before its ratio counts. */
const FREE_MEGABYTES = 64
/** Without an end of line: only its bytes count. */
const chunk = new Uint8Array(MEGABYTE).fill(0x78)

async function* text(megabytes: number, more: number): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < megabytes; count++) yield chunk
  if (more > 0) yield chunk.subarray(0, more)
}

async function isRead(file: AsyncIterable<Uint8Array>, limits: LineLimits): Promise<boolean> {
  try {
    await Array.fromAsync(textLines(file, limits))
    return true
  } catch (error) {
    assert.ok(error instanceof UnreadableFileError)
    return false
  }
}

/** A file that is not packed has a ratio of 1. */
const sizes: [name: string, size: [megabytes: number, more: number], limits: Partial<LineLimits>, isRead: boolean][] = [
  ['as much text as it may', [2, 0], { maxBytes: 2 * MEGABYTE }, true],
  ['a byte more text than it may', [2, 1], { maxBytes: 2 * MEGABYTE }, false],
  ['too high a ratio in its first megabytes', [FREE_MEGABYTES, 0], { maxRatio: 0.5 }, true],
  ['too high a ratio, and a byte more', [FREE_MEGABYTES, 1], { maxRatio: 0.5 }, false],
  ['the ratio that it may have, and a byte more', [FREE_MEGABYTES, 1], { maxRatio: 1 }, true],
]

describe('textLines()', () => {
  for (const [name, size, limits, expected] of sizes)
    it(`${expected ? 'reads' : 'refuses'} a file with ${name}`, async () =>
      assert.equal(await isRead(text(...size), { maxBytes: 1e9, maxRatio: 200, ...limits }), expected))
})
