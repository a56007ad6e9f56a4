import { type ConnectionOptions, type Job, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { AnnounceCrawl, CrawlStore, WaitingCrawl } from '#store/store.ts'
import { FairTurns, LONG_CRAWL_PAGES, MAX_ATTEMPTS, MAX_IN_LINE, placesForLong } from './fair-turns.ts'
import { holdClaim, type RunCrawl } from './hold-claim.ts'
import type { Jobs } from './jobs.ts'
import type { WorkerDeps } from './worker-deps.ts'

interface QueueWorkerDeps extends WorkerDeps {
  store: { crawls: WorkerDeps['store']['crawls'] & Pick<CrawlStore, 'waiting'> }
}

/** Long crawls wait in a queue of their own. */
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
  /** For the store: in the transaction of the crawl's row. */
  announce: AnnounceCrawl
  /**
   * Jobs for many processes and machines: pg-boss hands out crawls, the claim of the crawl's row decides who works on it. The row is
   * what counts: a crawl that waits without a job gets one again, and a job of a crawl that does not wait does nothing.
   */
  createJobs(deps: QueueWorkerDeps): Jobs
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
    async announce(transaction, crawl) {
      await announceAll(boss, [crawl], {
        db: { executeSql: async (text, values = []) => ({ rows: [...(await transaction.run(text, values))] }) },
      })
    },
    createJobs: deps => ({
      // Whoever made the crawl wait has announced it in the same transaction.
      async enqueue() {},
      work: run => new Worker(boss, deps, run),
    }),
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

class Worker implements AsyncDisposable {
  readonly #boss: PgBoss
  readonly #deps: QueueWorkerDeps
  readonly #run: RunCrawl
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #turns: FairTurns
  readonly #announcing: Promise<void>
  readonly #started: Promise<void>

  constructor(boss: PgBoss, deps: QueueWorkerDeps, run: RunCrawl) {
    this.#boss = boss
    this.#deps = deps
    this.#run = run
    this.#turns = new FairTurns(deps.concurrency)
    this.#announcing = this.#announceWaiting()
    this.#started = this.#start().catch(error => {
      deps.log('asking for crawls failed', { cause: describeError(error) })
    })
  }

  async #start(): Promise<void> {
    const { concurrency } = this.#deps
    const work = (name: string, localConcurrency: number) =>
      this.#boss.work(name, { localConcurrency, batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, jobs =>
        this.#take(name, jobs),
      )
    await work(QUEUES.long, placesForLong(concurrency))
    // Of all places: a long crawl that has none of them begins beside short ones, which then wait for the end of one.
    await work(QUEUES.short, concurrency)
  }

  /** A job says that some crawl waits; whose turn it is shows now. */
  async #take(name: string, jobs: readonly Job<unknown>[]): Promise<void> {
    for (const job of jobs) {
      jobSchema.parse(job.data)
      if (this.#stopping.signal.aborted) return
      const holding = this.#hold(name === QUEUES.long)
      this.#running.add(holding)
      await holding.finally(() => this.#running.delete(holding))
    }
  }

  async #hold(isLong: boolean): Promise<void> {
    const { store, worker, now, leaseMs } = this.#deps
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const waiting = await store.crawls.firstInLine(now(), { longerThan: LONG_CRAWL_PAGES, limit: MAX_IN_LINE })
      const next = this.#turns.choose(waiting, { nowMs: now(), isLong })
      if (next === null) return
      // Before the claim is there, so that no other job of this process chooses the same.
      this.#turns.began(next, now())
      try {
        const claim = await store.crawls.claim(worker, now(), leaseMs, next.crawlId)
        if (claim) return await holdClaim(claim, this.#deps, { run: this.#run, stopping: this.#stopping.signal })
      } finally {
        this.#turns.ended(next.crawlId)
      }
    }
  }

  /** Crawls whose worker died, and all of them when the queue has been emptied. */
  async #announceWaiting(): Promise<void> {
    const { store, now, after, pollMs, log } = this.#deps
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await announceAll(this.#boss, await store.crawls.waiting(now(), MAX_ANNOUNCED))
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
    for (const name of Object.values(QUEUES)) await this.#boss.offWork(name, { wait: false })
  }
}
