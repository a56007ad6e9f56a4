import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { PerformanceObserver } from 'node:perf_hooks'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { threadId } from 'node:worker_threads'
import zlib from 'node:zlib'
import type { ThreadTime } from './account-text.ts'

/**
 * Preloaded into each thread of a measured process: notes what the thread took, by kind, in a file of its own beside ACCOUNT_FILE. Written
 * at intervals, since a thread that is ended from outside sees no end.
 */
const INTERVAL_MS = 250

const file = process.env.ACCOUNT_FILE
if (file !== undefined) noteInto(`${file}.${threadId}`)

function noteInto(path: string): void {
  const time: ThreadTime = { thread: threadId, cpuMs: 0, garbageMs: 0, sqliteMs: 0, compressMs: 0 }
  const note = (owner: object, name: string, kind: 'sqliteMs' | 'compressMs') => {
    const call: unknown = Reflect.get(owner, name)
    if (typeof call !== 'function') throw new Error(`there is no ${name}() to be measured`)
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
      const before = threadMs()
      try {
        return Reflect.apply(call, this, args)
      } finally {
        time[kind] += threadMs() - before
      }
    })
  }
  for (const name of ['all', 'get', 'run']) note(StatementSync.prototype, name, 'sqliteMs')
  note(DatabaseSync.prototype, 'exec', 'sqliteMs')
  note(zlib, 'zstdCompressSync', 'compressMs')
  syncBuiltinESMExports()
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) time.garbageMs += duration
  }).observe({ entryTypes: ['gc'] })
  const write = () => {
    time.cpuMs = threadMs()
    writeFileSync(path, JSON.stringify(time))
  }
  setInterval(write, INTERVAL_MS).unref()
  process.on('exit', write)
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
