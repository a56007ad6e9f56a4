import type { KnownResponse } from '#fetch/fetch.ts'
import { isRedirectStatus } from '#fetch/redirect-target.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { RenderPage } from '#shared/rendering.ts'
import type { OriginRobots } from '../robots/known-robots.ts'
import {
  type FromPageWorker,
  recordWithoutFacts,
  responseKey,
  type ToPageWorker,
  timesWanted,
  unpackRecord,
  type VisitJob,
  type VisitOptions,
} from '../visit/worker-messages.ts'
import { KnownResponses } from './known-responses.ts'

/** The thread of one page worker. Injected: the composition starts threads. */
export interface PageThread {
  post(message: ToPageWorker): void
  terminate(): Promise<void>
  /**
   * The page that the thread is reading: a counter that changes with every page, and its ids. null while it waits. Readable while
   * the thread is busy.
   */
  reading(): { sequence: number; crawlId: number; urlId: number } | null
}

export type StartPageThread = (events: {
  onMessage(message: FromPageWorker): void
  onExit(reason: string): void
}) => PageThread

export interface PagePoolOptions {
  start: StartPageThread
  /** Runs the scripts of pages. */
  renderer: Renderer
  size: number
  /** A thread that reads one page for longer is replaced. */
  readTimeoutMs: number
  now: () => number
  log: (event: string, details: Record<string, unknown>) => void
}

interface Pending {
  job: VisitJob
  resolve(record: PageRecord): void
  losses: number
  /** A redirect of its URL that is known already. */
  known?: KnownResponse
}

interface Slot {
  thread: PageThread
  pending: Map<string, Pending>
  seen: { sequence: number; sinceMs: number } | null
}

/** After as many lost threads a URL is given up. */
const MAX_LOSSES = 2

/**
 * Page workers on threads. A thread that dies, or reads one page for too long, is replaced; the URL that it was reading gets a
 * record that says so, and its other URLs are visited again. What one visit learns of the hops of redirects is passed to all others.
 */
export class PagePool implements AsyncDisposable {
  readonly #options: PagePoolOptions
  readonly #slots: Slot[] = []
  /** Messages sent to every thread, and again to one that replaces another. */
  readonly #sentToAll = new Map<number, Extract<ToPageWorker, { kind: 'robots' | 'options' }>[]>()
  /** What is known of the URLs that redirects lead to, by crawl. */
  readonly #responses = new Map<number, KnownResponses>()
  #isClosed = false

  constructor(options: PagePoolOptions) {
    this.#options = options
    for (let index = 0; index < options.size; index++) this.#slots.push(this.#startSlot())
  }

  /** Visits one URL; resolves always, for a lost thread with a record that says so. */
  submit(job: VisitJob): Promise<PageRecord> {
    return new Promise(resolve => {
      const wanted = { holder: keyOf(job), times: timesWanted(job) }
      this.#responsesOf(job.crawlId).recall(responseKey(job, job.url), {
        ...wanted,
        reply: known => {
          const isRedirect = known !== null && isRedirectStatus(known.status)
          this.#assign({ job, resolve, losses: 0, ...(isRedirect && { known }) })
        },
      })
    })
  }

  /** Ends the visits of one crawl at once; they resolve as aborted. */
  abort(crawlId: number): void {
    // Visits that wait for others begin, so that they end, too.
    this.#responses.get(crawlId)?.endWaiting()
    for (const slot of this.#slots) slot.thread.post({ kind: 'abort', crawlId })
    this.#options.renderer.abort(crawlId)
  }

  /** Passes robots.txt of an origin to all threads, for redirects. */
  setRobots(crawlId: number, origin: string, known: OriginRobots): void {
    this.#postToAll({ kind: 'robots', crawlId, origin, known })
    this.#options.renderer.setRobots(crawlId, origin, known)
  }

  /** Passes the options of a crawl to all threads, before its first visit. */
  setOptions(crawlId: number, { thresholds, exclude }: VisitOptions): void {
    this.#postToAll({ kind: 'options', crawlId, options: { thresholds, exclude } })
  }

  /** The crawl is over: drops all state of it. */
  forget(crawlId: number): void {
    this.#sentToAll.delete(crawlId)
    this.#responses.get(crawlId)?.endWaiting()
    this.#responses.delete(crawlId)
    for (const slot of this.#slots) slot.thread.post({ kind: 'forget', crawlId })
    this.#options.renderer.forget(crawlId)
  }

  /** Replaces threads that have read one page for too long. To be called about once a second. */
  watch(): void {
    for (const slot of [...this.#slots]) {
      const reading = slot.thread.reading()
      if (reading === null) {
        slot.seen = null
        continue
      }
      if (slot.seen?.sequence !== reading.sequence) {
        slot.seen = { sequence: reading.sequence, sinceMs: this.#options.now() }
        continue
      }
      if (this.#options.now() - slot.seen.sinceMs < this.#options.readTimeoutMs) continue
      void slot.thread.terminate()
      this.#replace(slot, `reading took longer than ${this.#options.readTimeoutMs / 1_000} s`, keyOf(reading))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#slots.map(slot => slot.thread.terminate()))
  }

  #postToAll(message: Extract<ToPageWorker, { kind: 'robots' | 'options' }>): void {
    this.#sentToAll.set(message.crawlId, [...(this.#sentToAll.get(message.crawlId) ?? []), message])
    for (const slot of this.#slots) slot.thread.post(message)
  }

  #startSlot(): Slot {
    const pending = new Map<string, Pending>()
    const thread = this.#options.start({
      onMessage: message => this.#receive(slot, message),
      onExit: reason => {
        if (!this.#isClosed && this.#slots.includes(slot)) {
          const reading = slot.thread.reading()
          this.#replace(slot, reason, reading && keyOf(reading))
        }
      },
    })
    const slot: Slot = { thread, pending, seen: null }
    for (const message of [...this.#sentToAll.values()].flat()) thread.post(message)
    return slot
  }

  #assign(pending: Pending): void {
    const slot = this.#slots.reduce((best, next) => (next.pending.size < best.pending.size ? next : best))
    slot.pending.set(keyOf(pending.job), pending)
    const { job, known } = pending
    slot.thread.post({ kind: 'visit', job, ...(known && { known }) })
  }

  #receive(slot: Slot, message: FromPageWorker): void {
    if (message.kind === 'check-error') {
      this.#options.log('a check failed', { checkId: message.checkId, url: message.url, cause: message.message })
      return
    }
    if (message.kind === 'render') {
      void this.#render(slot, message)
      return
    }
    if (message.kind === 'recall') {
      this.#recall(slot, message)
      return
    }
    if (message.kind === 'learn') {
      const { crawlId, key, response } = message
      this.#responses.get(crawlId)?.learn(key, { holder: keyOf(message), response })
      return
    }
    const visited = message.kind === 'record' ? message.packed : message
    const key = keyOf(visited)
    const pending = slot.pending.get(key)
    if (!pending) return
    slot.pending.delete(key)
    this.#responses.get(visited.crawlId)?.release(key)
    if (message.kind === 'record') {
      pending.resolve(unpackRecord(message.packed))
      return
    }
    this.#options.log('a visit failed', { url: pending.job.url, cause: message.message })
    pending.resolve(unreadable(pending.job, { detail: 'the page could not be read', nowMs: this.#options.now() }))
  }

  /** When the thread is gone meanwhile, its successor sends the request again. */
  async #render(slot: Slot, { urlId, question }: Extract<FromPageWorker, { kind: 'render' }>): Promise<void> {
    const page = await this.#options.renderer.render(question)
    if (this.#isClosed || !this.#slots.includes(slot)) return
    slot.thread.post({ kind: 'rendered', crawlId: question.crawlId, urlId, page })
  }

  #responsesOf(crawlId: number): KnownResponses {
    const known = this.#responses.get(crawlId) ?? new KnownResponses()
    this.#responses.set(crawlId, known)
    return known
  }

  #recall(slot: Slot, { crawlId, urlId, key, times }: Extract<FromPageWorker, { kind: 'recall' }>): void {
    this.#responsesOf(crawlId).recall(key, {
      holder: keyOf({ crawlId, urlId }),
      times,
      reply: known => {
        if (!this.#isClosed && this.#slots.includes(slot)) slot.thread.post({ kind: 'recalled', crawlId, urlId, known })
      },
    })
  }

  #replace(slot: Slot, reason: string, guiltyKey: string | null): void {
    const index = this.#slots.indexOf(slot)
    if (index < 0) return
    this.#slots[index] = this.#startSlot()
    this.#options.log('a page worker was replaced', { reason })
    for (const [key, pending] of slot.pending) {
      this.#responses.get(pending.job.crawlId)?.release(key)
      const isGuilty = keyOf(pending.job) === guiltyKey || pending.losses >= MAX_LOSSES
      if (isGuilty) pending.resolve(unreadable(pending.job, { detail: reason, nowMs: this.#options.now() }))
      else this.#assign({ ...pending, losses: pending.losses + 1 })
    }
  }
}

function keyOf(visit: { crawlId: number; urlId: number }): string {
  return `${visit.crawlId}:${visit.urlId}`
}

function unreadable(job: VisitJob, failure: { detail: string; nowMs: number }): PageRecord {
  return recordWithoutFacts(job, {
    failure: 'unreadable',
    failureDetail: failure.detail,
    attempts: [...job.attempts, { atMs: failure.nowMs, method: 'GET', status: null, failure: 'unreadable' }],
  })
}

/** The browser that runs the scripts of pages. Injected: the composition starts browsers. */
export interface Renderer {
  render: RenderPage
  /** The scripts of a page obey robots.txt of each origin, too. */
  setRobots(crawlId: number, origin: string, known: OriginRobots): void
  /** Resolves what waits for this crawl, as failed. */
  abort(crawlId: number): void
  forget(crawlId: number): void
}
