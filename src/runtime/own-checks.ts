import { Worker } from 'node:worker_threads'
import { readCheckedPage } from '#checks/own-checks/findings.ts'
import type { Log } from '#crawl/crawl-context.ts'
import type { OwnCheckPage, OwnCheckReply, OwnCheckRunner } from '#crawl/own-checks.ts'
import { SettingError } from '#settings/setting.ts'
import { describeError } from '#shared/errors.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { FromOwnChecks, OwnCheckThreadData, ToOwnChecks } from './own-check-messages.ts'

/**
 * The thread of own checks: one for all crawls of a process, one page after the other. Its files are code of the operator; the thread is
 * there so that a mistake in them ends no crawl, and is no sandbox.
 */

const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const MEGABYTE = 1024 * 1024
/** Memory beyond the heap, such as that of typed arrays, which the limits of a thread do not count. */
const MAX_EXTERNAL_MB = 256
const MEMORY_INTERVAL_MS = 100
/** For the files to load. */
const LOAD_MS = 20_000

export interface OwnCheckFiles {
  files: readonly string[]
  /** All own checks together may take so long on one page, in milliseconds. */
  timeoutMs: number
}

/**
 * What the files declare; none without files.
 *
 * @throws SettingError with a sentence for files that cannot be used.
 */
export async function describeOwnChecks({ files, timeoutMs }: OwnCheckFiles): Promise<readonly OwnCheck[]> {
  if (files.length === 0) return []
  await using host = new OwnCheckHost({ files, timeoutMs, checks: [], log() {} })
  return await host.load()
}

type Ended = Extract<OwnCheckReply, { kind: 'ended' }>

interface Task {
  page: OwnCheckPage
  resolve(reply: OwnCheckReply): void
}

interface Thread {
  worker: Worker
  running: Int32Array
  loaded: Promise<readonly OwnCheck[]>
}

export class OwnCheckHost implements OwnCheckRunner, AsyncDisposable {
  readonly checks: readonly OwnCheck[]
  readonly #options: OwnCheckFiles & { log: Log }
  readonly #queue: Task[] = []
  #isBusy = false
  #thread: Thread | null = null

  constructor({ checks, ...options }: OwnCheckFiles & { checks: readonly OwnCheck[]; log: Log }) {
    this.checks = checks
    this.#options = options
  }

  /** @throws SettingError */
  async load(): Promise<readonly OwnCheck[]> {
    return await this.#open().loaded
  }

  check(page: OwnCheckPage): Promise<OwnCheckReply> {
    return new Promise(resolve => {
      this.#queue.push({ page, resolve })
      void this.#work()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let task = this.#queue.shift(); task; task = this.#queue.shift()) task.resolve(await this.#run(task.page))
    this.#isBusy = false
  }

  async #run(page: OwnCheckPage): Promise<OwnCheckReply> {
    const thread = this.#thread ?? this.#open()
    try {
      await thread.loaded
    } catch (error) {
      await this.#close()
      return { kind: 'ended', checkId: null, why: `could not be loaded again: ${describeError(error)}` }
    }
    const reply = await this.#replyOf(thread, page)
    if (reply.kind === 'ended') await this.#close()
    return reply
  }

  /** Which check runs is read before the thread is ended. */
  async #replyOf({ worker, running }: Thread, page: OwnCheckPage): Promise<OwnCheckReply> {
    const { promise, resolve } = Promise.withResolvers<OwnCheckReply>()
    const { timeoutMs } = this.#options
    const end = (why: string) => {
      const check = this.checks[Atomics.load(running, 0) - 1]
      resolve({ kind: 'ended', checkId: check?.id ?? null, why } satisfies Ended)
    }
    const onMessage = (message: FromOwnChecks) => {
      if (message.kind !== 'checked') return
      const checked = readCheckedPage(message.checked)
      if (checked === null) end('sent results that cannot be read')
      else resolve({ kind: 'checked', checked, errors: message.errors })
    }
    const onError = (error: unknown) => end(isOutOfMemory(error) ? TOO_MUCH_MEMORY : 'broke off its thread')
    const onExit = () => end('ended its thread')
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1_000} s on one page`), timeoutMs)
    const memory = setInterval(async () => {
      // Resolves while the thread is in a loop, too; a thread that is gone has none.
      const heap = await worker.getHeapStatistics().catch(() => null)
      if (heap && heap.external_memory > MAX_EXTERNAL_MB * MEGABYTE) end(TOO_MUCH_MEMORY)
    }, MEMORY_INTERVAL_MS)
    const message: ToOwnChecks = page
    worker.postMessage(message)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      clearInterval(memory)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
  }

  #open(): Thread {
    const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    const { files, log } = this.#options
    const workerData: OwnCheckThreadData = { files, running: shared }
    const worker = new Worker(new URL('./own-check-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: THREAD_LIMITS,
    })
    worker.unref()
    const loaded = Promise.withResolvers<readonly OwnCheck[]>()
    const refuse = (why: string) => loaded.reject(new SettingError(`The files of own checks cannot be used: ${why}`))
    const timer = setTimeout(() => refuse(`they take longer than ${LOAD_MS / 1_000} s to load.`), LOAD_MS)
    worker.on('message', (message: FromOwnChecks) => {
      if (message.kind === 'loaded') loaded.resolve(message.checks)
      else if (message.kind === 'refused') refuse(message.message)
      else if (message.kind === 'stray') log('an error outside of the own checks', { cause: message.message })
    })
    // An error before the files are loaded; what comes later belongs to a page, or to nothing.
    worker.on('error', error => refuse(describeError(error)))
    worker.on('exit', () => {
      refuse('they end their thread.')
      if (this.#thread === thread) this.#thread = null
    })
    loaded.promise.catch(() => {}).finally(() => clearTimeout(timer))
    const thread: Thread = { worker, running: new Int32Array(shared), loaded: loaded.promise }
    this.#thread = thread
    return thread
  }

  async #close(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.worker.terminate()
  }
}

const TOO_MUCH_MEMORY = 'took too much memory'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
