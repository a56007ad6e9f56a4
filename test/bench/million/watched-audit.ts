import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MEBIBYTE, MEGABYTE } from '#shared/constants.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { databasePath } from '../../../src/runtime/database.ts'
import { residentMegabytesOf } from '../../support/process-memory.ts'
import { cpuSecondsOf } from '../scale/process-figures.ts'
import type { Sample } from './crawl-figures.ts'

/** The audit command, watched from outside: by the system's figures of its process and by what stands in its database. */

export interface WatchedAudit {
  samples: readonly Sample[]
  /** From the start of its process to its end. */
  wallSeconds: number
  crawl: CrawlRow
  reportMegabytes: number
}

const COMMAND = path.join(import.meta.dirname, '..', '..', '..', 'bin', 'sitesounder.mjs')
/** Reading a row takes the crawl nothing but a glance at the log; often, so that a small crawl has windows, too. */
const SAMPLE_MS = 100
const BUSY_TIMEOUT_MS = 5_000
/** How long the process may take until its crawl stands in the database. */
const START_DEADLINE_MS = 60_000
/** The first of a new database. */
const CRAWL_ID = 1

/** Pages alone are requested, without pauses, and the crawl may store more than an operator allows by itself. */
const AUDIT_FLAGS = [
  ...['--probe-resources', 'false', '--probe-external', 'false'],
  ...['--confirm-pause-ms', '0', '--server-error-pause-ms', '0'],
  ...['--max-storage-megabytes', '100000000'],
]
/** The tree of the site has more than three levels, and a finding on every page is not what is measured. */
const MOST_CLICKS = 10
const DECIDED = {
  thresholds: ['mostClicks', 'warningFromClicks'].map(name => ({ checkId: 'page-deep', name, value: MOST_CLICKS })),
}

interface AuditToWatch {
  origin: string
  pageLimit: number
  /** It is there, and empty. */
  folder: string
  onSample(sample: Sample): void
  /** A module that each of its threads loads first. */
  preload?: string
  environment?: Record<string, string>
}

/** Crawls and reports. Throws when the process fails. */
export async function watchAudit({
  origin,
  pageLimit,
  folder,
  onSample,
  preload,
  environment,
}: AuditToWatch): Promise<WatchedAudit> {
  const data = path.join(folder, 'data')
  const report = path.join(folder, 'report.json')
  const settings = path.join(folder, 'settings.json')
  await mkdir(data)
  await writeFile(settings, JSON.stringify(DECIDED))
  const args = ['audit', `${origin}/`, '--limit', String(pageLimit), '--data', data, '--settings', settings]
  const output = ['--format', 'json', '--output', report, '--fail-on', 'never']
  const startedMs = performance.now()
  const preloading = preload === undefined ? [] : ['--import', preload]
  const child = spawn(process.execPath, [...preloading, COMMAND, ...args, ...output, ...AUDIT_FLAGS], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  await using parts = new AsyncDisposableStack()
  parts.defer(() => {
    child.kill()
  })
  const ended = once(child, 'exit')
  const file = databasePath(data)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const store = parts.use(await openWhenThere(file, isRunning))
  const samples: Sample[] = []
  while (isRunning()) {
    const crawl = await store.reading.crawl(CRAWL_ID)
    const sample = crawl && sampleOf({ crawl, processId: child.pid ?? 0, file, atMs: performance.now() - startedMs })
    if (sample) {
      samples.push(sample)
      onSample(sample)
    }
    await pause(SAMPLE_MS)
  }
  const wallSeconds = (performance.now() - startedMs) / 1_000
  const [code, signal] = await ended
  if (code !== 0) throw new Error(`the audit ended with ${code ?? signal}`)
  const crawl = await store.reading.crawl(CRAWL_ID)
  if (!crawl) throw new Error('the crawl is gone')
  return { samples, wallSeconds, crawl, reportMegabytes: statSync(report).size / MEGABYTE }
}

/** Once it keeps a log, reading blocks no writer; until its tables stand, it cannot be read. */
async function openWhenThere(file: string, isRunning: () => boolean): Promise<Store> {
  const deadlineMs = performance.now() + START_DEADLINE_MS
  for (;;) {
    const store = existsSync(`${file}-wal`) ? await openReadable(file) : null
    if (store) return store
    if (!isRunning() || performance.now() > deadlineMs) throw new Error('the audit began no crawl')
    await pause(SAMPLE_MS)
  }
}

async function openReadable(file: string): Promise<Store | null> {
  try {
    const store = await openSqliteStore({ file, isReadOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS })
    if (await store.reading.crawl(CRAWL_ID).catch(() => null)) return store
    await store[Symbol.asyncDispose]()
  } catch {
    // Being made.
  }
  return null
}

/** null when the process is gone. */
function sampleOf(of: { crawl: CrawlRow; processId: number; file: string; atMs: number }): Sample | null {
  const { crawl, processId, file, atMs } = of
  const residentMebibytes = residentMegabytesOf(processId)
  if (residentMebibytes === null) return null
  return {
    seconds: atMs / 1_000,
    cpuSeconds: cpuSecondsOf(processId),
    residentMegabytes: (residentMebibytes * MEBIBYTE) / MEGABYTE,
    databaseMegabytes: [file, `${file}-wal`].reduce((sum, each) => sum + sizeOf(each), 0) / MEGABYTE,
    phase: crawl.status === 'complete' ? 'done' : crawl.phase,
    pages: crawl.counts.pagesCrawled,
    knownUrls: crawl.counts.urlsFound,
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
