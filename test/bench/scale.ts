import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres-server.ts'
import { startBenchServer } from './bench-servers.ts'
import { benchSite } from './crawl/bench-site.ts'
import { writeBenchSite } from './crawl/write-bench-site.ts'
import type { BenchServer } from './nginx-server.ts'
import { type Arrangement, arrangements, crawlWith, type Figures } from './scale/arrangement.ts'
import { scalePage } from './scale/scale-page-text.ts'

/**
 * Crawls the same generated sites, all at once, with each arrangement of processes and databases, in turns; writes
 * docs/measurements/scale-costs.md. Linux alone. A crawl that is not whole ends the run.
 * `npm run bench:scale -- [--sites 8] [--pages 300] [--runs 3] [--dry]`; with --dry nothing is written.
 */

const PAGE = path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'scale-costs.md')

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '8' },
    pages: { type: 'string', default: '300' },
    runs: { type: 'string', default: '3' },
    dry: { type: 'boolean', default: false },
  },
})
const [sites, pages, runs] = [Number(values.sites), Number(values.pages), Number(values.runs)]

const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-scale-'))
await using parts = new AsyncDisposableStack()
parts.defer(() => rm(folder, { recursive: true, force: true }))
const servers: BenchServer[] = []
for (let number = 0; number < sites; number++) servers.push(await serveSite(path.join(folder, `site-${number}`)))
const postgres = parts.use(await startPostgres({ isDurable: true }))
const measured = new Map<Arrangement, Figures[]>(arrangements.map(each => [each, []]))
for (let run = 0; run < runs; run++)
  for (const [arrangement, figures] of measured) {
    const data = path.join(folder, `data-${run}-${arrangements.indexOf(arrangement)}`)
    const job = { seeds: servers.map(({ origin }) => `${origin}/`), pages, folder: data, postgres }
    figures.push(await crawlWith(arrangement, job))
    console.error(`${arrangement.name}: ${figures.at(-1)?.wallSeconds.toFixed(1)} s`)
  }
const text = scalePage(measured, { sites, pages, runs, server: servers[0]?.name ?? '', measuredAt: new Date() })
console.log(text)
if (!values.dry) await writeFile(PAGE, text)

/** A website of its own: another port is another host to our rate. */
async function serveSite(home: string): Promise<BenchServer> {
  await mkdir(home)
  const site = benchSite(pages)
  const server = await startBenchServer(site, home)
  parts.defer(() => server.stop())
  writeBenchSite(site, { folder: home, origin: server.origin })
  return server
}
