import { parentPort, workerData } from 'node:worker_threads'
import { preloadStore } from './database.ts'
import { startPageThreads } from './page-threads.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/**
 * The engine's thread: starts the page workers' threads before it reads the code of the engine, so that they read theirs beside it.
 * Everything else is in `run-engine.ts`.
 */
const data: EngineThreadData = workerData
const port = parentPort
if (!port) throw new Error('engine-thread.ts is the entry of a thread')
const tell = (message: FromEngineThread) => port.postMessage(message)
const log = (event: string, details: Record<string, unknown>) => tell({ kind: 'log', event, details })

const begun = Promise.withResolvers<void>()
/** Until the engine is ready nothing comes but the word that the database stands. */
let receive: (message: ToEngineThread) => void = () => begun.resolve()
port.on('message', (message: ToEngineThread) => receive(message))

const startPageThread = startPageThreads(data, log)
const [{ runEngine }] = await Promise.all([import('./run-engine.ts'), preloadStore(data.database)])
await begun.promise
const engine = await runEngine({ data, startPageThread, tell, log })
receive = message => {
  if (message.kind === 'close') void engine.close().then(end)
  else engine.receive(message)
}
tell({ kind: 'ready' })

function end(): void {
  tell({ kind: 'closed' })
  port?.close()
}
