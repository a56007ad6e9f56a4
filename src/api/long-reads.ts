import { setImmediate } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { ReadingStore } from '#store/store.ts'

/** A computation goes on for so long before others are served. */
const PIECE_MS = 5

/**
 * To be called before each step of a long computation: lets others be served once some milliseconds have passed. To do so before each
 * step would take several times as long as a short one. @throws AppError when the connection has closed.
 */
export function inPieces(signal: AbortSignal): () => Promise<void> {
  let untilMs = 0
  return async () => {
    if (performance.now() < untilMs) return
    await othersFirst(signal)
    untilMs = performance.now() + PIECE_MS
  }
}

/** @throws AppError when the connection has closed. */
async function othersFirst(signal: AbortSignal): Promise<void> {
  await setImmediate()
  if (signal.aborted) throw new AppError('unavailable', 'The connection was closed.')
}

/**
 * The store's reads for a response that takes many: others are served before each of them (an embedded database responds without ever
 * leaving the event loop), and none is begun once the connection has closed. Each read is a statement of its own, so nothing of the
 * database is held in between, however slowly the response is taken.
 */
export function pacedReading(reading: ReadingStore, signal: AbortSignal): ReadingStore {
  return new Proxy(reading, {
    get(store, name) {
      const read: unknown = Reflect.get(store, name)
      if (typeof read !== 'function') return read
      return async (...parameters: unknown[]): Promise<unknown> => {
        await othersFirst(signal)
        return Reflect.apply(read, store, parameters)
      }
    },
  })
}

/** The text of a crawl; one that was cleared meanwhile has lost its rows, and its text must not pass for a whole one. */
export async function* unlessCleared(
  text: AsyncIterable<string>,
  { reading, crawlId }: { reading: Pick<ReadingStore, 'crawl'>; crawlId: number },
): AsyncIterable<string> {
  yield* text
  if ((await reading.crawl(crawlId)) === null)
    throw new AppError('not-found', 'The crawl was cleared while it was being read')
}
