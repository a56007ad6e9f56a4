import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import { readRequest } from './request-log.ts'

/**
 * The limit of what a crawler on one thread could do: makes the requests of a log, by the same methods and in the same order, inflates
 * what comes and reads nothing of it. `replay-loop.ts LOG`
 */

const [log = ''] = process.argv.slice(2)
/** As many at once as the loop over pages has. */
const CONNECTIONS = 32
const requests = readFileSync(log, 'utf8').split('\n').filter(Boolean)
const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
const inflate = promisify(gunzip)
let next = 0
let bytes = 0

async function work(): Promise<void> {
  while (next < requests.length) {
    const { method, url } = readRequest(requests[next++] ?? '')
    // Undici would close the connection after each HEAD.
    const response = await request(url, { dispatcher, method, reset: false, headers: { 'accept-encoding': 'gzip' } })
    const body = Buffer.from(await response.body.arrayBuffer())
    const isCompressed = response.headers['content-encoding'] === 'gzip' && body.length > 0
    bytes += isCompressed ? (await inflate(body)).length : body.length
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, work))
await dispatcher.close()
console.log(`${requests.length} requests, ${Math.round(bytes / 1e6)} MB`)
