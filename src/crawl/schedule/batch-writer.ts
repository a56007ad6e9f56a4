import type { SkipReason } from '#shared/model.ts'
import { addCheckResults, type CheckCounters, type PageRecord } from '#shared/page-record.ts'
import type { Claim, CrawlBatch, CrawlCheckpoint, CrawlStore } from '#store/store.ts'
import type { VisitJob } from '../visit/worker-messages.ts'
import type { Frontier } from './frontier.ts'

export interface BatchWriterDeps {
  store: { crawls: Pick<CrawlStore, 'commit'> }
  claim: Claim
  frontier: Frontier
  /** The progress of the crawl; written with every batch. */
  checkpoint: CrawlCheckpoint
  now: () => number
  after(ms: number, callback: () => void): () => void
  /** A batch could not be written: the crawl cannot go on. */
  onFailure(error: unknown): void
  /** A batch has been written. */
  onWritten(): Promise<void>
}

/** A batch is written when it holds this many records (for throughput), or is this old (for people who watch). */
const BATCH_SIZE = 50
const BATCH_AGE_MS = 400

/** Gathers records into batches and commits each in one transaction: URLs, pages, links, issues, checkpoint. */
export class BatchWriter {
  readonly #deps: BatchWriterDeps
  #records: PageRecord[] = []
  #counters: CheckCounters = {}
  #writing: Promise<void> = Promise.resolve()
  #cancelTimer: (() => void) | null = null
  #hasFailed = false

  constructor(deps: BatchWriterDeps) {
    this.#deps = deps
  }

  /** Takes one final record: admits the URLs that it names, and counts it. */
  add(record: PageRecord, mode: VisitJob['mode']): void {
    const { frontier, checkpoint } = this.#deps
    record.foundIds = frontier.admit(record.found, { id: record.urlId, isRedirect: record.hops.length > 0 })
    frontier.finish(record.urlId, mode === 'visit' ? 'visited' : 'probed', skipReasonOf(record, mode))
    if (record.isCounted) checkpoint.pagesCounted++
    if (record.isUnrendered) checkpoint.unrenderedPages = (checkpoint.unrenderedPages ?? 0) + 1
    if (record.isUnchanged) checkpoint.unchangedPages = (checkpoint.unchangedPages ?? 0) + 1
    if (record.hidesChange) noteHost(checkpoint, new URL(record.url).host)
    this.#records.push(record)
    if (record.checkResults) addCheckResults(this.#counters, record.checkResults)
    if (this.#records.length >= BATCH_SIZE) this.#write()
    else this.#cancelTimer ??= this.#deps.after(BATCH_AGE_MS, () => this.#write())
  }

  /** Writes the records gathered so far and waits until all are stored. */
  async flush(): Promise<void> {
    this.#write()
    await this.#writing
  }

  #write(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const { store, claim, frontier, checkpoint, now, onFailure, onWritten } = this.#deps
    if (frontier.dropped > 0) checkpoint.areUrlsUntracked = true
    const batch: CrawlBatch = {
      ...frontier.urls.takeChanges(),
      records: this.#records,
      counters: this.#counters,
      checkpoint: structuredClone(checkpoint),
      nowMs: now(),
    }
    this.#records = []
    this.#counters = {}
    this.#writing = this.#writing
      // No batch is written after one that failed.
      .then(async () => {
        if (this.#hasFailed) return
        await store.crawls.commit(claim, batch)
        await onWritten()
      })
      .catch((error: unknown) => {
        this.#hasFailed = true
        onFailure(error)
      })
  }
}

function noteHost(checkpoint: CrawlCheckpoint, host: string): void {
  const hosts = checkpoint.hostsHidingChanges ?? []
  if (!hosts.includes(host)) checkpoint.hostsHidingChanges = [...hosts, host]
}

function skipReasonOf({ failure, isPage }: PageRecord, mode: VisitJob['mode']): SkipReason | null {
  if (failure === 'address-refused') return failure
  return mode === 'visit' && !isPage ? 'type' : null
}
