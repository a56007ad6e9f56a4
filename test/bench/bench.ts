import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ratioBudgets } from './bench-budgets.ts'
import { benchmarksPage } from './bench-page-text.ts'
import { type BenchResult, ratioOf, rowOf } from './bench-result.ts'
import { startBenchServer } from './bench-servers.ts'
import { type Contender, contendersOf } from './contenders.ts'
import { benchSite } from './crawl/bench-site.ts'
import { differences, foundInReport } from './crawl/found-in-report.ts'
import type { Measured } from './crawl/measured-process.ts'
import { writeBenchSite } from './crawl/write-bench-site.ts'
import { measureEverything } from './everything/measure-everything.ts'
import type { BenchServer } from './nginx-server.ts'
import { preparePeers } from './peers.ts'

/**
 * Crawls generated sites with the full audit, everything stored, beside a loop that only downloads and inflates the same pages: in
 * one run, in turns. A run whose findings are not those that were seeded does not count. Writes docs/measurements/benchmarks.md, and fails where
 * we fall below the recorded budget. Figures of time hold on a quiet machine only.
 * `npm run bench -- [--sizes 500,5000] [--runs 5] [--everything] [--peers [--peers-up-to PAGES]]
 * [--output FILE] [--dry]`; with --everything each size is measured once more with files and other sites requested, beside a loop that makes
 * the same requests; with --dry nothing is written and nothing fails.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,5000' },
    runs: { type: 'string', default: '5' },
    everything: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    'peers-up-to': { type: 'string', default: 'Infinity' },
    output: {
      type: 'string',
      default: path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'benchmarks.md'),
    },
    dry: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const runs = Number(values.runs)
if (values.peers) preparePeers()

const results: BenchResult[] = []
for (const pages of sizes) {
  const result = await benchOnce(pages)
  results.push(values.everything ? { ...result, everything: await measureEverything(pages, runs) } : result)
}
const text = benchmarksPage(results, { runs, measuredAt: new Date() })
console.log(text)
if (!values.dry) {
  await writeFile(values.output, text)
  const missed = results.flatMap(({ pages, ratio }) => {
    const budget = ratioBudgets.get(pages) ?? 0
    return ratio < budget ? [`${pages} pages: ${ratio.toFixed(3)} of the loop, at least ${budget} is expected`] : []
  })
  for (const sentence of missed) console.error(sentence)
  if (missed.length > 0) process.exitCode = 1
}

async function benchOnce(pages: number): Promise<BenchResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  const site = benchSite(pages)
  const server = await startBenchServer(site, folder)
  try {
    return await measureOn(server, { site, folder })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(
  server: BenchServer,
  { site, folder }: { site: ReturnType<typeof benchSite>; folder: string },
): Promise<BenchResult> {
  const { origin } = server
  const pages = site.pageCount
  const expected = writeBenchSite(site, { folder, origin })
  const report = path.join(folder, 'report.json')
  const hasPeers = values.peers && pages <= Number(values['peers-up-to'])
  const contenders = contendersOf({ origin, pages, report, folder, hasPeers })
  const measured = new Map<Contender, Measured[]>(contenders.map(each => [each, []]))
  for (let run = 0; run < runs; run++)
    for (const [contender, figures] of measured) {
      const once = await contender.measure()
      figures.push(once)
      console.error(
        `${pages} pages, ${contender.name}: ${once.wallSeconds.toFixed(1)} s, ${once.cpuSeconds.toFixed(1)} s of processors, ${once.peakMegabytes.toFixed(0)} MB`,
      )
      if (contender.role !== 'audit') continue
      const wrong = differences(expected, await foundInReport(report))
      if (wrong.length > 0) throw new Error(`the audit is wrong:\n${wrong.join('\n')}`)
    }
  const rows = [...measured].map(([contender, figures]) => rowOf(contender, figures))
  return { pages, server: server.name, ratio: ratioOf(rows), rows, everything: null }
}
