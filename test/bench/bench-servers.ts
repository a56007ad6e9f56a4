import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BenchSite } from './crawl/bench-site.ts'
import { type BenchServer, startNginx } from './nginx-server.ts'

const SERVER = path.join(import.meta.dirname, 'crawl', 'bench-server.ts')

/** Serves a folder of pages: nginx where it is installed, else our own server in a process of its own. */
export async function startBenchServer(site: BenchSite, folder: string): Promise<BenchServer> {
  const nginx = await startNginx(site, folder)
  if (nginx) return nginx
  const server = fork(SERVER, [folder, String(site.pageCount)])
  const [port] = await once(server, 'message')
  return {
    origin: `http://127.0.0.1:${port}`,
    name: `a static server on Node.js ${process.versions.node}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
