import { type ConnectionOptions, type Job, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { AnnounceCrawl, CrawlStore, WaitingCrawl } from '#store/store.ts'
import { type HoldClaimDeps, holdClaim, type RunCrawl } from './hold-claim.ts'
import type { Jobs } from './jobs.ts'

export interface PgBossJobsDeps extends HoldClaimDeps {
  queue: CrawlQueue
  store: { crawls: Pick<CrawlStore, 'claim' | 'renew' | 'release' | 'waiting'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** Crawls at once. */
  concurrency: number
  /** How often to look for crawls that wait without a job, such as those of a process that died. */
  pollMs: number
}

/** Crawls of more pages than this are long: they wait in a queue of their own, and never take all the places of a worker. */
const LONG_CRAWL_PAGES = 10_000
const QUEUES = { short: 'crawl', long: 'long-crawl' } as const
/** How often a worker asks for jobs. */
const POLL_SECONDS = 0.5
/** pg-boss lets no job run for longer. A crawl may: its claim is what counts, and its job is forgotten. */
const EXPIRE_SECONDS = 86_399
/** A job whose worker is not heard of for so long is forgotten; its crawl is announced again when its claim has lapsed. */
const HEARTBEAT_SECONDS = 60
const ENDED_JOB_SECONDS = 3_600
const CONNECTIONS = 3
/** Crawls that are announced at a time. */
const MAX_ANNOUNCED = 1_000

const jobSchema = z.object({ crawlId: z.int().positive() })

/** The queue of waiting crawls in a PostgreSQL database, as one process uses it. */
export interface CrawlQueue extends AsyncDisposable {
  boss: PgBoss
  /** For the store: in the transaction of the crawl's row. */
  announce: AnnounceCrawl
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
  for (const name of Object.values(QUEUES)) {
    // Short: however often a crawl is announced, one job of it waits at a time.
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: EXPIRE_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: ENDED_JOB_SECONDS,
    })
  }
  return {
    boss,
    async announce(transaction, crawl) {
      await announceAll(boss, [crawl], {
        db: { executeSql: async (text, values = []) => ({ rows: [...(await transaction.run(text, values))] }) },
      })
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }),
  }
}

async function announceAll(boss: PgBoss, crawls: readonly WaitingCrawl[], connection: ConnectionOptions = {}) {
  const byQueue = Map.groupBy(crawls, crawl => (crawl.crawlLimit > LONG_CRAWL_PAGES ? QUEUES.long : QUEUES.short))
  for (const [name, waiting] of byQueue) {
    const jobs = waiting.map(({ crawlId }) => ({ data: { crawlId }, singletonKey: String(crawlId) }))
    await boss.insert(name, jobs, connection)
  }
}

/**
 * Jobs for many processes and machines: pg-boss hands out crawls, the claim of the crawl's row decides who works on it. The row is
 * what counts: a crawl that waits without a job gets one again, and a job of a crawl that does not wait does nothing.
 */
export function createPgBossJobs(deps: PgBossJobsDeps): Jobs {
  return {
    // Whoever made the crawl wait has announced it in the same transaction.
    async enqueue() {},
    work: run => new Worker(deps, run),
  }
}

class Worker implements AsyncDisposable {
  readonly #deps: PgBossJobsDeps
  readonly #run: RunCrawl
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #announcing: Promise<void>
  readonly #started: Promise<void>

  constructor(deps: PgBossJobsDeps, run: RunCrawl) {
    this.#deps = deps
    this.#run = run
    this.#announcing = this.#announceWaiting()
    this.#started = this.#start().catch(error => {
      deps.log('asking for crawls failed', { cause: describeError(error) })
    })
  }

  async #start(): Promise<void> {
    const { queue, concurrency } = this.#deps
    const work = (name: string, localConcurrency: number) =>
      queue.boss.work(name, { localConcurrency, batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, jobs =>
        this.#take(jobs),
      )
    // A place stays free of long crawls, so that a short one never waits for the end of a long one.
    const long = Math.max(1, Math.floor(concurrency / 2))
    await work(QUEUES.long, long)
    await work(QUEUES.short, Math.max(1, concurrency - long))
  }

  async #take(jobs: readonly Job<unknown>[]): Promise<void> {
    for (const job of jobs) {
      const { crawlId } = jobSchema.parse(job.data)
      if (this.#stopping.signal.aborted) return
      const holding = this.#hold(crawlId)
      this.#running.add(holding)
      await holding.finally(() => this.#running.delete(holding))
    }
  }

  async #hold(crawlId: number): Promise<void> {
    const { store, worker, now, leaseMs } = this.#deps
    const claim = await store.crawls.claim(worker, now(), leaseMs, crawlId)
    if (claim) await holdClaim(claim, this.#deps, { run: this.#run, stopping: this.#stopping.signal })
  }

  /** Crawls whose worker died, and all of them when the queue has been emptied. */
  async #announceWaiting(): Promise<void> {
    const { queue, store, now, after, pollMs, log } = this.#deps
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await announceAll(queue.boss, await store.crawls.waiting(now(), MAX_ANNOUNCED))
      } catch (error) {
        log('looking for waiting crawls failed', { cause: describeError(error) })
      }
      await wait(after, pollMs, signal)
    }
  }

  /** Takes no more jobs, aborts what runs, waits until it has ended, and gives its claims up. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#started
    await Promise.all([this.#announcing, ...this.#running])
    for (const name of Object.values(QUEUES)) await this.#deps.queue.boss.offWork(name, { wait: false })
  }
}
