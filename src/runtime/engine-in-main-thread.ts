import { EventEmitter } from 'node:events'
import type { Store } from '#store/store.ts'
import { linkEngine } from './engine-channel.ts'
import type { EngineWorker } from './engine-supervisor.ts'
import type { EngineThreadData, ToEngineThread } from './threads.ts'

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
