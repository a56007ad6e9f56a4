import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pictureSize } from './picture-size.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const size = (width: number | null, height: number | null) => ({ width, height })
const unknown = size(null, null)

const files: [name: string, file: Uint8Array, expected: ReturnType<typeof pictureSize>][] = [
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 176, 0, 0, 2, 118]), size(1200, 630)],
  ['GIF', bytes('GIF89a', [0x2c, 1, 0xc8, 0]), size(300, 200)],
  [
    'JPEG behind what a camera wrote',
    bytes([0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xff, 0xc2, 0, 17, 8, 2, 118, 4, 176, 3]),
    size(1200, 630),
  ],
  ['JPEG whose size comes later than what was read', bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2, 3]), unknown],
  ['JPEG that lost its way', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0, 9, 9, 9, 9, 9, 9, 9]), unknown],
  ['WebP, lossy', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [...Array(10).fill(0)], [176, 4, 118, 2]), size(1200, 630)],
  [
    'WebP, lossless',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f], [0xaf, 0x44, 0x9d, 0], [0, 0, 0, 0, 0]),
    size(1200, 630),
  ],
  [
    'WebP with extensions',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [...Array(8).fill(0)], [0xaf, 4, 0, 0x75, 2, 0]),
    size(1200, 630),
  ],
  ['AVIF', bytes([0, 0, 0, 32], 'ftypavif'), unknown],
  ['SVG', bytes('<?xml version="1.0"?>\n<!-- x --><svg xmlns="x">'), unknown],
  ['a web page', bytes('<!doctype html><svg>'), null],
  ['a text', bytes('PNG'), null],
  ['nothing', bytes(), null],
  ['a PNG that is cut', bytes('\x89PNG\r\n\x1a\n'), unknown],
]

describe('pictureSize()', () => {
  for (const [name, file, expected] of files) test(name, () => assert.deepEqual(pictureSize(file), expected))

  test('accepts any bytes', () => {
    let state = 7
    const random = () => (state = (state * 48_271) % 2_147_483_647)
    const starts = files.map(([, file]) => file)
    for (let round = 0; round < 2_000; round++) {
      const start = starts[random() % starts.length] ?? bytes()
      const cut = start.subarray(0, random() % (start.length + 1))
      pictureSize(
        bytes(
          [...cut],
          Array.from({ length: random() % 60 }, () => random() % 256),
        ),
      )
    }
  })
})
