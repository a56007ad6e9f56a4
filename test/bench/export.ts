import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exportStream } from '#report/export/export-stream.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { NewIssue, Severity } from '#shared/model.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { extractTestPage } from '../support/storage.ts'

/**
 * Exports a crawl of 20,000 issues and one of a million as CSV and as JSON, each in a process of its own. Fails when the large one
 * takes much more memory than the small one: an export has to hold a few batches, never a crawl. The small one is exported several
 * times, since caches and the collector's young generation take what they are allowed to only after some work, whatever the work
 * is; what its first export took is reported beside. `npm run bench:export`
 */
const SMALL_ROWS = 20_000
const LARGE_ROWS = 1_000_000
const SMALL_REPEATS = 15
const MEMORY_BUDGET_MB = 60
/** As many as a crawl has checks that found something, so that the list is a merge of as many runs. */
const CHECKS = 60
const SOURCES = 10_000
const BUSY_TIMEOUT_MS = 5_000

const severities = ['error', 'warning', 'info'] as const satisfies Severity[]
const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

interface Job {
  file: string
  format: Format
  repeats: number
}

interface Measured {
  seconds: number
  /** Of text. */
  megabytes: number
  /** Highest resident set of the process, in the first export and in the first and the last. */
  firstPeakMegabytes: number
  peakMegabytes: number
}

async function makeDatabase(file: string, rows: number): Promise<void> {
  const store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, extract: extractTestPage })
  const ownerId = await store.visitors.createOwner('bench', 0)
  const options = defaultCrawlOptions
  await store.websites.startCrawl({ ownerId, url: 'https://bench.test/', crawlLimit: rows, options, nowMs: 0 })
  await store[Symbol.asyncDispose]()
  insertIssues(file, rows)
}

/** Past the store, which would take minutes. */
function insertIssues(file: string, rows: number): void {
  const raw = new DatabaseSync(file)
  raw.exec('pragma synchronous = off; pragma cache_size = -200000; begin')
  const insert =
    raw.prepare(`insert into issue (crawl_id, is_site, check_id, type, severity, severity_rank, affected_order,
    page_url, message, details, is_host_wide, discovered_ms) values (1, 0, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`)
  for (let index = 0; index < rows; index++) {
    const { checkId, type, severity, affectedCount, pageUrl, message, details } = benchIssue(index)
    const rank = severities.indexOf(severity)
    insert.run(checkId, type, severity, rank, -affectedCount, pageUrl, message, JSON.stringify(details))
  }
  raw.exec(`insert into issue_counter select crawl_id, is_site, type, check_id, severity, is_new, count(*) from issue
    group by crawl_id, is_site, type, check_id, severity, is_new; commit`)
  raw.close()
}

function benchIssue(index: number): NewIssue {
  const check = index % CHECKS
  const pageUrl = `https://bench.test/section-${index % 997}/page-${index}.html`
  const places = Array.from({ length: 3 }, (_, place) => ({
    sourceUrl: `https://bench.test/source-${(index * 7 + place) % SOURCES}`,
    text: 'Read more about this',
    region: 'main' as const,
    path: 'body > main > p:nth-of-type(3) > a',
    line: place + 40,
  }))
  return {
    checkId: `check-${check}`,
    type: check % 2 === 0 ? 'broken_link' : 'meta_issue',
    severity: severities[check % severities.length] ?? 'info',
    message: `Returns 404, and 3 links lead to it: ${pageUrl}`,
    pageUrl,
    details: { statusCode: 404, evidence: [{ kind: 'places', label: 'Linked from', places, total: 3 }] },
    affectedCount: 1 + (index % 50),
    isHostWide: false,
  }
}

/** In the child: writes the export to nowhere and reports what it took; the seconds are those of the last time. */
async function measure({ file, format, repeats }: Job): Promise<Measured> {
  await using store = await openSqliteStore({
    file,
    isReadOnly: true,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    extract: extractTestPage,
  })
  const crawl = await store.reading.crawl(1)
  if (!crawl) throw new Error('there is no crawl')
  const request = { reading: store.reading, crawl, part: 'issues', format, hasBom: false, isStable: false } as const
  const first = await exportOnce(exportStream(request).text)
  let last = first
  for (let times = 1; times < repeats; times++) last = await exportOnce(exportStream(request).text)
  const peakMegabytes = Math.max(first.peakMegabytes, last.peakMegabytes)
  return { ...last, peakMegabytes, firstPeakMegabytes: first.peakMegabytes }
}

async function exportOnce(text: AsyncIterable<string>) {
  const startedMs = performance.now()
  let bytes = 0
  // Sampled: the system's own mark of the highest begins with what the process had that started this one.
  let peakBytes = 0
  async function* counted() {
    for await (const part of text) {
      bytes += Buffer.byteLength(part)
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
      yield part
    }
  }
  await pipeline(Readable.from(counted(), { highWaterMark: 1 }), createWriteStream(devNull))
  return { seconds: (performance.now() - startedMs) / 1_000, megabytes: bytes / 1e6, peakMegabytes: peakBytes / 1e6 }
}

async function measureInChild({ file, format, repeats }: Job): Promise<Measured> {
  const args = [fileURLToPath(import.meta.url), file, format, String(repeats)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

function line(rows: number, format: Format, measured: Measured): string {
  const { seconds, megabytes, firstPeakMegabytes, peakMegabytes } = measured
  const speed = Math.round(rows / seconds).toLocaleString('en')
  return (
    `${rows.toLocaleString('en').padStart(9)} issues as ${format.padEnd(4)} ${seconds.toFixed(1).padStart(6)} s ` +
    `${speed.padStart(8)} rows/s ${megabytes.toFixed(0).padStart(5)} MB of text, ` +
    `peak RSS ${peakMegabytes.toFixed(0)} MB (first export ${firstPeakMegabytes.toFixed(0)} MB)`
  )
}

async function benchmark(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  try {
    const small = path.join(folder, 'small.db')
    const large = path.join(folder, 'large.db')
    await makeDatabase(small, SMALL_ROWS)
    await makeDatabase(large, LARGE_ROWS)
    let isWithin = true
    for (const format of formats) {
      const few = await measureInChild({ file: small, format, repeats: SMALL_REPEATS })
      const many = await measureInChild({ file: large, format, repeats: 1 })
      const growth = many.peakMegabytes - few.peakMegabytes
      console.log(line(SMALL_ROWS, format, few))
      console.log(line(LARGE_ROWS, format, many))
      const isOk = growth <= MEMORY_BUDGET_MB
      console.log(`${isOk ? 'ok  ' : 'FAIL'} ${growth.toFixed(0)} MB more, ${MEMORY_BUDGET_MB} MB are allowed`)
      isWithin &&= isOk
    }
    return isWithin
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [file, format, repeats] = process.argv.slice(2)
if (file === undefined) process.exitCode = (await benchmark()) ? 0 : 1
else {
  const job: Job = { file, format: format === 'csv' ? 'csv' : 'json', repeats: Number(repeats) }
  console.log(JSON.stringify(await measure(job)))
}
