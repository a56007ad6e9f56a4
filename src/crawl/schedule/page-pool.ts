import type { Session } from '#fetch/access/request-access.ts'
import type { SignInWithBrowser } from '#fetch/access/sign-in-result.ts'
import type { KnownResponse } from '#fetch/fetch.ts'
import { isRedirectStatus } from '#fetch/redirect-target.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { RenderPage } from '#shared/rendering.ts'
import type { OriginRobots } from '../robots/known-robots.ts'
import {
  type FetchedPage,
  type FromPageWorker,
  responseKey,
  type ToPageWorker,
  timesWanted,
  unpackRecord,
  type VisitJob,
  type VisitOptions,
} from '../visit/worker-messages.ts'
import { KnownResponses } from './known-responses.ts'
import { LargePages } from './large-pages.ts'
import { type PageThread, type PageThreadsOptions, ReadingWatch, THREAD_ENDED, unreadable } from './page-thread.ts'

export interface PagePoolOptions extends PageThreadsOptions {
  /** Runs the scripts of pages. */
  renderer: Renderer
  /** So long after the last crawl the threads end, and their memory is free; the next crawl starts them again. */
  idleMs: number
}

type MessageToAll = Extract<ToPageWorker, { kind: 'robots' | 'options' | 'session' }>

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
  watch: ReadingWatch
}

/** So much longer than after a crawl the threads wait for the first one, for which they are started early. */
const FIRST_CRAWL_MS = 60_000
/** After as many lost threads a URL is given up. */
const MAX_LOSSES = 2

/**
 * Page workers on threads. A thread that dies, or reads one page for too long, is replaced; the URL that it was reading gets a
 * record that says so, and its other URLs are visited again. What one visit learns of the hops of redirects is passed to all others.
 */
export class PagePool implements AsyncDisposable {
  readonly #options: PagePoolOptions
  readonly #slots: Slot[] = []
  readonly #largePages: LargePages
  /** Messages sent to every thread, and again to one that replaces another. */
  readonly #sentToAll = new Map<number, MessageToAll[]>()
  /** What is known of the URLs that redirects lead to, by crawl. */
  readonly #responses = new Map<number, KnownResponses>()
  #idleSinceMs: number
  #isClosed = false

  constructor(options: PagePoolOptions) {
    this.#options = options
    this.#largePages = new LargePages(options, {
      sentToAll: () => [...this.#sentToAll.values()].flat(),
      onCheckError: error => this.#logCheckError(error),
    })
    this.#idleSinceMs = options.now() + FIRST_CRAWL_MS
    this.#startMissing()
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
    for (const slot of this.#slots) slot.thread.postMessage({ kind: 'abort', crawlId })
    this.#largePages.abort(crawlId)
    this.#options.renderer.abort(crawlId)
  }

  /** Passes robots.txt of an origin to all threads, for redirects. */
  setRobots(crawlId: number, origin: string, known: OriginRobots): void {
    this.#postToAll({ kind: 'robots', crawlId, origin, known })
    this.#options.renderer.setRobots(crawlId, origin, known)
  }

  /** Passes the options and credentials of a crawl to all threads, before its first visit. */
  setOptions(crawlId: number, options: VisitOptions, credentials: Credentials | null): void {
    const { thresholds, exclude, userAgent, requiredTexts, unwantedTexts, fields, hostMap, proxy } = options
    const { reusesUnchanged } = options
    const searches = { requiredTexts, unwantedTexts, fields }
    const ofChecks = options.hasOwnChecks === true && { hasOwnChecks: true }
    const ofVisits = { thresholds, exclude, userAgent, ...searches, hostMap, proxy, reusesUnchanged, ...ofChecks }
    this.#postToAll({ kind: 'options', crawlId, options: ofVisits, credentials })
    if (credentials) this.#options.renderer.setCredentials(crawlId, credentials)
  }

  /** Passes the cookies of a sign-in to all threads, in place of earlier ones. */
  setSession(crawlId: number, session: Session): void {
    this.#postToAll({ kind: 'session', crawlId, session })
    this.#options.renderer.setSession(crawlId, session)
  }

  /** Signs in to a website with the browser. */
  readonly signInWithBrowser: SignInWithBrowser = (credentials, route) =>
    this.#options.renderer.signIn(credentials, route)

  /** The crawl requests no page any more: drops all state of it. */
  forget(crawlId: number): void {
    this.#sentToAll.delete(crawlId)
    this.#responses.get(crawlId)?.endWaiting()
    this.#responses.delete(crawlId)
    for (const slot of this.#slots) slot.thread.postMessage({ kind: 'forget', crawlId })
    this.#largePages.forget(crawlId)
    this.#options.renderer.forget(crawlId)
    this.#idleSinceMs = this.#options.now()
    this.#endIdle()
  }

  /** Replaces threads that have read one page for too long, and ends idle ones. To be called about once a second. */
  watch(): void {
    for (const slot of [...this.#slots]) {
      const overdue = slot.watch.overdue()
      if (overdue === null) continue
      void slot.thread.terminate()
      this.#replace(slot, slot.watch.reason, keyOf(overdue))
    }
    this.#largePages.watch()
    this.#endIdle()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#largePages[Symbol.asyncDispose]()
    await Promise.all(this.#slots.map(slot => slot.thread.terminate()))
  }

  #postToAll(message: MessageToAll): void {
    const sent = this.#sentToAll.get(message.crawlId) ?? []
    // Of a renewed sign-in only the last one counts.
    const kept = message.kind === 'session' ? sent.filter(({ kind }) => kind !== 'session') : sent
    this.#startMissing()
    this.#sentToAll.set(message.crawlId, [...kept, message])
    for (const slot of this.#slots) slot.thread.postMessage(message)
    this.#largePages.post(message)
  }

  #startMissing(): void {
    while (this.#slots.length < this.#options.size) this.#slots.push(this.#startSlot())
  }

  #endIdle(): void {
    const { now, idleMs } = this.#options
    const isNeeded = this.#sentToAll.size > 0 || this.#slots.some(({ pending }) => pending.size > 0)
    if (isNeeded || now() - this.#idleSinceMs < idleMs) return
    for (const { thread } of this.#slots.splice(0)) void thread.terminate()
    this.#largePages.endThreads()
  }

  #startSlot(): Slot {
    const pending = new Map<string, Pending>()
    const thread = this.#options.start()
    const slot: Slot = { thread, pending, watch: new ReadingWatch(thread, this.#options) }
    thread.on('message', message => this.#receive(slot, message))
    thread.on('exit', () => {
      if (!this.#isClosed && this.#slots.includes(slot)) {
        const reading = slot.thread.reading()
        this.#replace(slot, THREAD_ENDED, reading && keyOf(reading))
      }
    })
    for (const message of [...this.#sentToAll.values()].flat()) thread.postMessage(message)
    return slot
  }

  #assign(pending: Pending): void {
    this.#startMissing()
    const slot = this.#slots.reduce((best, next) => (next.pending.size < best.pending.size ? next : best))
    slot.pending.set(keyOf(pending.job), pending)
    const { job, known } = pending
    slot.thread.postMessage({ kind: 'visit', job, ...(known && { known }) })
  }

  #receive(slot: Slot, message: FromPageWorker): void {
    if (message.kind === 'check-error') {
      this.#logCheckError(message)
      return
    }
    if (message.kind === 'large-page') {
      void this.#readLargePage(slot, message.page)
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

  #logCheckError({ checkId, url, message }: Extract<FromPageWorker, { kind: 'check-error' }>): void {
    this.#options.log('a check failed', { checkId, url, cause: message })
  }

  async #readLargePage(slot: Slot, page: FetchedPage): Promise<void> {
    const { crawlId, urlId } = page.job
    const key = keyOf(page.job)
    const pending = slot.pending.get(key)
    slot.pending.delete(key)
    const record = await this.#largePages.read(page)
    this.#responses.get(crawlId)?.release(key)
    if (!this.#isClosed && this.#slots.includes(slot))
      slot.thread.postMessage({ kind: 'large-page-read', crawlId, urlId })
    pending?.resolve(record)
  }

  /** When the thread is gone meanwhile, its successor sends the request again. */
  async #render(slot: Slot, { urlId, question }: Extract<FromPageWorker, { kind: 'render' }>): Promise<void> {
    const page = await this.#options.renderer.render(question)
    if (this.#isClosed || !this.#slots.includes(slot)) return
    slot.thread.postMessage({ kind: 'rendered', crawlId: question.crawlId, urlId, page })
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
        if (!this.#isClosed && this.#slots.includes(slot))
          slot.thread.postMessage({ kind: 'recalled', crawlId, urlId, known })
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

/** The browser that runs the scripts of pages. Injected: the composition starts browsers. */
export interface Renderer {
  render: RenderPage
  /** The scripts of a page obey robots.txt of each origin, too. */
  setRobots(crawlId: number, origin: string, known: OriginRobots): void
  /** The scripts of a page are sent what its own origin may have. */
  setCredentials(crawlId: number, credentials: Credentials): void
  /** The cookies that a sign-in has brought, in place of earlier ones. */
  setSession(crawlId: number, session: Session): void
  /** Signs in to a website whose forms are those of scripts. */
  signIn: SignInWithBrowser
  /** Resolves what waits for this crawl, as failed. */
  abort(crawlId: number): void
  forget(crawlId: number): void
}
