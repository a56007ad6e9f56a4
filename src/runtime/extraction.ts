import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FieldValue } from '#shared/custom-fields.ts'
import { describeError } from '#shared/errors.ts'
import type { PageFacts } from '#shared/facts.ts'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { ExtractFacts, ReadFields, StoredPage } from '#shared/stored-page.ts'

/**
 * Extracts stored pages for the store. Pages of usual size are extracted where they are read, in half a millisecond; larger ones, and those
 * of which custom fields are read, by a thread of their own, one at a time, so that no page holds up requests or a crawl. That thread ends
 * when it has had nothing to do for a while.
 */
export interface Extraction extends AsyncDisposable {
  extract: ExtractFacts
  readFields: ReadFields
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
    async extract(page) {
      const { extractFacts, readStoredPage } = await loadPatiently(() => import('#crawl/visit/stored-page.ts'))
      // An embedded database responds without leaving the event loop, and lists of pages are extracted one after the other.
      await setImmediate()
      try {
        const from = readStoredPage(page)
        const bytes = from.input.body.byteLength + (from.rendered?.ok ? from.rendered.html.byteLength : 0)
        if (bytes <= MAX_BYTES_AT_ONCE) return extractFacts(from)
        return (await apart.extract({ page, fields: null }))?.facts ?? null
      } catch (error) {
        options.log('a stored page cannot be read', { cause: describeError(error) })
        return null
      }
    },
    async readFields(page, fields) {
      return (await apart.extract({ page, fields }))?.fields ?? null
    },
    [Symbol.asyncDispose]: () => apart[Symbol.asyncDispose](),
  }
}

/** A message to the thread. */
export interface ExtractionRequest {
  page: StoredPage
  /** Lines of custom fields that are read of it; null: its facts are extracted. */
  fields: readonly string[] | null
}

/** What the thread responds. */
export interface Extracted {
  facts?: PageFacts
  fields?: FieldValue[]
}

interface WaitingPage {
  request: ExtractionRequest
  resolve(extracted: Extracted | null): void
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

  extract(request: ExtractionRequest): Promise<Extracted | null> {
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
    thread.on('message', (extracted: Extracted) => this.#finish(extracted))
    thread.on('error', error => this.#giveUp(describeError(error)))
    return thread
  }

  #finish(extracted: Extracted | null): void {
    this.#current?.resolve(extracted)
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
