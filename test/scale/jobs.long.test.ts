import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { jobsContract, type OpenJobs } from '#jobs/jobs.contract.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { openCrawlQueue } from '#jobs/pg-boss.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { openPostgresStore } from '#store/database/postgres.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

/** Never within a test: only a job starts a crawl. */
const NEVER_MS = 3_600_000
/** Shown, not thrown: a query that failed is sent again, and what threw here would end the loop that does it. */
const log = (event: string, details: Record<string, unknown>) => console.error(event, details)

describe('jobs assigned by pg-boss', () => {
  let server: PostgresServer
  /** A database with all tables and no row: copied, it saves each test the making of them. */
  let empty: string

  before(async () => {
    server = await startPostgres()
    empty = await server.createDatabase()
    await (await open(empty))[Symbol.asyncDispose]()
  })
  after(() => server[Symbol.asyncDispose]())

  async function open(url: string): Promise<OpenJobs> {
    await using parts = new AsyncDisposableStack()
    const queue = parts.use(await openCrawlQueue({ url, isSupervisor: false, log }))
    const store = parts.use(
      await openPostgresStore({
        url,
        maxConnections: 4,
        connectTimeoutMs: 5_000,
        announce: queue.announce,
        onLost: error => {
          throw error
        },
      }),
    )
    const standing = parts.move()
    return { store, createJobs: queue.createJobs, [Symbol.asyncDispose]: () => standing.disposeAsync() }
  }

  jobsContract(async () => open(await server.createDatabase(empty)))

  it('wake a process with a free slot, and are left to it by one that has none', async () => {
    const url = await server.createDatabase(empty)
    await using shown = await open(url)
    const { visitors, websites } = shown.store
    const startCrawl = async (owner: string) => {
      const ownerId = await visitors.createOwner(owner, 1_000)
      const options = defaultCrawlOptions
      const request = { ownerId, url: `https://${owner}.test/`, crawlLimit: 5, options, nowMs: 1_000 }
      return (await websites.startCrawl(request)).crawlId
    }
    const started: number[] = []
    const workOn = ({ store, createJobs }: OpenJobs) => {
      const jobs: Jobs = createJobs({
        store,
        worker: 'test',
        concurrency: 1,
        leaseMs: NEVER_MS,
        pollMs: NEVER_MS,
        now: () => 1_000,
        after(ms, callback) {
          const timer = setTimeout(callback, ms)
          return () => clearTimeout(timer)
        },
        log,
      })
      return jobs.work(
        (claim, signal) =>
          new Promise(resolve => {
            started.push(claim.crawlId)
            signal.addEventListener('abort', () => resolve())
          }),
      )
    }
    await using one = await open(url)
    await using two = await open(url)
    await using _oneWorks = workOn(one)
    const first = await startCrawl('a')
    await until(() => started.length === 1)
    const second = await startCrawl('b')
    await using _twoWorks = workOn(two)
    await until(() => started.length === 2)
    assert.deepEqual(started, [first, second])
  })
})
