import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { databasePath } from '#runtime/database.ts'
import type { PostgresServer } from '../../support/postgres-server.ts'
import { peakMegabytesOf } from '../../support/process-memory.ts'
import { cpuSecondsOf, cpuSecondsOfFamily, ownMegabytesOfFamily } from './process-figures.ts'

/** One way in which the product is installed, and what it costs to crawl with it. */
export interface Arrangement {
  name: string
  storage: 'sqlite' | 'postgres'
  /** Processes that crawl and show nothing; null where `serve` does both. */
  workers: number | null
}

export const arrangements: readonly Arrangement[] = [
  { name: 'One process, SQLite', storage: 'sqlite', workers: null },
  { name: 'One process, PostgreSQL', storage: 'postgres', workers: null },
  { name: 'API and 1 worker', storage: 'postgres', workers: 1 },
  { name: 'API and 2 workers', storage: 'postgres', workers: 2 },
  { name: 'API and 4 workers', storage: 'postgres', workers: 4 },
]

export interface Figures {
  wallSeconds: number
  /** Of all our processes together, and of those of PostgreSQL. */
  ourCpuSeconds: number
  databaseCpuSeconds: number | null
  /** Of the largest process that crawls, and of the one that shows. */
  crawlingMegabytes: number
  showingMegabytes: number
  databaseMegabytes: number | null
  connections: number | null
  databaseBytes: number
  /** Transactions that PostgreSQL committed, and what it wrote to its log. */
  commits: number | null
  logBytes: number | null
  /** The largest tables with their indexes, and what they hold outside of their rows. */
  tables: readonly { name: string; bytes: number }[]
}

export interface Job {
  /** First URLs of the sites, each crawled for a visitor of its own. */
  seeds: readonly string[]
  pages: number
  folder: string
  postgres: PostgresServer
}

const COMMAND = path.join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'cli.ts')
const SAMPLE_MS = 250
const POLL_MS = 100
/** Of the largest ones. */
const TABLES = 5

/** Starts it, crawls all sites at once, and ends it. Throws when a crawl is not whole. */
export async function crawlWith({ storage, workers }: Arrangement, job: Job): Promise<Figures> {
  await using parts = new AsyncDisposableStack()
  const { postgres, folder } = job
  const url = storage === 'postgres' ? await postgres.createDatabase() : null
  const env = url === null ? {} : { SITESOUNDER_DATABASE_URL: url }
  const roles = workers === null ? [] : ['--roles', 'api']
  const visitorFlags = ['--max-crawl-limit', String(job.pages * 2), '--requests-per-minute', '100000']
  const addressFlags = ['--max-active-crawls-per-address', '1000', '--requests-per-minute-per-address', '100000']
  const shown = await startProcess(
    ['serve', '--data', folder, '--port', '0', ...roles, ...visitorFlags, ...addressFlags],
    env,
  )
  parts.defer(() => shown.end())
  const crawling: Started[] = []
  for (let count = 0; count < (workers ?? 0); count++) {
    const worker = await startProcess(['worker', '--data', folder], env)
    parts.defer(() => worker.end())
    crawling.push(worker)
  }
  const processes = [shown, ...crawling]
  const databaseId = url === null ? null : postgres.processId()
  const emptyBytes = await bytesOf(url, folder)
  const watch = url === null ? null : watchConnections(url, postgres.processId())
  const ourCpu = () => processes.reduce((sum, { processId }) => sum + cpuSecondsOf(processId), 0)
  const before = { our: ourCpu(), database: databaseId === null ? 0 : cpuSecondsOfFamily(databaseId) }
  const startedMs = performance.now()
  await crawlAll(shown.said, job)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  const ourCpuSeconds = ourCpu() - before.our
  const databaseCpuSeconds = databaseId === null ? null : cpuSecondsOfFamily(databaseId) - before.database
  const watched = await watch?.end()
  const peaks = processes.map(({ processId }) => peakMegabytesOf(processId) ?? Number.NaN)
  const [showingMegabytes = Number.NaN] = peaks
  const figures = {
    wallSeconds,
    ourCpuSeconds,
    databaseCpuSeconds,
    showingMegabytes,
    crawlingMegabytes: Math.max(...(workers === null ? peaks : peaks.slice(1))),
    databaseMegabytes: watched?.megabytes ?? null,
    connections: watched?.connections ?? null,
    commits: watched?.commits ?? null,
    logBytes: watched?.logBytes ?? null,
    tables: watched?.tables ?? [],
  }
  await parts.disposeAsync()
  return { ...figures, databaseBytes: (await bytesOf(url, folder)) - emptyBytes }
}

interface Started {
  processId: number
  /** The URL that it printed. */
  said: string
  end(): Promise<void>
}

async function startProcess(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const flags = ['--pagespeed', 'off', '--confirm-pause-ms', '0', '--server-error-pause-ms', '0']
  const crawled = ['--probe-resources', 'false', '--probe-external', 'false', '--sitemaps', 'false']
  const child: ChildProcess = spawn(process.execPath, [COMMAND, ...args, ...flags, ...crawled], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = Promise.withResolvers<string>()
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const found = /ready on (http:\S+)|worker started/.exec(said)
    if (found) ready.resolve(found[1] ?? '')
  })
  child.once('exit', () => ready.reject(new Error(`${args[0]} ended: ${said}`)))
  return {
    said: await ready.promise,
    processId: child.pid ?? 0,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function crawlAll(server: string, { seeds, pages }: Job): Promise<void> {
  await Promise.all(
    seeds.map(async url => {
      const started = await fetch(`${server}/api/crawl`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server },
        body: JSON.stringify({ url, crawlLimit: pages + 1 }),
      })
      if (!started.ok) throw new Error(`the crawl was refused: ${await started.text()}`)
      const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const { websiteId } = (await started.json()) as { websiteId: number }
      for (;;) {
        const response = await fetch(`${server}/api/crawl/${websiteId}`, { headers: { cookie } })
        const crawl = (await response.json()) as { status: string; endReason: string; pagesCrawled: number }
        if (crawl.status === 'complete') {
          if (crawl.endReason !== 'finished' || crawl.pagesCrawled < pages)
            throw new Error(`${url}: ${crawl.pagesCrawled} of ${pages} pages, ${crawl.endReason}`)
          return
        }
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
      }
    }),
  )
}

/** Reads at intervals how many connections there are, and what the server's processes hold. */
function watchConnections(url: string, processId: number) {
  let [connections, megabytes] = [0, 0]
  let isEnding = false
  async function look(): Promise<Pick<Figures, 'tables'> & { commits: number; logBytes: number }> {
    const client = new pg.Client({ connectionString: url, application_name: 'watch' })
    await client.connect()
    const counted = async () => {
      const { rows } = await client.query(
        `select xact_commit as commits, pg_current_wal_lsn() - '0/0' as bytes
         from pg_stat_database where datname = current_database()`,
      )
      return { commits: Number(rows[0]?.commits), logBytes: Number(rows[0]?.bytes) }
    }
    const before = await counted()
    while (!isEnding) {
      const { rows } = await client.query(
        `select count(*)::int as connections from pg_stat_activity
         where datname = current_database() and application_name <> 'watch'`,
      )
      connections = Math.max(connections, rows[0]?.connections ?? 0)
      megabytes = Math.max(megabytes, ownMegabytesOfFamily(processId))
      await new Promise(resolve => setTimeout(resolve, SAMPLE_MS))
    }
    const after = await counted()
    const { rows: tables } = await client.query(
      `select relname as name, pg_total_relation_size(relid)::float as bytes from pg_stat_user_tables
       order by bytes desc limit ${TABLES}`,
    )
    await client.end()
    return { commits: after.commits - before.commits, logBytes: after.logBytes - before.logBytes, tables }
  }
  const looking = look()
  return {
    async end() {
      isEnding = true
      return { ...(await looking), connections, megabytes }
    },
  }
}

async function bytesOf(url: string | null, folder: string): Promise<number> {
  if (url === null) {
    const file = databasePath(folder)
    return [file, `${file}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0)
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0]?.bytes)
}
