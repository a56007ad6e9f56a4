import type { PageRecord } from '#shared/page-record.ts'
import {
  type FetchedPage,
  type FromPageWorker,
  recordWithoutFacts,
  type ToPageWorker,
  unpackRecord,
  wholeBuffers,
} from '../visit/worker-messages.ts'
import { type PageThread, type PageThreadsOptions, ReadingWatch, THREAD_ENDED, unreadable } from './page-thread.ts'

interface WaitingPage {
  page: FetchedPage
  resolve(record: PageRecord): void
}

interface Reader {
  thread: PageThread
  watch: ReadingWatch
  /** null while it waits for a page. */
  current: (WaitingPage & { sinceMs: number; isForgotten: boolean }) | null
}

/**
 * Reads large pages, in threads of their own, so that pages of other crawls do not wait for them: one of ten megabytes takes as long as
 * hundreds of usual size. The threads start when there is a large page; each gets one page at a time, from the crawl that has taken the
 * least of their time.
 */
export class LargePages {
  readonly #options: PageThreadsOptions
  /** Messages that every thread is sent at its start. */
  readonly #sentToAll: () => readonly ToPageWorker[]
  readonly #onCheckError: (message: Extract<FromPageWorker, { kind: 'check-error' }>) => void
  readonly #readers: Reader[] = []
  readonly #waiting = new Set<WaitingPage>()
  /** Milliseconds of reading, by crawl. */
  readonly #spentMs = new Map<number, number>()
  #isClosed = false

  constructor(
    options: PageThreadsOptions,
    {
      sentToAll,
      onCheckError,
    }: {
      sentToAll: () => readonly ToPageWorker[]
      onCheckError: (message: Extract<FromPageWorker, { kind: 'check-error' }>) => void
    },
  ) {
    this.#options = options
    this.#sentToAll = sentToAll
    this.#onCheckError = onCheckError
  }

  /** Resolves always; as aborted when the crawl is. */
  read(page: FetchedPage): Promise<PageRecord> {
    return new Promise(resolve => {
      this.#waiting.add({ page, resolve })
      this.#readNext()
    })
  }

  post(message: ToPageWorker): void {
    for (const { thread } of this.#readers) thread.postMessage(message)
  }

  /** What is being read goes on for nothing: a thread cannot be interrupted. */
  abort(crawlId: number): void {
    const current = this.#readers.flatMap(reader => reader.current ?? [])
    for (const each of [...this.#waiting, ...current]) {
      const { job, attempts } = each.page
      if (job.crawlId !== crawlId) continue
      this.#waiting.delete(each)
      each.resolve(recordWithoutFacts(job, { failure: 'aborted', attempts }))
    }
  }

  forget(crawlId: number): void {
    this.#spentMs.delete(crawlId)
    // The time of what is still being read would be noted again, and never deleted.
    for (const { current } of this.#readers) if (current?.page.job.crawlId === crawlId) current.isForgotten = true
    this.post({ kind: 'forget', crawlId })
  }

  /** No crawl has pages to read. */
  endThreads(): void {
    for (const { thread } of this.#readers.splice(0)) void thread.terminate()
  }

  /** To be called about once a second. */
  watch(): void {
    for (const reader of [...this.#readers]) if (reader.watch.overdue()) this.#replace(reader, reader.watch.reason)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#readers.map(({ thread }) => thread.terminate()))
  }

  #readNext(): void {
    const next = this.#next()
    const reader = next && (this.#readers.find(({ current }) => current === null) ?? this.#startReader())
    if (!reader) return
    this.#waiting.delete(next)
    reader.current = { ...next, sinceMs: this.#options.now(), isForgotten: false }
    reader.thread.postMessage({ kind: 'read', page: next.page }, wholeBuffers([next.page.response.body]))
  }

  #next(): WaitingPage | null {
    const spent = ({ page }: WaitingPage) => this.#spentMs.get(page.job.crawlId) ?? 0
    const [first, ...others] = this.#waiting
    return first ? others.reduce((best, next) => (spent(next) < spent(best) ? next : best), first) : null
  }

  /** null when there are enough. */
  #startReader(): Reader | null {
    if (this.#isClosed || this.#readers.length >= this.#options.size) return null
    const thread = this.#options.start()
    const reader: Reader = { thread, watch: new ReadingWatch(thread, this.#options), current: null }
    thread.on('message', message => this.#receive(reader, message))
    thread.on('exit', () => this.#replace(reader, THREAD_ENDED))
    for (const message of this.#sentToAll()) thread.postMessage(message)
    this.#readers.push(reader)
    return reader
  }

  #receive(reader: Reader, message: FromPageWorker): void {
    if (message.kind === 'check-error') this.#onCheckError(message)
    else if (message.kind === 'record') this.#done(reader, () => unpackRecord(message.packed))
    else if (message.kind === 'crash') {
      this.#options.log('a visit failed', { url: reader.current?.page.job.url, cause: message.message })
      this.#done(reader, ({ job }) => this.#unreadable(job, 'the page could not be read'))
    }
  }

  #done(reader: Reader, recordOf: (page: FetchedPage) => PageRecord): void {
    const { current } = reader
    reader.current = null
    if (current) {
      const { crawlId } = current.page.job
      const spentMs = this.#options.now() - current.sinceMs
      if (!current.isForgotten) this.#spentMs.set(crawlId, (this.#spentMs.get(crawlId) ?? 0) + spentMs)
      current.resolve(recordOf(current.page))
    }
    this.#readNext()
  }

  #replace(reader: Reader, reason: string): void {
    const index = this.#readers.indexOf(reader)
    if (index < 0 || this.#isClosed) return
    this.#readers.splice(index, 1)
    this.#options.log('a page worker was replaced', { reason })
    void reader.thread.terminate()
    this.#done(reader, ({ job }) => this.#unreadable(job, reason))
  }

  #unreadable(job: FetchedPage['job'], detail: string): PageRecord {
    return unreadable(job, { detail, nowMs: this.#options.now() })
  }
}
