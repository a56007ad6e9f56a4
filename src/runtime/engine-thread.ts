import { parentPort, workerData } from 'node:worker_threads'
import { openEngineChannel } from './engine-channel.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/** Entry of the engine thread: passes messages to `engine-channel.ts`. */
const data: EngineThreadData = workerData
const port = parentPort
if (!port) throw new Error('engine-thread.ts is the entry of a thread')

const { receive, started } = openEngineChannel({
  data,
  post: (message: FromEngineThread) => port.postMessage(message),
  onClosed: () => port.close(),
})
port.on('message', (message: ToEngineThread) => receive(message))
await started
