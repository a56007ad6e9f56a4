import { gradientPng } from '#demo-site/assets.ts'

/** Small pictures for tests: whole headers, and nothing that a browser would need to draw them. */

function bytesOf(...parts: (string | number[])[]): Buffer {
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
}

function numberBytes(value: number, { length, isLittle }: { length: number; isLittle: boolean }): number[] {
  const bytes = Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256)
  return isLittle ? bytes : bytes.reverse()
}

const little = (value: number, length: number) => numberBytes(value, { length, isLittle: true })
const big = (value: number, length: number) => numberBytes(value, { length, isLittle: false })

export function pngOf(width: number, height: number): Buffer {
  return bytesOf('\x89PNG\r\n\x1a\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), [8, 2, 0, 0, 0])
}

/** A Windows bitmap without its file header. */
function bitmap(width: number, height: number): Buffer {
  return bytesOf(little(40, 4), little(width, 4), little(height, 4), new Array(28).fill(0))
}

function iconOf(...pictures: Buffer[]): Buffer {
  let offset = 6 + 16 * pictures.length
  const entries = pictures.flatMap(picture => {
    const entry = [...new Array(8).fill(0), ...little(picture.length, 4), ...little(offset, 4)]
    offset += picture.length
    return entry
  })
  return Buffer.concat([bytesOf([0, 0, 1, 0], little(pictures.length, 2), entries), ...pictures])
}

const jfif = ['\xff\xe0', big(16, 2), 'JFIF\0', new Array(9).fill(0)] as const
const ispe = (width: number, height: number) => bytesOf(big(20, 4), 'ispe', [0, 0, 0, 0], big(width, 4), big(height, 4))
const ftyp = (...brands: string[]) => bytesOf(big(8 + 4 * brands.length, 4), 'ftyp', ...brands)

/** Each 40 pixels wide and 30 high. */
export const pictures: readonly (readonly [what: string, mediaType: string, bytes: Buffer])[] = [
  ['a PNG', 'image/png', Buffer.from(gradientPng({ width: 40, height: 30 }, [0, 0, 0], [9, 9, 9]))],
  [
    'a JPEG',
    'image/jpeg',
    bytesOf('\xff\xd8', ...jfif, '\xff\xff\xc0', big(17, 2), [8], big(30, 2), big(40, 2), [3], new Array(9).fill(0)),
  ],
  [
    'a progressive JPEG',
    'image/jpeg',
    bytesOf('\xff\xd8', ...jfif, '\xff\xc2', big(17, 2), [8], big(30, 2), big(40, 2)),
  ],
  ['an old GIF', 'image/gif', bytesOf('GIF87a', little(40, 2), little(30, 2))],
  ['a GIF', 'image/gif', bytesOf('GIF89a', little(40, 2), little(30, 2))],
  [
    'a lossy WebP',
    'image/webp',
    bytesOf(
      'RIFF',
      little(22, 4),
      'WEBPVP8 ',
      little(10, 4),
      [0, 0, 0, 0x9d, 1, 0x2a],
      little(40, 2),
      little(30 | 0x4000, 2),
    ),
  ],
  [
    'a lossless WebP',
    'image/webp',
    bytesOf('RIFF', little(17, 4), 'WEBPVP8L', little(5, 4), [0x2f], little(39 | (29 << 14), 4)),
  ],
  [
    'an extended WebP',
    'image/webp',
    bytesOf('RIFF', little(22, 4), 'WEBPVP8X', little(10, 4), [0, 0, 0, 0], little(39, 3), little(29, 3)),
  ],
  ['an AVIF', 'image/avif', Buffer.concat([ftyp('avif', '\0\0\0\0', 'mif1'), ispe(8, 8), ispe(40, 30)])],
  ['an AVIF of another main brand', 'image/avif', Buffer.concat([ftyp('mif1', '\0\0\0\0', 'avif'), ispe(40, 30)])],
  ['a bitmap', 'image/bmp', Buffer.concat([bytesOf('BM', little(54, 4), [0, 0, 0, 0], little(54, 4)), bitmap(40, 30)])],
  [
    'a bitmap from top to bottom',
    'image/bmp',
    Buffer.concat([bytesOf('BM', little(54, 4), [0, 0, 0, 0], little(54, 4)), bitmap(40, 2 ** 32 - 30)]),
  ],
  [
    'a bitmap with a header of the first version',
    'image/bmp',
    bytesOf(
      'BM',
      little(54, 4),
      [0, 0, 0, 0],
      little(26, 4),
      little(12, 4),
      little(40, 2),
      little(30, 2),
      [1, 0, 24, 0],
      [0],
    ),
  ],
  ['an icon of bitmaps', 'image/x-icon', iconOf(bitmap(16, 16), bitmap(40, 30))],
  ['an icon of a PNG', 'image/x-icon', iconOf(pngOf(40, 30), pngOf(8, 8))],
]

export const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

export const noPictures: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a drawing', Buffer.from(SVG)],
  ['a drawing after an XML declaration', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
  ['a page', Buffer.from('<!doctype html><title>x</title>')],
  ['text', Buffer.from('GIF is what this text begins with')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a film', Buffer.concat([ftyp('isom', '\0\0\0\0', 'mp42'), ispe(40, 30)])],
  ['a PNG of no width', pngOf(0, 30)],
  ['a cursor', bytesOf([0, 0, 2, 0, 1, 0], new Array(16).fill(0))],
  ['an icon that points beyond its end', bytesOf([0, 0, 1, 0, 1, 0], new Array(12).fill(0), little(9_999, 4))],
  ['an icon that points at a page', Buffer.concat([iconOf(Buffer.from('<!doctype html><script>alert(1)</script>'))])],
  [
    'a bitmap with an unknown header',
    bytesOf('BM', little(54, 4), [0, 0, 0, 0], little(54, 4), little(41, 4), new Array(40).fill(1)),
  ],
  ['a JPEG without a frame', bytesOf('\xff\xd8', ...jfif, '\xff\xda', big(8, 2), new Array(20).fill(0))],
]
