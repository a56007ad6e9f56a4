import { PgBoss } from 'pg-boss'
import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { AnnounceCrawl } from '#store/store.ts'
import { CrawlWorker, type CrawlWorkerDeps } from './crawl-worker.ts'
import type { Jobs } from './jobs.ts'

const QUEUE = 'crawl'
/** How often a worker with a free slot fetches jobs. */
const POLL_MS = 500
/** A job is completed as soon as it is fetched; one whose process died in between is forgotten after this time. */
const EXPIRE_SECONDS = 60
const ENDED_JOB_SECONDS = 3_600
const CONNECTIONS = 3

/** The queue of waiting crawls in a PostgreSQL database, as one process uses it. */
export interface CrawlQueue extends AsyncDisposable {
  /** For the store: in the transaction of the crawl's row. */
  announce: AnnounceCrawl
  /**
   * Jobs for many processes and machines. A job of pg-boss says that some crawl waits, and wakes one process that has a free slot; which
   * crawl that process starts, the policy decides from the rows. A job that is lost delays a crawl until the next look at the rows,
   * and one too many does nothing.
   */
  createJobs(deps: CrawlWorkerDeps): Jobs
}

export interface CrawlQueueOptions {
  url: string
  /** Whether this process keeps the queue in order: one that works on crawls does. */
  isSupervisor: boolean
  log(event: string, details: Record<string, unknown>): void
}

/** Makes the queue when it is not there. Rejects when the database cannot be reached. */
export async function openCrawlQueue({ url, isSupervisor, log }: CrawlQueueOptions): Promise<CrawlQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'sitesounder-queue',
    max: CONNECTIONS,
    supervise: isSupervisor,
    schedule: false,
  })
  boss.on('error', error => log('the queue failed', { cause: describeError(error) }))
  await boss.start()
  await boss.createQueue(QUEUE, {
    // However often a crawl is announced, one job of it waits at a time.
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: EXPIRE_SECONDS,
    deleteAfterSeconds: ENDED_JOB_SECONDS,
  })
  return {
    async announce(transaction, crawlId) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: [...(await transaction.run(text, values))],
      })
      await boss.insert(QUEUE, [{ singletonKey: String(crawlId) }], { db: { executeSql } })
    },
    createJobs: deps => ({
      work(run) {
        const worker = new CrawlWorker(deps, run)
        const stopping = new AbortController()
        const waking = wakeByJobs({ boss, worker, deps, signal: stopping.signal })
        return {
          wake: () => worker.wake(),
          async [Symbol.asyncDispose]() {
            stopping.abort()
            // First this: the crawls that are given up now are announced to other processes.
            await waking
            await worker[Symbol.asyncDispose]()
          },
        }
      },
    }),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }),
  }
}

/** Wakes the worker when there are jobs; as long as it has no free slot, they are left to other processes. */
async function wakeByJobs({
  boss,
  worker,
  deps: { after, log },
  signal,
}: {
  boss: PgBoss
  worker: CrawlWorker
  deps: CrawlWorkerDeps
  signal: AbortSignal
}): Promise<void> {
  while (!signal.aborted) {
    try {
      const { freeSlots } = worker
      const jobs = freeSlots > 0 ? await boss.fetch(QUEUE, { batchSize: freeSlots }) : []
      if (jobs.length > 0) {
        worker.wake()
        const ids = jobs.map(({ id }) => id)
        await boss.complete(QUEUE, ids)
      }
    } catch (error) {
      log('fetching jobs failed', { cause: describeError(error) })
    }
    await wait(after, POLL_MS, signal)
  }
}
