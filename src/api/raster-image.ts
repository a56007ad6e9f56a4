import type { rasterMediaTypes } from '#shared/api/streams.ts'

/**
 * What kind of picture some bytes are, by the bytes alone: what a server calls them is its own affair. Only formats that hold
 * nothing but pixels; a drawing (SVG) is a document that may run scripts.
 */
export interface RasterImage {
  mediaType: RasterMediaType
  /** Of the largest picture in it, in pixels according to its header. */
  width: number
  height: number
}

type RasterMediaType = (typeof rasterMediaTypes)[number]

type Size = Pick<RasterImage, 'width' | 'height'>

interface Format {
  mediaType: RasterMediaType
  isFormat(bytes: Buffer): boolean
  /** null where the header is cut or makes no sense. */
  sizeOf(bytes: Buffer): Size | null
}

const formats: readonly Format[] = [
  { mediaType: 'image/png', isFormat: isPng, sizeOf: pngSize },
  { mediaType: 'image/jpeg', isFormat: bytes => startsWith(bytes, '\xff\xd8\xff'), sizeOf: jpegSize },
  {
    mediaType: 'image/gif',
    isFormat: bytes => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
    sizeOf: bytes => sizeAt(bytes, { at: 6, bytesEach: 2 }),
  },
  {
    mediaType: 'image/webp',
    isFormat: bytes => startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP'),
    sizeOf: webpSize,
  },
  { mediaType: 'image/avif', isFormat: isAvif, sizeOf: avifSize },
  { mediaType: 'image/bmp', isFormat: isBmp, sizeOf: bytes => bitmapSize(bytes.subarray(14)) },
  { mediaType: 'image/x-icon', isFormat: bytes => startsWith(bytes, '\0\0\x01\0'), sizeOf: iconSize },
]

/** null for anything that is no picture of a known format with a size. */
export function rasterImage(body: Uint8Array): RasterImage | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const format = formats.find(each => each.isFormat(bytes))
  const size = format?.sizeOf(bytes)
  return format && size && size.width > 0 && size.height > 0 ? { mediaType: format.mediaType, ...size } : null
}

function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'))
}

/** Width and height beside each other, little endian. */
function sizeAt(bytes: Buffer, { at, bytesEach }: { at: number; bytesEach: 2 | 3 | 4 }): Size | null {
  if (bytes.length < at + 2 * bytesEach) return null
  return { width: bytes.readUIntLE(at, bytesEach), height: bytes.readUIntLE(at + bytesEach, bytesEach) }
}

function isPng(bytes: Buffer): boolean {
  return startsWith(bytes, '\x89PNG\r\n\x1a\n') && startsWith(bytes.subarray(12), 'IHDR')
}

function pngSize(bytes: Buffer): Size | null {
  return bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Start of frame, with its variants; C4, C8 and CC are other segments (ITU T.81, table B.1). */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const START_OF_SCAN = 0xda

function jpegSize(bytes: Buffer): Size | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (FRAMES.has(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else if (marker === START_OF_SCAN) return null
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The three kinds of first chunk (RFC 9649, section 2). */
function webpSize(bytes: Buffer): Size | null {
  const chunk = bytes.subarray(12)
  if (startsWith(chunk, 'VP8X')) {
    const canvas = sizeAt(chunk, { at: 12, bytesEach: 3 })
    return canvas && { width: canvas.width + 1, height: canvas.height + 1 }
  }
  if (startsWith(chunk, 'VP8L')) {
    if (chunk.length < 13 || chunk[8] !== 0x2f) return null
    const bits = chunk.readUInt32LE(9)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!startsWith(chunk, 'VP8 ') || !startsWith(chunk.subarray(11), '\x9d\x01\x2a')) return null
  const frame = sizeAt(chunk, { at: 14, bytesEach: 2 })
  // The upper two bits are a hint for scaling.
  return frame && { width: frame.width & 0x3fff, height: frame.height & 0x3fff }
}

/** An ISO base media file whose brands name AVIF, a still or a sequence. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || !startsWith(bytes.subarray(4), 'ftyp')) return false
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  return /avi[fs]/.test(bytes.subarray(8, end).toString('latin1'))
}

/** The largest of its "image spatial extents" boxes (ISO/IEC 23008-12, 6.5.3). */
function avifSize(bytes: Buffer): Size | null {
  let largest: Size | null = null
  for (let at = bytes.indexOf('ispe'); at !== -1 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4))
    largest = larger(largest, { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) })
  return largest
}

function isBmp(bytes: Buffer): boolean {
  return startsWith(bytes, 'BM') && bytes.length > 26 && bytes.readUInt32LE(6) === 0
}

/** Lengths of the headers that a bitmap may begin with. */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])

function bitmapSize(bytes: Buffer): Size | null {
  if (bytes.length < 12) return null
  const header = bytes.readUInt32LE(0)
  if (!BITMAP_HEADERS.has(header)) return null
  if (header === 12) return sizeAt(bytes, { at: 4, bytesEach: 2 })
  // A negative height means that the rows begin at the top.
  return { width: Math.abs(bytes.readInt32LE(4)), height: Math.abs(bytes.readInt32LE(8)) }
}

const MAX_ICONS = 64

/** The largest picture of an icon file; each is a bitmap without its file header, or a PNG. */
function iconSize(bytes: Buffer): Size | null {
  if (bytes.length < 22) return null
  let largest: Size | null = null
  const count = Math.min(bytes.readUInt16LE(4), MAX_ICONS)
  for (let entry = 6; entry < 6 + count * 16 && entry + 16 <= bytes.length; entry += 16) {
    const picture = bytes.subarray(bytes.readUInt32LE(entry + 12))
    const size = isPng(picture) ? pngSize(picture) : bitmapSize(picture)
    if (!size) return null
    largest = larger(largest, size)
  }
  return largest
}

function larger(one: Size | null, other: Size): Size {
  return one && one.width * one.height > other.width * other.height ? one : other
}
