import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describeError } from '#shared/errors.ts'
import type { PageFacts } from '#shared/facts.ts'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { ExtractFacts, StoredPage } from '#shared/stored-page.ts'

/**
 * Extracts stored pages for the store. Pages of usual size are extracted where they are read, in half a millisecond; larger ones, and those
 * of which custom fields are read, by a thread of their own, one at a time, so that no page holds up requests or a crawl. That thread ends
 * when it has had nothing to do for a while.
 */
export interface Extraction extends AsyncDisposable {
  extract: ExtractFacts
}

export interface ExtractionOptions {
  /** Of one page: the limit within which it was read when it was visited. */
  readTimeoutMs: number
  log(event: string, details: Record<string, unknown>): void
}

/** Decoded documents of one page up to which it is extracted at once: some milliseconds, also for the worst of markup. */
const MAX_BYTES_AT_ONCE = 256 * 1024
const IDLE_MS = 30_000
/** As page workers have. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 }

export function createExtraction(options: ExtractionOptions): Extraction {
  const apart = new ExtractionApart(options)
  return {
    async extract(page, fields = []) {
      const { extractFacts, readStoredPage } = await loadPatiently(() => import('#crawl/visit/stored-page.ts'))
      // An embedded database responds without leaving the event loop, and lists of pages are extracted one after the other.
      await setImmediate()
      try {
        const from = readStoredPage(page)
        const bytes = from.input.body.byteLength + (from.rendered?.ok ? from.rendered.html.byteLength : 0)
        const isShort = bytes <= MAX_BYTES_AT_ONCE && fields.length === 0
        return isShort ? extractFacts(from) : await apart.extract({ page, fields })
      } catch (error) {
        options.log('a stored page cannot be read', { cause: describeError(error) })
        return null
      }
    },
    [Symbol.asyncDispose]: () => apart[Symbol.asyncDispose](),
  }
}

/** A message to the thread. */
export interface ExtractionRequest {
  page: StoredPage
  fields: readonly string[]
}

interface WaitingPage {
  request: ExtractionRequest
  resolve(facts: PageFacts | null): void
}

class ExtractionApart {
  readonly #options: ExtractionOptions
  readonly #waiting: WaitingPage[] = []
  #current: WaitingPage | null = null
  #thread: Worker | null = null
  /** Of the current page, or of the thread without one. */
  #timer: NodeJS.Timeout | undefined

  constructor(options: ExtractionOptions) {
    this.#options = options
  }

  extract(request: ExtractionRequest): Promise<PageFacts | null> {
    return new Promise(resolve => {
      this.#waiting.push({ request, resolve })
      if (this.#current === null) this.#next()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { resolve } of this.#waiting.splice(0)) resolve(null)
    const stopped = this.#stop()
    this.#current?.resolve(null)
    await stopped
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift() ?? null
    if (this.#current === null) {
      this.#thread?.unref()
      this.#timer = setTimeout(() => void this.#stop(), IDLE_MS).unref()
      return
    }
    const { readTimeoutMs } = this.#options
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(this.#current.request)
    this.#timer = setTimeout(() => this.#giveUp(`it took longer than ${readTimeoutMs / 1_000} s`), readTimeoutMs)
  }

  #start(): Worker {
    const thread = new Worker(new URL('./extraction-thread.ts', import.meta.url), { resourceLimits: THREAD_LIMITS })
    thread.on('message', (facts: PageFacts) => this.#finish(facts))
    thread.on('error', error => this.#giveUp(describeError(error)))
    return thread
  }

  #finish(facts: PageFacts | null): void {
    this.#current?.resolve(facts)
    this.#next()
  }

  /** The page, and the thread with it. */
  #giveUp(reason: string): void {
    this.#options.log('a stored page was not extracted', { reason })
    void this.#stop()
    this.#finish(null)
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = null
    thread?.removeAllListeners()
    await thread?.terminate()
  }
}
