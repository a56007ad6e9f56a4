import { writeFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before a process's own code, and before that of its threads: ends the process at a moment of its engine, as hard as the
 * system can. `KILL_AT` names it: `statement:40` (the 40th statement, most often within a transaction), `commit:7` (before the 7th
 * commit), `committed:7` (after it) or `rows:5` (before the 5th statement that writes rows of skipped URLs, of which an ending writes many after its commit). `KILL_COUNTS` names a file that says how many of each there have been.
 */
const [kind = '', at = '0'] = (process.env.KILL_AT ?? '').split(':')
const countsFile = process.env.KILL_COUNTS
const counts = { statement: 0, commit: 0, committed: 0, rows: 0 }

/** Without a response. */
const ROWS = /^insert into url \([^)]*googlebot_line\)/

function reached(moment: keyof typeof counts): void {
  counts[moment]++
  if (moment === kind && counts[moment] === Number(at)) process.kill(process.pid, 'SIGKILL')
}

/** Only the engine's thread, of all threads but the main one, works with the database. */
if (!isMainThread) {
  for (const method of ['run', 'get', 'all'] as const) {
    const original = StatementSync.prototype[method] as (this: StatementSync, ...values: unknown[]) => unknown
    const watched = function (this: StatementSync, ...values: unknown[]) {
      const isCommit = this.sourceSQL === 'commit'
      reached(isCommit ? 'commit' : 'statement')
      if (ROWS.test(this.sourceSQL)) reached('rows')
      const result = original.apply(this, values)
      if (isCommit) {
        reached('committed')
        if (countsFile !== undefined) writeFileSync(countsFile, JSON.stringify(counts))
      }
      return result
    }
    Object.defineProperty(StatementSync.prototype, method, { value: watched })
  }
}
