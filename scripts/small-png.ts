import { deflateSync, inflateSync } from 'node:zlib'
import { pngFile } from '#demo-site/assets.ts'

/** Pictures of screens hold few colours: with a palette they take a third. PNG 1.2: 8 bits a channel, RGB or RGBA, no interlace. */

const SIGNATURE_BYTES = 8
const MAX_COLOURS = 256
const COLOUR_TYPES: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [6, 4],
])

interface Pixels {
  width: number
  height: number
  /** 0xRRGGBB of each pixel, row by row; screens are opaque. */
  colours: Uint32Array
}

/** The same picture in at most 256 colours. @throws Error for a PNG of another kind. */
export function smallPng(png: Buffer): Buffer {
  const pixels = decode(png)
  const palette = frequentColours(pixels.colours)
  return encode(pixels, palette)
}

function decode(png: Buffer): Pixels {
  const data: Buffer[] = []
  let header: Buffer = Buffer.alloc(0)
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = body
    if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), COLOUR_TYPES.get(header[9] ?? 0)]
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('a PNG of another kind')
  const bytes = unfilter(inflateSync(Buffer.concat(data)), { rowBytes: width * channels, height, channels })
  const colours = new Uint32Array(width * height)
  for (let pixel = 0; pixel < colours.length; pixel++) colours[pixel] = bytes.readUIntBE(pixel * channels, 3)
  return { width, height, colours }
}

/** PNG 1.2, section 6: each byte was stored as its difference to the bytes to the left of it, above it, or both. */
function unfilter(
  raw: Buffer,
  { rowBytes, height, channels }: { rowBytes: number; height: number; channels: number },
): Buffer {
  const out = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowBytes + 1)] ?? 0
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x
      const left = x < channels ? 0 : (out[at - channels] ?? 0)
      const above = y === 0 ? 0 : (out[at - rowBytes] ?? 0)
      const aboveLeft = x < channels || y === 0 ? 0 : (out[at - rowBytes - channels] ?? 0)
      const stored = raw[y * (rowBytes + 1) + 1 + x] ?? 0
      out[at] = stored + predicted(filter, { left, above, aboveLeft })
    }
  }
  return out
}

function predicted(filter: number, { left, above, aboveLeft }: { left: number; above: number; aboveLeft: number }) {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - aboveLeft
  const [toLeft, toAbove, toBoth] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - aboveLeft)]
  if (toLeft <= toAbove && toLeft <= toBoth) return left
  return toAbove <= toBoth ? above : aboveLeft
}

function frequentColours(colours: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || one - other)
  return byCount.slice(0, MAX_COLOURS).map(([colour]) => colour)
}

function encode({ width, height, colours }: Pixels, palette: readonly number[]): Buffer {
  const indexes = new Map(palette.map((colour, index) => [colour, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < colours.length; pixel++) {
    const colour = colours[pixel] ?? 0
    const index = indexes.get(colour) ?? nearest(palette, colour)
    indexes.set(colour, index)
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = index
  }
  const colourTable = Buffer.alloc(palette.length * 3)
  for (const [index, colour] of palette.entries()) colourTable.writeUIntBE(colour, index * 3, 3)
  return pngFile({ width, height, colourType: 3 }, [
    ['PLTE', colourTable],
    ['IDAT', deflateSync(rows, { level: 9 })],
  ])
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const distance = [16, 8, 0].reduce(
      (sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2,
      0,
    )
    if (distance < bestDistance) [best, bestDistance] = [index, distance]
  }
  return best
}
