import { parentPort, workerData } from 'node:worker_threads'
import { linkEngine } from './engine-channel.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/** The engine's thread: passes messages; everything else is in `link-engine.ts` and `run-engine.ts`. */
const data: EngineThreadData = workerData
const port = parentPort
if (!port) throw new Error('engine-thread.ts is the entry of a thread')

const { receive, started } = linkEngine({
  data,
  tell: (message: FromEngineThread) => port.postMessage(message),
  onClosed: () => port.close(),
})
port.on('message', (message: ToEngineThread) => receive(message))
await started
