import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { testVisitJob } from '#crawl/visit/test-visit-job.ts'
import type { FromPageWorker, ToPageWorker } from '#crawl/visit/worker-messages.ts'
import { testLimits } from '../../test/support/settings.ts'
import { type PageThreadData, READING_BYTES } from './threads.ts'

/** proc_pid_stat(5), counted from the field after the name of the program. */
const NICE_FIELD = 16
const { PRIORITY_BELOW_NORMAL } = constants.priority

/** How many threads of this process have the lower priority. */
function yieldingThreads(): number {
  const priorities = readdirSync('/proc/self/task').map(task => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICE_FIELD])
  })
  return priorities.filter(priority => priority === PRIORITY_BELOW_NORMAL).length
}

test('only a thread that reads a large page comes after other threads', async context => {
  if (process.platform !== 'linux') return context.skip('this system has no priority of threads')
  if (getPriority() >= PRIORITY_BELOW_NORMAL) return context.skip('all threads come after other processes')
  const workerData: PageThreadData = {
    robotsToken: 'sitesounder',
    limits: testLimits,
    policy: { targets: 'any', allow: [] },
    reading: new SharedArrayBuffer(READING_BYTES),
  }
  const thread = new Worker(new URL('./page-thread.ts', import.meta.url), { workerData })
  const send = async (message: ToPageWorker): Promise<FromPageWorker> => {
    thread.postMessage(message)
    const [received] = (await once(thread, 'message')) as [FromPageWorker]
    return received
  }
  try {
    // Nothing listens at this port.
    const url = 'http://127.0.0.1:9/'
    assert.equal((await send({ kind: 'visit', job: testVisitJob({ url }) })).kind, 'record')
    const before = yieldingThreads()
    const response = {
      kind: 'response' as const,
      url,
      status: 200,
      httpVersion: '1.1' as const,
      headers: [['content-type', 'text/html']] as [string, string][],
      body: new TextEncoder().encode('<title>Large</title>'),
      transferBytes: 20,
      isTruncated: false,
      hops: [],
      timing: { ttfbMs: 1, totalMs: 2 },
    }
    const page = { job: testVisitJob({ url }), response, attempts: [], rendered: null }
    assert.equal((await send({ kind: 'read', page })).kind, 'record')
    assert.equal(yieldingThreads(), before + 1)
  } finally {
    await thread.terminate()
  }
})
