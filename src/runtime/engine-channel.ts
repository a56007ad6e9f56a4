import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { describeError } from '#shared/errors.ts'
import type { Store } from '#store/store.ts'
import { preloadStore } from './database.ts'
import type { EngineWorker } from './engine-supervisor.ts'
import { startPageThreads } from './page-threads.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

export interface EngineChannelOptions {
  data: EngineThreadData
  post(message: FromEngineThread): void
  /** Called when the engine has been closed; no message follows. */
  onClosed(): void
  /** The caller's store, open in this thread; without it the engine opens its own. */
  store?: Promise<Store>
}

export interface EngineChannel {
  receive(message: ToEngineThread): void
  /** Resolves when the engine is ready; rejects when it cannot start. */
  started: Promise<void>
}

/**
 * Runs the engine in this thread, controlled by messages. The threads of page workers are started before the code of the engine
 * is loaded, so that they load theirs at the same time.
 */
export function openEngineChannel({ data, post, onClosed, store }: EngineChannelOptions): EngineChannel {
  const log = (event: string, details: Record<string, unknown>) => post({ kind: 'log', event, details })
  const begun = Promise.withResolvers<void>()
  /** Until the engine is ready the only message is that the database is ready. */
  let receive: (message: ToEngineThread) => void = () => begun.resolve()
  const startPageThread = startPageThreads(data, log)
  const start = async () => {
    const [{ runEngine }] = await Promise.all([import('./run-engine.ts'), preloadStore(data.database)])
    await begun.promise
    const engine = await runEngine({ data, startPageThread, post, log, ...(store && { store: await store }) })
    receive = message => {
      if (message.kind === 'close') void closed(engine.close())
      else engine.receive(message)
    }
    post({ kind: 'ready' })
  }
  const closed = async (closing: Promise<void>) => {
    await closing.catch((error: unknown) => log('the engine could not be closed', { cause: describeError(error) }))
    post({ kind: 'closed' })
    onClosed()
  }
  return { receive: message => receive(message), started: start() }
}

/**
 * Runs the engine in the main thread, for a process that only waits for its crawl: one thread less. Shares the store, as two
 * connections of one thread would wait for each other for ever.
 */
export function startEngineInMainThread(data: EngineThreadData, store: Promise<Store>): EngineWorker {
  return new EngineInMainThread(data, store)
}

/**
 * Set when the program is loaded, which makes the young generation of the main thread some 16 MB. V8 would double it to 64 MB and keep it,
 * and the engine is no faster for it; a limit can be given to other threads alone.
 */
const YOUNG_GENERATION_STAYS = '--semi-space-growth-factor=1'

class EngineInMainThread extends EventEmitter implements EngineWorker {
  readonly #receive: (message: ToEngineThread) => void

  constructor(data: EngineThreadData, store: Promise<Store>) {
    super()
    const { receive, started } = openEngineChannel({
      data,
      store,
      post: message => this.emit('message', message),
      onClosed: () => this.emit('exit'),
    })
    this.#receive = receive
    started.then(
      () => setFlagsFromString(YOUNG_GENERATION_STAYS),
      (error: unknown) => this.emit('error', error),
    )
  }

  /** Delivered later, as between threads: the sender does not wait. */
  postMessage(message: ToEngineThread): void {
    setImmediate(() => this.#receive(message))
  }

  /** Nothing to end: unused page threads keep no process alive, the others end with the engine. */
  async terminate(): Promise<void> {}
}
