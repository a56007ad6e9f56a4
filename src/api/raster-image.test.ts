import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rasterMediaTypes } from '#shared/api/streams.ts'
import { rasterImage } from './raster-image.ts'
import { noPictures, pictures } from './test-images.ts'

describe('rasterImage()', () => {
  for (const [what, mediaType, bytes] of pictures)
    it(`knows ${what} and its size`, () => {
      assert.deepEqual(rasterImage(bytes), { mediaType, width: 40, height: 30 })
    })

  it('is tried with every format', () => {
    assert.deepEqual(new Set(pictures.map(([, mediaType]) => mediaType)), new Set(rasterMediaTypes))
  })

  for (const [what, bytes] of noPictures)
    it(`takes ${what} for no picture`, () => assert.equal(rasterImage(bytes), null))

  it('never reads beyond the end, wherever a picture is cut', () => {
    for (const [, , bytes] of pictures)
      for (let length = 0; length < Math.min(bytes.length, 200); length++) rasterImage(bytes.subarray(0, length))
  })

  it('reads a picture within a larger buffer', () => {
    const [, , png] = pictures[0] ?? []
    assert.ok(png)
    const larger = new Uint8Array(7 + png.length)
    larger.set(png, 7)
    assert.equal(rasterImage(larger.subarray(7))?.mediaType, 'image/png')
  })

  it('knows the starts of frames of JPEG from the other segments of their range', () => {
    const range = Array.from({ length: 16 }, (_, index) => 0xc0 + index)
    const isFrame = (marker: number) =>
      rasterImage(Buffer.from([0xff, 0xd8, 0xff, marker, 0, 11, 8, 0, 30, 0, 40, 1, 0, 0, 0])) !== null
    assert.deepEqual(
      range.filter(marker => !isFrame(marker)),
      [0xc4, 0xc8, 0xcc],
    )
  })
})
