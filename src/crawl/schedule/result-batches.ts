import { REDIRECT_STATUS_MIN } from '#shared/constants.ts'
import type { SkipReason } from '#shared/model.ts'
import type { CheckCounters } from '#shared/visit-result.ts'
import type { Claim, CrawlCheckpoint, CrawlStore, SettledOutcome } from '#store/store.ts'
import type { PageVerdicts, VisitResult } from '../visit/visit-job.ts'
import type { Frontier } from './frontier.ts'

export interface SettlerDeps {
  store: { crawls: Pick<CrawlStore, 'settle'> }
  claim: Claim
  frontier: Frontier
  /** Where the crawl stands; written with every batch. */
  checkpoint: CrawlCheckpoint
  now: () => number
  after(ms: number, callback: () => void): () => void
  /** A batch could not be written: the crawl cannot go on. */
  onFailure(error: unknown): void
  /** A batch has been written. */
  onWritten(): Promise<void>
}

/** A batch is written when it holds this many outcomes, or is this old: the first for speed, the second for the eye. */
const BATCH_SIZE = 50
const BATCH_AGE_MS = 400

/** Gathers results into batches and settles each in one transaction: rows of URLs, pages, links, issues, checkpoint. */
export class Settler {
  readonly #deps: SettlerDeps
  #outcomes: SettledOutcome[] = []
  #counters: CheckCounters = {}
  #writing: Promise<void> = Promise.resolve()
  #cancelTimer: (() => void) | null = null
  #hasFailed = false

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /** Takes one final result: notes what it names, classes it, and counts it. */
  add(result: VisitResult, mode: 'visit' | 'probe'): void {
    const { frontier, checkpoint } = this.#deps
    const row = frontier.row(result.urlId)
    const { outcome } = result
    const foundIds = frontier.admit(outcome.found, { row, isRedirect: outcome.fetched.hops.length > 0 })
    const isFile = isFileResponse(result)
    const isVisit = mode === 'visit'
    frontier.settle(row, isVisit ? 'visited' : 'probed', skipReasonOf(result, isVisit && isFile))
    const isCounted = isVisit && result.isHtmlOk
    if (isCounted) checkpoint.pagesCounted++
    if (result.isUnrendered) checkpoint.unrenderedPages = (checkpoint.unrenderedPages ?? 0) + 1
    this.#outcomes.push({
      outcome,
      number: row.number,
      depth: row.depth,
      isPage: isVisit && !isFile,
      isCounted,
      foundIds,
    })
    if (result.verdicts) addVerdicts(this.#counters, result.verdicts)
    if (this.#outcomes.length >= BATCH_SIZE) this.#write()
    else this.#cancelTimer ??= this.#deps.after(BATCH_AGE_MS, () => this.#write())
  }

  /** Writes what is gathered and waits until all is stored. */
  async flush(): Promise<void> {
    this.#write()
    await this.#writing
  }

  #write(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const { store, claim, frontier, checkpoint, now, onFailure, onWritten } = this.#deps
    if (frontier.dropped > 0) checkpoint.areUrlsUntracked = true
    const settlement = {
      ...frontier.takeChanges(),
      outcomes: this.#outcomes,
      counters: this.#counters,
      checkpoint: structuredClone(checkpoint),
      nowMs: now(),
    }
    this.#outcomes = []
    this.#counters = {}
    this.#writing = this.#writing
      // Nothing is written on top of a batch that is missing.
      .then(async () => {
        if (this.#hasFailed) return
        await store.crawls.settle(claim, settlement)
        await onWritten()
      })
      .catch((error: unknown) => {
        this.#hasFailed = true
        onFailure(error)
      })
  }
}

/** An answer of status 2xx that is no HTML: kept with its URL, but no row of the pages list. */
function isFileResponse(result: VisitResult): boolean {
  const { status, hops } = result.outcome.fetched
  return status !== null && status < REDIRECT_STATUS_MIN && hops.length === 0 && !result.isHtml
}

function skipReasonOf(result: VisitResult, isFile: boolean): SkipReason | null {
  if (result.outcome.fetched.failure === 'address-refused') return 'address-refused'
  return isFile ? 'type' : null
}

function addVerdicts(counters: CheckCounters, verdicts: PageVerdicts): void {
  const of = (id: string) => (counters[id] ??= { passed: 0, failed: 0, skipped: {} })
  for (const id of verdicts.passed) of(id).passed++
  for (const id of verdicts.failed) of(id).failed++
  for (const [id, reason] of verdicts.skipped) {
    const { skipped } = of(id)
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
}
