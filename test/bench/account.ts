import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { databasePath } from '../../src/runtime/database.ts'
import { accountText, type ThreadTime } from './account/account-text.ts'
import { storedTables } from './account/stored-tables.ts'
import { startBenchServer } from './bench-servers.ts'
import { benchSite } from './crawl/bench-site.ts'
import { writeBenchSite } from './crawl/write-bench-site.ts'
import { stagesOf } from './million/crawl-figures.ts'
import { watchAudit } from './million/watched-audit.ts'

/**
 * Audits the site of the benchmark once and prints where the processor's time went, by phase, by thread and by kind, and what was stored.
 * Noting it costs some percent: for the time itself there is `npm run bench`. Linux alone. `npm run bench:account -- [--pages 5000]`
 */

const PRELOAD = path.join(import.meta.dirname, 'account', 'note-thread-time.ts')
const NOTES = 'threads'
const timeSchema = z.object({
  thread: z.number(),
  cpuMs: z.number(),
  garbageMs: z.number(),
  sqliteMs: z.number(),
  compressMs: z.number(),
})

const { values } = parseArgs({ options: { pages: { type: 'string', default: '5000' } } })
const pages = Number(values.pages)
const site = benchSite(pages)

const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-account-'))
await using parts = new AsyncDisposableStack()
parts.defer(() => rm(folder, { recursive: true, force: true }))
const server = await startBenchServer(site, folder)
parts.defer(() => server.stop())
writeBenchSite(site, { folder, origin: server.origin })
const { samples, wallSeconds } = await watchAudit({
  origin: server.origin,
  pageLimit: pages + 1,
  folder,
  preload: PRELOAD,
  environment: { ACCOUNT_FILE: path.join(folder, NOTES) },
  onSample() {},
})
console.log(
  accountText({
    pages,
    wallSeconds,
    stages: stagesOf(samples, wallSeconds),
    threads: await threadTimes(),
    tables: storedTables(databasePath(path.join(folder, 'data'))),
  }),
)

async function threadTimes(): Promise<ThreadTime[]> {
  const files = (await readdir(folder)).filter(name => name.startsWith(`${NOTES}.`))
  const times = await Promise.all(
    files.map(async name => timeSchema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))),
  )
  return times.sort((a, b) => a.thread - b.thread)
}
