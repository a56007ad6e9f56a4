import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Agent, request } from 'undici'
import { benchSite } from '../crawl/bench-site.ts'
import { cpuSecondsOf } from '../scale/process-figures.ts'

export interface LargeSite extends AsyncDisposable {
  origin: string
  /** Of the process that serves it so far. */
  cpuSeconds(): number
}

/** What a response of it weighs and takes, so that a slow server is not taken for a slow crawler. */
export interface ServingCost {
  pages: number
  bytesPerPage: number
  /** Requests that one core would serve if it did nothing else. */
  pagesPerCoreSecond: number
}

const SERVER = path.join(import.meta.dirname, 'million-server.ts')
const CONNECTIONS = 32
/** Until the code of the server is compiled. */
const WARMING_PAGES = 1_000
const MEASURED_PAGES = 10_000

export async function serveLargeSite(pageCount: number): Promise<LargeSite> {
  const server = fork(SERVER, [String(pageCount)])
  const [origin] = await once(server, 'message')
  return {
    origin: String(origin),
    cpuSeconds: () => cpuSecondsOf(server.pid ?? 0),
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

/** Requests pages from all over the site. By the time of its processor, so that the client may be slower. */
export async function measureServing(site: LargeSite, pageCount: number): Promise<ServingCost> {
  const { path: pathOf } = benchSite(pageCount)
  await using agent = asyncAgent()
  const readAll = async (count: number): Promise<number> => {
    let bytes = 0
    let next = 0
    const work = async () => {
      while (next < count) {
        const page = Math.floor((next++ / count) * pageCount)
        const { statusCode, body } = await request(site.origin + pathOf(page), { dispatcher: agent.dispatcher })
        if (statusCode !== 200) throw new Error(`page ${page} responds with ${statusCode}`)
        bytes += (await body.arrayBuffer()).byteLength
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    return bytes
  }
  await readAll(WARMING_PAGES)
  const before = site.cpuSeconds()
  const bytes = await readAll(MEASURED_PAGES)
  return {
    pages: MEASURED_PAGES,
    bytesPerPage: bytes / MEASURED_PAGES,
    pagesPerCoreSecond: MEASURED_PAGES / (site.cpuSeconds() - before),
  }
}

function asyncAgent(): AsyncDisposable & { dispatcher: Agent } {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  return { dispatcher, [Symbol.asyncDispose]: () => dispatcher.close() }
}
