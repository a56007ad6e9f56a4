import { EventEmitter } from 'node:events'
import { describeError } from '#shared/errors.ts'
import type { Store } from '#store/store.ts'
import { preloadStore } from './database.ts'
import type { EngineWorker } from './engine-supervisor.ts'
import { startPageThreads } from './page-threads.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

export interface EngineLink {
  data: EngineThreadData
  tell(message: FromEngineThread): void
  /** The engine has been closed, and says nothing any more. */
  onClosed(): void
  /** Open already in this thread, by whoever closes it; the engine opens one of its own when left out. */
  store?: Promise<Store>
}

export interface LinkedEngine {
  receive(message: ToEngineThread): void
  /** Rejects where the engine cannot start; else it has said that it is ready. */
  started: Promise<void>
}

/**
 * The engine in this thread, spoken to by messages. The page workers' threads are started before the code of the engine is read, so
 * that they read theirs beside it.
 */
export function linkEngine({ data, tell, onClosed, store }: EngineLink): LinkedEngine {
  const log = (event: string, details: Record<string, unknown>) => tell({ kind: 'log', event, details })
  const begun = Promise.withResolvers<void>()
  /** Until the engine is ready nothing comes but the word that the database stands. */
  let receive: (message: ToEngineThread) => void = () => begun.resolve()
  const startPageThread = startPageThreads(data, log)
  const start = async () => {
    const [{ runEngine }] = await Promise.all([import('./run-engine.ts'), preloadStore(data.database)])
    await begun.promise
    const engine = await runEngine({ data, startPageThread, tell, log, ...(store && { store: await store }) })
    receive = message => {
      if (message.kind === 'close') void closed(engine.close())
      else engine.receive(message)
    }
    tell({ kind: 'ready' })
  }
  const closed = async (closing: Promise<void>) => {
    await closing.catch((error: unknown) => log('the engine could not be closed', { cause: describeError(error) }))
    tell({ kind: 'closed' })
    onClosed()
  }
  return { receive: message => receive(message), started: start() }
}

/**
 * The engine in this very thread, for a process that does nothing but wait for its crawl: a thread less to start, and its memory. Shares
 * the store, as two connections of one thread would wait for each other for ever.
 */
export function startEngineHere(data: EngineThreadData, store: Promise<Store>): EngineWorker {
  return new EngineHere(data, store)
}

class EngineHere extends EventEmitter implements EngineWorker {
  readonly #receive: (message: ToEngineThread) => void

  constructor(data: EngineThreadData, store: Promise<Store>) {
    super()
    const { receive, started } = linkEngine({
      data,
      store,
      tell: message => this.emit('message', message),
      onClosed: () => this.emit('exit'),
    })
    this.#receive = receive
    started.catch((error: unknown) => this.emit('error', error))
  }

  /** Later, as it is between threads: whoever tells something does not wait for what comes of it. */
  postMessage(message: ToEngineThread): void {
    setImmediate(() => this.#receive(message))
  }

  /** Page threads that were never given work keep no process alive, and the others end with the engine that is being closed. */
  async terminate(): Promise<void> {}
}
