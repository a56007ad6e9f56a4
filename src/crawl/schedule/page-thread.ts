import type { PageRecord } from '#shared/page-record.ts'
import { type FromPageWorker, recordWithoutFacts, type ToPageWorker, type VisitJob } from '../visit/worker-messages.ts'

/** The thread of one page worker: the part of a Worker that is used, and which page it reads. Injected: the composition starts threads. */
export interface PageThread {
  on(event: 'message', listener: (message: FromPageWorker) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(message: ToPageWorker, transfer?: readonly ArrayBuffer[]): void
  terminate(): Promise<unknown>
  /**
   * The page that the thread is reading: a counter that changes with every page, and its ids. null while it waits. Readable while
   * the thread is busy.
   */
  reading(): { sequence: number; crawlId: number; urlId: number } | null
  /** Processor time of the thread in milliseconds, as it was at the call before: each call requests the present one. */
  processorMs(): number
}

export interface PageThreadsOptions {
  start(): PageThread
  /** Threads that visit URLs, and as many at most that read large pages. */
  size: number
  /** Processor time: a thread that takes more for one page is replaced. */
  readTimeoutMs: number
  now: () => number
  log: (event: string, details: Record<string, unknown>) => void
}

/** A thread that gets no processor, or does not say how much it got, is replaced after so many times the limit. */
const MOST_TIMEOUTS = 4

/** Notices that a thread reads one page for too long. On a busy machine a page may take longer: the thread's own time counts. */
export class ReadingWatch {
  readonly #thread: PageThread
  readonly #options: { readTimeoutMs: number; now: () => number }
  #seen: { sequence: number; sinceMs: number; sinceProcessorMs: number } | null = null

  constructor(thread: PageThread, options: { readTimeoutMs: number; now: () => number }) {
    this.#thread = thread
    this.#options = options
  }

  /** The page that takes too long; null when all is well. To be called about once a second. */
  overdue(): { crawlId: number; urlId: number } | null {
    const { readTimeoutMs } = this.#options
    const reading = this.#thread.reading()
    const [nowMs, processorMs] = [this.#options.now(), this.#thread.processorMs()]
    if (reading === null) this.#seen = null
    else if (this.#seen?.sequence !== reading.sequence)
      this.#seen = { sequence: reading.sequence, sinceMs: nowMs, sinceProcessorMs: processorMs }
    else {
      const elapsedMs = nowMs - this.#seen.sinceMs
      const busyMs = processorMs - this.#seen.sinceProcessorMs
      if (Math.min(elapsedMs, busyMs) >= readTimeoutMs || elapsedMs >= MOST_TIMEOUTS * readTimeoutMs) return reading
    }
    return null
  }

  /** Why the thread is replaced then. */
  get reason(): string {
    return `reading took longer than ${this.#options.readTimeoutMs / 1_000} s`
  }
}

/** Why a thread is replaced that has ended by itself. */
export const THREAD_ENDED = 'the page worker ended'

/** The record of a page that cannot be read. */
export function unreadable(job: VisitJob, failure: { detail: string; nowMs: number }): PageRecord {
  return recordWithoutFacts(job, {
    failure: 'unreadable',
    failureDetail: failure.detail,
    attempts: [...job.attempts, { atMs: failure.nowMs, method: 'GET', status: null, failure: 'unreadable' }],
  })
}
