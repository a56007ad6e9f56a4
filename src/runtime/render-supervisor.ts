import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { makePrivateFolder, privateFolders } from '#browser/private-folder.ts'
import { killGroup } from '#browser/process-group.ts'
import type { OriginRobots } from '#crawl/robots/known-robots.ts'
import type { Renderer } from '#crawl/schedule/page-pool.ts'
import type { Session } from '#fetch/access/request-access.ts'
import type { SignInResult, SigningIn } from '#fetch/access/sign-in-result.ts'
import type { Credentials } from '#shared/credentials.ts'
import { describeError } from '#shared/errors.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import type {
  CredentialsMessage,
  FromRenderThread,
  RenderThreadData,
  RobotsMessage,
  SessionMessage,
  ToRenderThread,
} from './render-messages.ts'

type Failure = Extract<RenderedPage, { ok: false }>

const WITHOUT_BROWSER: Failure = { ok: false, why: 'this server does not run the scripts of pages' }

function signInFailure({ why }: Failure): SignInResult {
  return { ok: false, why, shown: '', isBrowserMissing: true }
}

/** Used when the operator allows no browser. */
export const withoutBrowser: Renderer = {
  render: async () => WITHOUT_BROWSER,
  signIn: async () => signInFailure(WITHOUT_BROWSER),
  setRobots() {},
  setCredentials() {},
  setSession() {},
  abort() {},
  forget() {},
}

/** The thread of the browser as the engine's thread sees it. */
export interface RenderThread {
  post(message: ToRenderThread): void
  /** Ends thread and browser, and removes what they leave. */
  end(): Promise<void>
}

export interface RenderSupervisorDeps {
  start(events: { onMessage(message: FromRenderThread): void; onExit(): void }): RenderThread
  /** Pages at once. */
  tabs: number
  now: () => number
  after(ms: number, callback: () => void): () => void
  log(event: string, details: Record<string, unknown>): void
}

interface Job {
  id: number
  /** null: of none. */
  crawlId: number | null
  message: ToRenderThread
  receive(message: FromRenderThread): void
  fail(failure: Failure): void
  /** A browser ended while this page was in it: it is tried once more, with no other beside it. */
  isSuspect: boolean
}

/** Without work for so long, the browser is ended, and its memory is free. */
const IDLE_MS = 30_000
/** Before the browser is started again, so that a fault at its start cannot become a busy loop. */
const RESTART_PAUSE_MS = 1_000
/** A browser that could not be started is not tried for every page. */
const UNAVAILABLE_MS = 60_000

const BROKE_OFF: Failure = { ok: false, why: 'the browser ended while it was open' }
const CLOSED: Failure = { ok: false, why: 'the crawl ended before' }

/**
 * The one browser of the process for all crawls: a limited number of pages at once, others wait. It is started for the first
 * page, and again after it has died. The pages that were open then are tried once more, each alone: the page that kills it again
 * is not rendered, the others are.
 */
export class RenderSupervisor implements Renderer, AsyncDisposable {
  readonly #deps: RenderSupervisorDeps
  readonly #robots = new Map<number, RobotsMessage[]>()
  readonly #credentials = new Map<number, CredentialsMessage>()
  readonly #sessions = new Map<number, SessionMessage>()
  readonly #running = new Map<number, Job>()
  #waiting: Job[] = []
  #thread: RenderThread | null = null
  #isReady = false
  #isPausing = false
  #isClosed = false
  #unavailable: { failure: Failure; untilMs: number } | null = null
  #cancelIdle: () => void = () => {}
  #lastId = 0
  /** Of threads that have ended. */
  #ending: Promise<unknown> = Promise.resolve()

  constructor(deps: RenderSupervisorDeps) {
    this.#deps = deps
  }

  render(question: RenderQuestion): Promise<RenderedPage> {
    return new Promise(resolve => {
      this.#add({
        crawlId: question.crawlId,
        messageOf: id => ({ kind: 'render', id, question }),
        receive: message => message.kind === 'rendered' && resolve(message.page),
        fail: resolve,
      })
    })
  }

  /** As a page of its own, which belongs to no crawl. */
  signIn(credentials: SigningIn, route?: CrawlRoute): Promise<SignInResult> {
    return new Promise(resolve => {
      this.#add({
        crawlId: null,
        messageOf: id => ({ kind: 'sign-in', id, credentials, route }),
        receive: message => message.kind === 'signed-in' && resolve(message.result),
        fail: failure => resolve(signInFailure(failure)),
      })
    })
  }

  #add({ messageOf, ...job }: Omit<Job, 'id' | 'message' | 'isSuspect'> & { messageOf(id: number): ToRenderThread }) {
    if (this.#isClosed) job.fail(CLOSED)
    else if (this.#unavailable && this.#deps.now() < this.#unavailable.untilMs) job.fail(this.#unavailable.failure)
    else {
      const id = ++this.#lastId
      this.#waiting.push({ ...job, id, message: messageOf(id), isSuspect: false })
      this.#next()
    }
  }

  /** Ends the renderings of one crawl. */
  abort(crawlId: number): void {
    for (const { id, crawlId: of } of this.#running.values())
      if (of === crawlId) this.#thread?.post({ kind: 'cancel', id })
    const left = this.#waiting.filter(job => job.crawlId === crawlId)
    this.#waiting = this.#waiting.filter(job => job.crawlId !== crawlId)
    for (const job of left) job.fail(CLOSED)
  }

  setRobots(crawlId: number, origin: string, known: OriginRobots): void {
    const message = { kind: 'robots', crawlId, origin, known } as const
    this.#robots.set(crawlId, [...(this.#robots.get(crawlId) ?? []), message])
    this.#thread?.post(message)
  }

  setCredentials(crawlId: number, credentials: Credentials): void {
    const message = { kind: 'credentials', crawlId, credentials } as const
    this.#credentials.set(crawlId, message)
    this.#thread?.post(message)
  }

  setSession(crawlId: number, session: Session): void {
    const message = { kind: 'session', crawlId, session } as const
    this.#sessions.set(crawlId, message)
    this.#thread?.post(message)
  }

  forget(crawlId: number): void {
    this.abort(crawlId)
    this.#robots.delete(crawlId)
    this.#credentials.delete(crawlId)
    this.#sessions.delete(crawlId)
    this.#thread?.post({ kind: 'forget', crawlId })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#cancelIdle()
    const thread = this.#thread
    this.#thread = null
    for (const job of [...this.#running.values(), ...this.#waiting]) job.fail(CLOSED)
    this.#running.clear()
    this.#waiting = []
    await thread?.end()
    await this.#ending
  }

  /** Sends what may be sent now. */
  #next(): void {
    this.#cancelIdle()
    if (this.#isClosed || this.#isPausing) return
    if (this.#waiting.length === 0) {
      if (this.#running.size === 0 && this.#thread)
        this.#cancelIdle = this.#deps.after(IDLE_MS, () => this.#endThread())
      return
    }
    if (!this.#thread) this.#startThread()
    if (!this.#thread || !this.#isReady) return
    for (let job = this.#waiting[0]; job && this.#mayRun(job); job = this.#waiting[0]) {
      this.#waiting.shift()
      this.#running.set(job.id, job)
      this.#thread.post(job.message)
    }
  }

  #mayRun(job: Job): boolean {
    if (this.#running.size === 0) return true
    const isAlone = job.isSuspect || this.#running.values().some(running => running.isSuspect)
    return !isAlone && this.#running.size < this.#deps.tabs
  }

  #startThread(): void {
    this.#isReady = false
    const thread = this.#deps.start({
      onMessage: message => {
        if (thread === this.#thread) this.#receive(message)
      },
      onExit: () => {
        this.#ending = Promise.all([this.#ending, thread.end()])
        if (thread === this.#thread) this.#lose()
      },
    })
    this.#thread = thread
    const kept = [...[...this.#robots.values()].flat(), ...this.#credentials.values(), ...this.#sessions.values()]
    for (const message of kept) thread.post(message)
  }

  #endThread(): void {
    const thread = this.#thread
    this.#thread = null
    if (thread) this.#ending = Promise.all([this.#ending, thread.end()])
  }

  #receive(message: FromRenderThread): void {
    if (message.kind === 'ready') {
      this.#isReady = true
    } else if (message.kind === 'unavailable') {
      this.#deps.log('the browser cannot be started', { cause: message.cause })
      this.#giveUp({ ok: false, why: message.why })
    } else if (message.kind === 'log') {
      this.#deps.log(message.event, message.details)
    } else if (message.kind === 'rendered' || message.kind === 'signed-in') {
      const job = this.#running.get(message.id)
      this.#running.delete(message.id)
      job?.receive(message)
    }
    this.#next()
  }

  #giveUp(failure: Failure): void {
    this.#unavailable = { failure, untilMs: this.#deps.now() + UNAVAILABLE_MS }
    for (const job of this.#waiting) job.fail(failure)
    this.#waiting = []
  }

  /** The browser is gone, with the pages that were in it. */
  #lose(): void {
    this.#thread = null
    const lost = [...this.#running.values()]
    this.#running.clear()
    if (lost.length > 0) this.#deps.log('the browser that runs the scripts of pages ended', { pages: lost.length })
    for (const job of lost) if (job.isSuspect) job.fail(BROKE_OFF)
    const suspects = lost.filter(job => !job.isSuspect).map(job => ({ ...job, isSuspect: true }))
    this.#waiting = [...suspects, ...this.#waiting]
    this.#isPausing = true
    this.#deps.after(RESTART_PAUSE_MS, () => {
      this.#isPausing = false
      this.#next()
    })
  }
}

/** Limits for what a hostile page makes the browser send; beyond them thread and browser are replaced. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const FOLDER_PREFIX = 'sitesounder-render-'

/** Starts the thread of a browser in a folder of its own. */
export function startRenderThread(
  data: Omit<RenderThreadData, 'folder'>,
  log: RenderSupervisorDeps['log'],
): RenderSupervisorDeps['start'] {
  return ({ onMessage, onExit }) => {
    removeLeftFolders()
    const folder = makePrivateFolder(`${FOLDER_PREFIX}${process.pid}-`)
    const workerData: RenderThreadData = { ...data, folder }
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: THREAD_LIMITS,
    })
    const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    let browserPid: number | null = null
    worker.on('message', (message: FromRenderThread) => {
      if (message.kind === 'browser') browserPid = message.pid
      else onMessage(message)
    })
    worker.on('error', error => log('the thread of the browser failed', { cause: describeError(error) }))
    worker.on('exit', onExit)
    const end = async () => {
      await worker.terminate()
      await gone
      if (browserPid !== null) killGroup(browserPid)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
    let ending: Promise<void> | null = null
    return {
      post: message => worker.postMessage(message),
      end: () => {
        ending ??= end()
        return ending
      },
    }
  }
}

/** Removes folders of killed processes, which could not do so themselves. */
function removeLeftFolders(): void {
  for (const folder of privateFolders(FOLDER_PREFIX)) {
    const pid = Number.parseInt(path.basename(folder).slice(FOLDER_PREFIX.length), 10)
    if (Number.isNaN(pid) || isRunning(pid)) continue
    void rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user cannot be signalled, but runs.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
