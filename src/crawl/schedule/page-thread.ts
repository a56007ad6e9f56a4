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
}

export interface PageThreadsOptions {
  start(): PageThread
  /** Threads that visit URLs, and as many at most that read large pages. */
  size: number
  /** A thread that reads one page for longer is replaced. */
  readTimeoutMs: number
  now: () => number
  log: (event: string, details: Record<string, unknown>) => void
}

/** Notices that a thread reads one page for too long. */
export class ReadingWatch {
  readonly #thread: PageThread
  readonly #options: { readTimeoutMs: number; now: () => number }
  #seen: { sequence: number; sinceMs: number } | null = null

  constructor(thread: PageThread, options: { readTimeoutMs: number; now: () => number }) {
    this.#thread = thread
    this.#options = options
  }

  /** The page that takes too long; null when all is well. To be called about once a second. */
  overdue(): { crawlId: number; urlId: number } | null {
    const reading = this.#thread.reading()
    const nowMs = this.#options.now()
    if (reading === null) this.#seen = null
    else if (this.#seen?.sequence !== reading.sequence) this.#seen = { sequence: reading.sequence, sinceMs: nowMs }
    else if (nowMs - this.#seen.sinceMs >= this.#options.readTimeoutMs) return reading
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
