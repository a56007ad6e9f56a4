import { deflateSync } from 'node:zlib'
import { pngFile } from './png.ts'
import { randomFrom } from './words.ts'

/** Images and styles of the demo site, made here so that the project carries no foreign file. */

/** A PNG with a soft gradient between two colours. */
export function gradientPng(size: { width: number; height: number }, from: Colour, to: Colour): Uint8Array {
  return png(size, (x, y) => {
    const share = (x / size.width + y / size.height) / 2
    return from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share)) as Colour
  })
}

/** A PNG of noise: hardly compressible, for an image that is too large. */
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
