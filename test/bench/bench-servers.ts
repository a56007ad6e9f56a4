import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod/mini'
import type { BenchSite } from './crawl/bench-site.ts'
import { type BenchServer, OTHER_SITES, startNginx } from './nginx-server.ts'

const portsSchema = z.array(z.number())
const SERVER = path.join(import.meta.dirname, 'crawl', 'bench-server.ts')

/**
 * Serves a folder of pages: nginx where it is installed, else our own server in a process of its own. For a crawl that requests
 * everything it also serves what pages name beyond pages, and notes every request.
 */
export async function startBenchServer(
  site: BenchSite,
  folder: string,
  { isBeyondServed = false }: { isBeyondServed?: boolean } = {},
): Promise<BenchServer> {
  const nginx = await startNginx(site, { folder, isBeyondServed })
  if (nginx) return nginx
  const log = path.join(folder, '.requests.log')
  const server = fork(SERVER, [folder, String(site.pageCount), ...(isBeyondServed ? [log, String(OTHER_SITES)] : [])])
  const [ports] = await once(server, 'message')
  const [origin = '', first = '', ...others] = portsSchema.parse(ports).map(port => `http://127.0.0.1:${port}`)
  return {
    origin,
    beyond: isBeyondServed ? { otherSites: [first, ...others], log } : null,
    name: `a static server on Node.js ${process.versions.node}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
