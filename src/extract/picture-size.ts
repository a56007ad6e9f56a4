/** Width and height in pixels; null where a picture is known by its first bytes and its size is not among them. */
interface PictureSize {
  width: number | null
  height: number | null
}

const UNKNOWN: PictureSize = { width: null, height: null }

/** Format and size of an image from its first bytes; null for an unknown format. Accepts any bytes. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MAX_START)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return sizeAt(view, { at: 16, read: at => view.getUint32(at), step: 4 })
  if (/^GIF8[79]a/.test(start)) return sizeAt(view, { at: 6, read: at => view.getUint16(at, true), step: 2 })
  if (start.startsWith('\xff\xd8\xff')) return jpegSize(view)
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return webpSize(view, start)
  if (/^[\s\S]{4}ftyp(?:avif|avis|heic|heix|mif1)/.test(start)) return UNKNOWN
  if (start.startsWith('BM') || start.startsWith('II*\0') || start.startsWith('MM\0*')) return UNKNOWN
  return start.startsWith('\0\0\x01\0') || SVG.test(start) ? UNKNOWN : null
}

const MAX_START = 1_000
const SVG =
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i

interface Place {
  at: number
  read(at: number): number
  step: number
}

function sizeAt(view: DataView, { at, read, step }: Place): PictureSize {
  if (view.byteLength < at + 2 * step) return UNKNOWN
  return { width: read(at), height: read(at + step) }
}

/** Frame headers; between them stand tables and what cameras write, each with its length (ISO/IEC 10918-1, B.1.1). */
function jpegSize(view: DataView): PictureSize {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return UNKNOWN
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker === 0xda || marker === 0xd9) return UNKNOWN
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return UNKNOWN
}

/** RFC 9649: lossy, lossless, and with extensions. */
function webpSize(view: DataView, start: string): PictureSize {
  if (view.byteLength < 30) return UNKNOWN
  const kind = start.slice(12, 16)
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8X') return UNKNOWN
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  return { width: uint24(24) + 1, height: uint24(27) + 1 }
}
