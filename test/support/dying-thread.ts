import { existsSync, writeFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { storageName } from './storage.ts'

/**
 * Loaded before a process's own code, and before that of its threads: one thread ends in the middle of its work, once. `DYING_THREAD`
 * says which, `engine` or `page`; `DEATH_MARKER` names a file that says that it has died.
 */
const COMMITS = 8
const RESPONSES = 5
const marker = process.env.DEATH_MARKER ?? ''

function dieAt(count: number): () => void {
  let left = count
  return () => {
    if (--left > 0 || existsSync(marker)) return
    writeFileSync(marker, '')
    process.exit(1)
  }
}

const isEngine = workerData !== null && 'database' in workerData
const isPageWorker = workerData !== null && 'reading' in workerData

if (process.env.DYING_THREAD === 'engine' && isEngine) {
  const original = StatementSync.prototype.run
  const committed = dieAt(COMMITS)
  Object.defineProperty(StatementSync.prototype, 'run', {
    value(this: StatementSync, ...values: Parameters<typeof original>) {
      if (this.sourceSQL === 'commit') committed()
      return original.apply(this, values)
    },
  })
}

if (process.env.DYING_THREAD === 'engine' && isEngine && storageName === 'postgres') {
  const { default: pg } = await import('pg')
  const original = pg.Client.prototype.query
  const committed = dieAt(COMMITS)
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: unknown, ...args: unknown[]) {
      if (args[0] === 'commit') committed()
      return Reflect.apply(original, this, args)
    },
  })
}

if (process.env.DYING_THREAD === 'page' && isPageWorker && parentPort) {
  const port = parentPort
  const original = port.postMessage
  const responded = dieAt(RESPONSES)
  Object.defineProperty(port, 'postMessage', {
    value(...message: unknown[]) {
      responded()
      return Reflect.apply(original, port, message)
    },
  })
}
