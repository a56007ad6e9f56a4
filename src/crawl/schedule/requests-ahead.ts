import { MEGABYTE } from '#shared/constants.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { bytesOf, type VisitJob } from '../visit/worker-messages.ts'

/** One URL to request. */
export interface Task {
  /** As it is sent next, with the attempts so far. */
  job: VisitJob
  /** The job of the round that waits for the record; null as long as the URL is requested ahead of its turn. */
  wanted: VisitJob | null
}

/** Which URLs a round requests ahead of their turn, as soon as all that it still waits for is the pauses of failed ones. */
export interface AheadPlan {
  /** The next one; null when there is none for now. */
  next(ahead: RequestsAhead): VisitJob | null
  /** The record of one has come. */
  received(record: PageRecord): void
}

/** URLs of each kind that are requested ahead of their turn, and bytes of their records: a bound on memory. */
const MAX_AHEAD = 500
const MAX_AHEAD_BYTES = 20 * MEGABYTE

/**
 * URLs that were requested ahead of their turn, with their records once these are final. A round that comes to such a URL takes it from
 * here, so that nothing but time depends on what is requested ahead: neither the order of a crawl nor its report.
 */
export class RequestsAhead {
  readonly #tasks = new Map<string, Task>()
  readonly #records = new Map<Task, { record: PageRecord; bytes: number }>()
  #heldBytes = 0
  #lastId = 0

  /** How many are requested ahead. */
  get counts(): { visits: number; probes: number } {
    const visits = this.#visits().reduce(count => count + 1, 0)
    return { visits, probes: this.#tasks.size - visits }
  }

  /** Visits that count against the page limit, or may. */
  get countedVisits(): number {
    const isCounted = (task: Task) => this.#records.get(task)?.record.isCounted ?? true
    return this.#visits().reduce((count, task) => count + (isCounted(task) ? 1 : 0), 0)
  }

  #visits(): IteratorObject<Task> {
    return this.#tasks.values().filter(({ job }) => job.mode === 'visit')
  }

  /** Whether one more of this kind may be planned. */
  isRoomFor(mode: VisitJob['mode']): boolean {
    const { visits, probes } = this.counts
    return this.hasMemory && (mode === 'visit' ? visits : probes) < MAX_AHEAD
  }

  /** Whether one more may be sent. */
  get hasMemory(): boolean {
    return this.#heldBytes < MAX_AHEAD_BYTES
  }

  has(job: VisitJob): boolean {
    return this.#tasks.has(keyOf(job))
  }

  /** The record that was received ahead of the turn of its URL; undefined while there is none. */
  recordOf(job: VisitJob): PageRecord | undefined {
    const task = this.#tasks.get(keyOf(job))
    return task && this.#records.get(task)?.record
  }

  /** Ids below zero belong to no URL of the crawl: the URL may get its own while it is under way. */
  add(job: VisitJob): Task {
    const task: Task = { job: { ...job, urlId: --this.#lastId, number: 0 }, wanted: null }
    this.#tasks.set(keyOf(job), task)
    return task
  }

  /** Whether a round may still take it: it was not taken out or forgotten. */
  includes(task: Task): boolean {
    return this.#tasks.get(keyOf(task.job)) === task
  }

  /** Keeps a final record until its turn. */
  hold(task: Task, record: PageRecord): void {
    const bytes = sizeOf(record)
    this.#records.set(task, { record, bytes })
    this.#heldBytes += bytes
  }

  /** Takes out what was requested ahead for the URL of a job. A round that cannot use it requests the URL itself: `isUsable` is false. */
  take(job: VisitJob): { task: Task; record: PageRecord | null; isUsable: boolean } | undefined {
    const task = this.#tasks.get(keyOf(job))
    if (!task) return undefined
    const record = this.#records.get(task)?.record ?? null
    this.#drop(task)
    const isUsable = isSameRequest(task.job, job)
    if (isUsable) task.wanted = job
    return { task, record, isUsable }
  }

  clear(): void {
    this.#tasks.clear()
    this.#records.clear()
    this.#heldBytes = 0
  }

  #drop(task: Task): void {
    this.#heldBytes -= this.#records.get(task)?.bytes ?? 0
    this.#records.delete(task)
    this.#tasks.delete(keyOf(task.job))
  }
}

/** The record as the job that waits for it would have got it. */
export function recordFor(job: VisitJob, record: PageRecord): PageRecord {
  if (record.urlId === job.urlId) return record
  return { ...record, urlId: job.urlId, number: job.number, depth: job.depth }
}

function keyOf({ mode, url }: VisitJob): string {
  return `${mode} ${url}`
}

/** Whether the record would be the same but for what `recordFor` sets. The facts of a page contain its depth. */
function isSameRequest(ahead: VisitJob, job: VisitJob): boolean {
  return (
    (job.mode === 'probe' || ahead.depth === job.depth) &&
    ahead.scope === job.scope &&
    ahead.isSeed === job.isSeed &&
    ahead.isHeadEnough === job.isHeadEnough &&
    ahead.readsStyles === job.readsStyles &&
    (ahead.needsLikeness === true || job.needsLikeness !== true)
  )
}

/** What a record and each URL in it take beside their texts, roughly. */
const RECORD_BYTES = 2_000
const FOUND_BYTES = 200

function sizeOf({ facts, found, hops, issues, causes, conditional }: PageRecord): number {
  const factBytes = facts ? bytesOf(facts).reduce((sum, { byteLength }) => sum + byteLength, 0) : 0
  const foundBytes = found.reduce((sum, { url }) => sum + url.length + FOUND_BYTES, 0)
  return RECORD_BYTES + factBytes + foundBytes + JSON.stringify([hops, issues, causes, conditional]).length
}
