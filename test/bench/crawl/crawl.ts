import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { benchSite } from './bench-site.ts'
import { differences, foundInReport } from './found-in-report.ts'
import { type Measured, measureProcess } from './measured-process.ts'
import { type Expected, writeBenchSite } from './write-bench-site.ts'

/**
 * Crawls a generated site with the full audit, everything stored, beside a loop that only downloads and inflates the same pages: in one
 * run, in turns. A run whose findings are not those that were sown does not count. `npm run bench:crawl [PAGES [RUNS]]`
 */

const PAGES = Number(process.argv[2] ?? 500)
const RUNS = Number(process.argv[3] ?? 5)
const CLI = path.join(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts')
const LOOP = path.join(import.meta.dirname, 'download-loop.ts')
const SERVER = path.join(import.meta.dirname, 'bench-server.ts')
/** With errors found, as there are: `sitesounder audit` exits with 1. */
const FOUND_ERRORS = 1

const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
try {
  const site = benchSite(PAGES)
  const server = fork(SERVER, [folder, String(PAGES)])
  try {
    const [port] = await once(server, 'message')
    const origin = `http://127.0.0.1:${port}`
    const expected = writeBenchSite(site, { folder, origin })
    const loop: Measured[] = []
    const audit: Measured[] = []
    for (let run = 0; run < RUNS; run++) {
      loop.push(await measureProcess(LOOP, [origin, String(PAGES)]))
      audit.push(await auditOnce(origin, expected))
    }
    print('download loop', loop)
    print('full audit', audit)
    console.log(`ratio          ${(median(loop, 'wallSeconds') / median(audit, 'wallSeconds')).toFixed(3)} of the loop`)
  } finally {
    server.kill()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** HTML pages only, as crawlers that audit nothing do; every confirming request is made, without its pause. */
async function auditOnce(origin: string, expected: Expected): Promise<Measured> {
  const report = path.join(folder, 'report.json')
  const flags = ['--probe-resources', 'false', '--probe-external', 'false', '--confirm-pause-ms', '0']
  const args = ['audit', `${origin}/`, '--limit', String(PAGES + 1), '--server-error-pause-ms', '0', ...flags]
  const measured = await measureProcess(CLI, [...args, '--format', 'json', '--output', report], {
    expectedCodes: [FOUND_ERRORS],
  })
  const wrong = differences(expected, await foundInReport(report))
  if (wrong.length > 0) throw new Error(`the audit is wrong:\n${wrong.join('\n')}`)
  return measured
}

function median(runs: readonly Measured[], figure: keyof Measured): number {
  return runs.map(run => run[figure]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
}

function print(name: string, runs: readonly Measured[]): void {
  const pace = (run: Measured) => PAGES / run.wallSeconds
  const paces = runs.map(pace).sort((a, b) => a - b)
  const range = `${paces.at(0)?.toFixed(0)} to ${paces.at(-1)?.toFixed(0)}`
  const cpu = (median(runs, 'cpuSeconds') * 1_000) / PAGES
  console.log(
    `${name.padEnd(15)}${(PAGES / median(runs, 'wallSeconds')).toFixed(0).padStart(6)} pages/s (${range}), ` +
      `${cpu.toFixed(2)} CPU s per 1,000 pages, ${median(runs, 'peakMegabytes').toFixed(0)} MB`,
  )
}
