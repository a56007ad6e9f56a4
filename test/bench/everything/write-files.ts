import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BeyondPages } from './beyond-pages.ts'

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452000002800000016808060000', 'hex')

/** Pictures as they are, stylesheets and scripts compressed, as servers keep them. */
export function writeFiles({ files }: BeyondPages, folder: string): void {
  for (const { path: url, bytes } of files) {
    const file = path.join(folder, url)
    mkdirSync(path.dirname(file), { recursive: true })
    if (url.endsWith('.png')) writeFileSync(file, Buffer.concat([PNG_START, Buffer.alloc(bytes)]).subarray(0, bytes))
    else writeFileSync(`${file}.gz`, gzipSync(`/*${'-'.repeat(bytes)}*/`))
  }
}
