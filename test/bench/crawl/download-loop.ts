import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import { benchSite } from './bench-site.ts'

/**
 * The limit of what a crawler on one thread could do: downloads and inflates every page of a bench site, and reads nothing of it.
 * `download-loop.ts ORIGIN PAGES`
 */

const [origin = '', pageCount = ''] = process.argv.slice(2)
const CONNECTIONS = 32
const site = benchSite(Number(pageCount))
const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
const inflate = promisify(gunzip)
let next = 0
let bytes = 0

async function work(): Promise<void> {
  while (next < site.pageCount) {
    const { body } = await request(origin + site.path(next++), { dispatcher, headers: { 'accept-encoding': 'gzip' } })
    bytes += (await inflate(Buffer.from(await body.arrayBuffer()))).length
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, work))
await dispatcher.close()
console.log(`${site.pageCount} pages, ${Math.round(bytes / 1e6)} MB`)
