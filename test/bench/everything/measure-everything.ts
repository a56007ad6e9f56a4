import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EverythingResult, ratioOf, rowOf } from '../bench-result.ts'
import { startBenchServer } from '../bench-servers.ts'
import { type Contender, everythingContenders } from '../contenders.ts'
import { type BenchSite, benchSite } from '../crawl/bench-site.ts'
import { differences, foundInReport } from '../crawl/found-in-report.ts'
import type { Measured } from '../crawl/measured-process.ts'
import { writeBenchSite } from '../crawl/write-bench-site.ts'
import type { ServedBeyond } from '../nginx-server.ts'
import { median } from '../spread.ts'
import { beyondPages } from './beyond-pages.ts'
import { emptyLog, linesOf, logFaults, readRequest } from './request-log.ts'
import { writeFiles } from './write-files.ts'

/**
 * Audits a bench site with everything on, in turns with a loop that makes the same requests: those that the server noted in the audit
 * just before. A run counts only when the report finds what was seeded, when whatever the pages name was requested, and when the server
 * was requested the same by both.
 */
export async function measureEverything(pages: number, runs: number): Promise<EverythingResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  const site = benchSite(pages)
  const server = await startBenchServer(site, folder, { isBeyondServed: true })
  try {
    if (server.beyond === null) throw new Error('the server serves pages alone')
    return await measureOn({ site, folder, origin: server.origin, runs, served: server.beyond })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Measuring {
  site: BenchSite
  folder: string
  origin: string
  runs: number
  served: ServedBeyond
}

async function measureOn({ site, folder, origin, runs, served }: Measuring): Promise<EverythingResult> {
  const pages = site.pageCount
  const beyond = beyondPages(pages, { origin, otherSites: served.otherSites })
  const expected = writeBenchSite(site, { folder, origin, changed: beyond.addTo })
  writeFiles(beyond, folder)
  const report = path.join(folder, 'report.json')
  const requests = path.join(folder, '.requests')
  const { loop, audit } = everythingContenders({ origin, pages, report, requests })
  const figures: { loop: Measured[]; audit: Measured[] } = { loop: [], audit: [] }
  const requested: string[][] = []
  for (let run = 0; run < runs; run++) {
    const audited = await noted(audit, served.log)
    await writeFile(requests, audited.lines.join('\n'))
    const replayed = await noted(loop, served.log)
    const wrong = [
      ...differences(expected, await foundInReport(report)),
      ...logFaults({ requested: audited.lines, replayed: replayed.lines }, beyond.named),
    ]
    if (wrong.length > 0) throw new Error(`the audit with everything on is wrong:\n${wrong.join('\n')}`)
    figures.loop.push(replayed.measured)
    figures.audit.push(audited.measured)
    requested.push(audited.lines)
  }
  const rows = [rowOf(loop, figures.loop), rowOf(audit, figures.audit)]
  const isHead = (line: string) => readRequest(line).method === 'HEAD'
  return {
    requests: median(requested.map(lines => lines.length)),
    headRequests: median(requested.map(lines => lines.filter(isHead).length)),
    ratio: ratioOf(rows),
    rows,
  }
}

/** What a contender took, and what it requested from the server. */
async function noted(contender: Contender, log: string): Promise<{ measured: Measured; lines: string[] }> {
  await emptyLog(log)
  const measured = await contender.measure()
  return { measured, lines: await linesOf(log) }
}
