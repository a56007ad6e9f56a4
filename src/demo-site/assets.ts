import { crc32, deflateSync } from 'node:zlib'
import { randomFrom } from './prose.ts'

/** Images and styles of the demo site, generated so that the project contains no third-party files. */

/** A PNG with a soft gradient between two colours. */
export function gradientPng(size: { width: number; height: number }, from: Colour, to: Colour): Uint8Array {
  return png(size, (x, y) => {
    const share = (x / size.width + y / size.height) / 2
    return from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share)) as Colour
  })
}

/** A PNG of noise, which hardly compresses: a large image. */
export function noisePng(size: { width: number; height: number }): Uint8Array {
  const random = randomFrom('noise')
  const byte = () => Math.floor(random() * 256)
  return png(size, () => [byte(), byte(), byte()])
}

type Colour = [number, number, number]

function png(size: { width: number; height: number }, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const { width, height } = size
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  return pngFile({ width, height, colourType: 2 }, [['IDAT', deflateSync(rows)]])
}

export const stylesheet = `body{font:1.05rem/1.6 Georgia,serif;max-width:44rem;margin:0 auto;padding:1rem;color:#2b2118;background:#fdf8f0}
nav ul{display:flex;flex-wrap:wrap;gap:.8rem;list-style:none;padding:0}a{color:#8a3d0b}
footer{margin-top:3rem;border-top:1px solid #d9c8b4;font-size:.9rem}img{max-width:100%;height:auto}`

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#8a3d0b"/></svg>'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** 2: red, green and blue; 3: a palette. */
interface PngHeader {
  width: number
  height: number
  colourType: 2 | 3
}

/** A PNG of 8 bits a channel, with standard compression and filter and no interlace; its chunks by type, between head and end. */
export function pngFile(
  { width, height, colourType }: PngHeader,
  chunks: readonly (readonly [type: string, data: Buffer])[],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourType, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
